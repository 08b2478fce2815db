

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/solver.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::solver {

using problem::Problem;
using problem::Vector;

namespace {

/// Values that this library computed itself must pass, though second derivatives of F by differences may leave errors
/// somewhat above the tolerance: a change counts beyond these multiples of the tolerance and of its own error estimate.
constexpr double tolerance_margin = 10;
constexpr double error_margin = 30;

/// Equations whose residual at the guess is larger than what the tolerance of y and y' can explain.
std::vector<int> violated_equations(const Problem& problem, const methods::Options& options,
                                    derivatives::JacobianSource& jacobians, Vector& residual)
{
  const derivatives::JacobianPair pair = jacobians.at(problem.t0, problem.guess_y, problem.guess_yp);
  problem.residual->evaluate(problem.t0, problem.guess_y, problem.guess_yp, residual);
  const problem::Sparsity& sparsity = jacobians.sparsity();
  std::vector<int> violated;
  for (int i = 0; i < problem.n; ++i) {
    double tolerance = 0;
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      tolerance += std::abs(pair.y[k]) * (options.rtol * std::abs(problem.guess_y[j]) + options.atol) +
                   std::abs(pair.yp[k]) * (options.rtol * std::abs(problem.guess_yp[j]) + options.atol);
    }
    if (!(std::abs(residual[i]) <= tolerance)) violated.push_back(i);
  }
  return violated;
}

/// Names and sizes of the changes that consistent values would need.
std::string necessary_changes(const Problem& problem, const methods::Options& options, const report::Result& nearest)
{
  constexpr int most = 6;
  std::string text;
  int count = 0;
  const auto compare = [&](int j, int order, double guess, double value, double error) {
    const double allowed = tolerance_margin * (options.rtol * std::abs(value) + options.atol) + error_margin * error;
    if (!(std::abs(value - guess) > allowed)) return;
    if (++count <= most) {
      text +=
          support::format("{}{} by {:.2e}", count == 1 ? "" : ", ", problem.names.derivative(j, order), value - guess);
    }
  };
  for (int j = 0; j < problem.n; ++j) {
    const report::VariableRow& row = nearest.variables[j];
    compare(j, 0, row.guess, row.value, row.error_estimate);
    if (row.derivative_occurs && row.derivative_determined) {
      compare(j, 1, row.derivative_guess, row.derivative, row.derivative_error_estimate);
    }
  }
  return count > most ? text + support::format(" and {} more", count - most) : text;
}

Problem without_holds(const Problem& problem)
{
  Problem released = problem;
  released.fixed_y.assign(problem.n, 0);
  released.fixed_yp.assign(problem.n, 0);
  released.conditions = nullptr;
  return released;
}

void judge(const Problem& problem, const methods::Options& options, report::Result& result)
{
  const derivatives::Occurrence occurrence = derivatives::find_occurrence(problem);
  derivatives::JacobianSource jacobians(problem, occurrence.sparsity);
  Vector residual;
  const std::vector<int> violated = violated_equations(problem, options, jacobians, residual);
  if (!violated.empty()) {
    result.status = IDACI_INCONSISTENT;
    result.message = support::format("The residual does not vanish: {} violated, the first by {:.3g}.",
                                     problem.names.equation_list(violated), residual[violated[0]]);
    return;
  }
  if (result.status < 0) return;
  const std::string changes = necessary_changes(problem, options, result);
  if (changes.empty()) return;
  std::vector<int> differentiated;
  for (int i = 0; i < problem.n; ++i) {
    if (result.equations[i].differentiations > 0) differentiated.push_back(i);
  }
  result.status = IDACI_INCONSISTENT;
  result.message = support::format(
      "The residual vanishes, but hidden constraints are violated (time derivatives of {}). "
      "The nearest consistent values change {}.",
      problem.names.equation_list(differentiated), changes);
}

}  // namespace

report::Result check(const Problem& problem, const methods::Options& options)
{
  const Problem released = without_holds(problem);
  report::Result result = solve(released, options);
  const bool evaluable = result.status != IDACI_ILL_INPUT && result.status != IDACI_RES_FAIL &&
                         result.status != IDACI_RES_NOT_FINITE && result.status != IDACI_JAC_FAIL &&
                         result.status != IDACI_MEM_FAIL;
  if (!evaluable) return result;
  try {
    judge(released, options, result);
  } catch (const support::Error& error) {
    result.status = error.flag();
    result.message = error.what();
  }
  return result;
}

}  // namespace ida_consistent_init::solver
