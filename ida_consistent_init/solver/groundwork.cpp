#include "ida_consistent_init/solver/groundwork.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

#include <utility>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::solver {

namespace {

bool still_holds(const Groundwork& groundwork, const problem::Problem& problem, const methods::Options& options,
                 derivatives::JacobianSource& jacobians)
{
  if (groundwork.structure.index > options.max_index) return false;
  try {
    const auto [y, yp] = derivatives::point_beside(problem.guess_y, problem.guess_yp, 1);
    return jacobians.is_covered_by(*groundwork.occurrence, problem.t0, y, yp) &&
           is_covered(jacobians.at(problem.t0, problem.guess_y, problem.guess_yp), *groundwork.occurrence);
  } catch (const support::Error&) {
    return false;  // an analysis from scratch says what is wrong
  }
}

}  // namespace

derivatives::JacobianSource& begin_jacobians(Groundwork& groundwork, const problem::Problem& problem)
{
  std::unique_ptr<derivatives::JacobianSource>& jacobians = groundwork.jacobians;
  if (jacobians == nullptr) {
    jacobians = std::make_unique<derivatives::JacobianSource>(problem, groundwork.occurrence);
  } else {
    jacobians->begin_again(problem);
  }
  return *jacobians;
}

bool take_over(std::optional<Groundwork>& groundwork, const problem::Problem& problem, const methods::Options& options)
{
  if (!groundwork) return false;
  if (groundwork->fresh) {
    begin_jacobians(*groundwork, problem);
    groundwork->fresh = false;
    return true;
  }
  const bool pattern_is_given = problem.jacobian != nullptr || problem.sparsity.has_value();
  if (pattern_is_given) {
    groundwork->taken_over = still_holds(*groundwork, problem, options, begin_jacobians(*groundwork, problem));
    if (groundwork->taken_over) return true;
  }
  groundwork.reset();
  return false;
}

report::Result with_groundwork(std::optional<Groundwork>& groundwork, const Attempt& attempt)
{
  std::optional<Groundwork> known;
  known.swap(groundwork);
  report::Result result = attempt(known);
  const bool doubtful = known && known->taken_over && !known->fresh;
  if (result.status < 0 && result.status != IDACI_CANCELLED && doubtful) {
    known.reset();
    report::Result second = attempt(known);
    add_costs(result, second);
    result = std::move(second);
  }
  const bool failed = result.status < 0;
  if (!known || (failed && !known->fresh)) return result;
  known->taken_over = failed && known->taken_over;
  known->fresh = failed;
  groundwork.swap(known);
  return result;
}

}  // namespace ida_consistent_init::solver
