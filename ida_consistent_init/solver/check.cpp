

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/derivatives/difference_source.hpp"
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
      tolerance += std::abs(pair.y[k]) * options.tolerance(problem.guess_y[j]) +
                   std::abs(pair.yp[k]) * options.tolerance(problem.guess_yp[j]);
    }
    if (!(std::abs(residual[i]) <= tolerance)) violated.push_back(i);
  }
  return violated;
}

/// "pipe = 0.3, valve = -0.1 and 2 more".
std::string amounts(const std::vector<std::pair<std::string, double>>& rows)
{
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) {
    text += support::format("{}{} = {:.3g}", k == 0 ? "" : ", ", rows[k].first, rows[k].second);
  }
  return rows.size() > most ? text + support::format(" and {} more", rows.size() - most) : text;
}

/// Hidden constraints with the amounts by which the guess violates them: (y, y') as given, higher derivatives, which
/// the caller did not give, as they are at the nearest consistent values.
std::string violated_hidden_constraints(const Problem& problem, derivatives::JacobianSource& jacobians,
                                        const report::Result& nearest)
{
  const auto order = static_cast<int>(nearest.derivatives.cols()) - 1;
  derivatives::Jet jet(problem.n, order);
  for (int q = 0; q <= order; ++q) {
    jet.set_derivative(q, nearest.derivatives.col(q).unaryExpr([](double x) { return std::isfinite(x) ? x : 0.0; }));
  }
  jet.set_derivative(0, problem.guess_y);
  jet.set_derivative(1, problem.guess_yp);
  std::vector<derivatives::Row> rows;
  rows.reserve(nearest.hidden_constraints.size());
  for (int i = 0; i < problem.n; ++i) {
    for (int m = 1; m <= nearest.equations[i].differentiations; ++m) rows.push_back({i, m});
  }
  derivatives::DifferenceSource source(*problem.residual, problem.t0, {});
  const derivatives::ConditionRows conditions(problem);
  derivatives::DerivativeArray array(source, jacobians, conditions);
  const auto residual = array.residual(rows, jet, array.term_scale(jet));
  if (residual.outcome != problem::Outcome::ok) return "";
  std::vector<std::pair<std::string, double>> violated;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const double noise = error_margin * residual.error[k] + 1e-7;
    if (std::abs(residual.value[k]) > noise) {
      violated.emplace_back(problem.names.differentiated_equation(rows[k].equation, rows[k].order), residual.value[k]);
    }
  }
  std::stable_sort(violated.begin(), violated.end(),
                   [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  return amounts(violated);
}

/// Names and sizes of the changes that consistent values would need.
std::string necessary_changes(const Problem& problem, const methods::Options& options, const report::Result& nearest)
{
  constexpr int most = 6;
  std::string text;
  int count = 0;
  const auto compare = [&](int j, int order, double guess, double value, double error) {
    const double allowed = tolerance_margin * options.tolerance(value) + error_margin * error;
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
    std::vector<std::pair<std::string, double>> rows;
    rows.reserve(violated.size());
    for (const int i : violated) rows.emplace_back(problem.names.equation(i), residual[i]);
    result.message = support::format(
        "The residual does not vanish: {}. IDACISolve finds the nearest values at which "
        "it and all its hidden constraints do.",
        amounts(rows));
    return;
  }
  if (result.status < 0) return;
  result.message.clear();  // remarks on values that the caller does not get
  const std::string changes = necessary_changes(problem, options, result);
  if (changes.empty()) return;
  std::vector<int> differentiated;
  for (int i = 0; i < problem.n; ++i) {
    if (result.equations[i].differentiations > 0) differentiated.push_back(i);
  }
  result.status = IDACI_INCONSISTENT;
  const std::string hidden = violated_hidden_constraints(problem, jacobians, result);
  result.message = support::format(
      "The residual vanishes, but hidden constraints are violated (time derivatives of {}){}{}. The nearest consistent "
      "values change {}; IDACISolve computes them.",
      problem.names.equation_list(differentiated), hidden.empty() ? "" : ": ", hidden, changes);
}

}  // namespace

report::Result check(const Problem& problem, const methods::Options& options)
{
  const Problem released = without_holds(problem);
  report::Result result = solve(released, options);
  const bool evaluable = result.status != IDACI_ILL_INPUT && result.status != IDACI_RES_FAIL &&
                         result.status != IDACI_RES_NOT_FINITE && result.status != IDACI_JAC_FAIL &&
                         result.status != IDACI_MEM_FAIL && result.status != IDACI_CANCELLED;
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
