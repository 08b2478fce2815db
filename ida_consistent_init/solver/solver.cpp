#include "ida_consistent_init/solver/solver.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <optional>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/verify/verify.hpp"

namespace ida_consistent_init::solver {

using support::Error;

namespace {

/// Order p of the differences where the user leaves it to us: of the orders 3 to 8 it has the best balance of
/// truncation and round-off for first to third derivatives of smooth functions.
constexpr int default_difference_order = 7;

void refuse_unavailable_method(const methods::Options& options)
{
  if (options.method == IDACI_LEAST_SQUARES || options.method == IDACI_IMPULSE) {
    throw Error(IDACI_NOT_SUPPORTED,
                fmt::format("The method {} is not part of this version; use IDACI_AUTO or IDACI_STEP_BY_STEP.",
                            report::method_name(options.method)));
  }
}

void refuse_unusable_guess(const problem::Problem& problem)
{
  problem::validate(problem);
  problem::Vector r;
  const problem::Outcome outcome = problem.residual->evaluate(problem.t0, problem.guess_y, problem.guess_yp, r);
  if (outcome == problem::Outcome::ok) return;
  // The guess may lie outside the domain; a residual that fails everywhere is told apart by looking beside it.
  if (find_evaluable_point(problem)) return;
  if (outcome == problem::Outcome::recoverable) {
    throw Error(IDACI_RES_FAIL,
                "The residual returned a positive value (recoverable error) at the guess and at all "
                "points tried beside it; give a guess inside its domain.");
  }
  std::vector<int> equations;
  for (int i = 0; i < problem.n; ++i) {
    if (!std::isfinite(r[i])) equations.push_back(i);
  }
  throw Error(IDACI_RES_NOT_FINITE,
              fmt::format("The residual is not finite at the guess nor beside it, in the equations {}; give a guess "
                          "inside its domain, or check that the residual sets all its components.",
                          problem.names.equation_list(equations)));
}

class Run
{
 public:
  Run(const problem::Problem& problem, const methods::Options& options, report::Result& result)
      : problem_(problem), options_(options), result_(result)
  {
  }

  void operator()()
  {
    refuse_unavailable_method(options_);
    refuse_unusable_guess(problem_);
    const derivatives::Occurrence occurrence = derivatives::find_occurrence(problem_);
    const structure::Structure structure = find_structure(problem_, options_, occurrence);
    collect_structure(problem_, structure, result_);
    check_asserted_index(structure);
    compute(occurrence, structure);
  }

 private:
  void check_asserted_index(const structure::Structure& structure) const
  {
    if (options_.index == 0 || options_.index == structure.index) return;
    throw Error(IDACI_ILL_INPUT, fmt::format("IDACISetIndex says index {}, but the structure of the equations gives "
                                             "index {}; pass 0 to accept what is found.",
                                             options_.index, structure.index));
  }

  void compute(const derivatives::Occurrence& occurrence, const structure::Structure& structure);

  const problem::Problem& problem_;
  const methods::Options& options_;
  report::Result& result_;
};

void Run::compute(const derivatives::Occurrence& occurrence, const structure::Structure& structure)
{
  result_.method = IDACI_STEP_BY_STEP;
  result_.reason =
      options_.method == IDACI_STEP_BY_STEP ? "Step by step was asked for." : "Step by step: the structure is regular.";
  derivatives::DifferenceOptions differences;
  differences.order = options_.difference_order > 0 ? options_.difference_order : default_difference_order;
  differences.kind = options_.difference_kind;
  derivatives::JacobianSource jacobians(problem_, occurrence.sparsity);
  derivatives::DifferenceSource source(*problem_.residual, problem_.t0, differences);
  derivatives::DerivativeArray array(source, jacobians);
  methods::MethodResult found(problem_.n, highest_derivative(structure) + 1);
  found.jet.set_derivative(0, problem_.guess_y);
  found.jet.set_derivative(1, problem_.guess_yp);
  try {
    methods::step_by_step(array, problem_, structure, options_, found);
    derivatives::DifferenceSource other(*problem_.residual, problem_.t0, verify::independent_options(differences));
    derivatives::DerivativeArray independent(other, jacobians);
    const verify::Verification verification = verify::verify(independent, problem_, structure, options_, found);
    collect_verification(problem_, verification, result_);
    if (!verification.passed) throw Error(IDACI_VERIFY_FAIL, verification.complaint);
    collect_values(problem_, found, result_);
  } catch (...) {
    collect_stages(found, jacobians, result_);
    throw;
  }
  collect_stages(found, jacobians, result_);
}

}  // namespace

report::Result solve(const problem::Problem& problem, const methods::Options& options)
{
  const auto start = std::chrono::steady_clock::now();
  const long residuals_before = problem.residual->evaluations();
  report::Result result;
  begin_result(problem, result);
  try {
    Run(problem, options, result)();
  } catch (const Error& error) {
    result.status = error.flag();
    result.message = error.what();
  } catch (const std::bad_alloc&) {
    result.status = IDACI_MEM_FAIL;
    result.message = "Memory could not be allocated.";
  }
  leave_residual_at(problem, result);
  result.counters.residual_evaluations = problem.residual->evaluations() - residuals_before;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace ida_consistent_init::solver
