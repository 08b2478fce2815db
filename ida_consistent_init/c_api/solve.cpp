/// IDACISolve, IDACICheck, IDACIProject.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/c_api/impulse.hpp"
#include "ida_consistent_init/integration/euler_start.hpp"
#include "ida_consistent_init/integration/hand_over.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/projection.hpp"
#include "ida_consistent_init/solver/solver.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace integration = ida_consistent_init::integration;
namespace problem = ida_consistent_init::problem;
namespace report = ida_consistent_init::report;
namespace solver = ida_consistent_init::solver;
namespace structure = ida_consistent_init::structure;
namespace support = ida_consistent_init::support;
using support::Error;

namespace {

void* user_data_of(const IDACIMemRec& ci)
{
  if (ci.user_data) return *ci.user_data;
  void* user_data = nullptr;
  if (ci.ida_mem != nullptr) IDAGetUserData(ci.ida_mem, &user_data);
  return user_data;
}

double initial_time_of(const IDACIMemRec& ci)
{
  if (ci.t0) return *ci.t0;
  sunrealtype t0 = 0;
  if (ci.ida_mem != nullptr && IDAGetCurrentTime(ci.ida_mem, &t0) != IDA_SUCCESS) {
    throw Error(IDACI_ILL_INPUT, "The current time of ida_mem cannot be read; call IDAInit before IDACISolve.");
  }
  return t0;
}

}  // namespace

long c_api::most_residual_evaluations(const IDACIMemRec& ci)
{
  const double rows = ci.n + static_cast<double>(ci.condition_count);
  const double most = 200 * (ci.options.max_iterations + 10.0) * (ci.options.max_index + 2.0) * (rows + 20);
  return most < 1e18 ? static_cast<long>(most) : std::numeric_limits<long>::max();
}

problem::Problem c_api::problem_of(const IDACIMemRec& ci, double t0, N_Vector y, N_Vector yp)
{
  c_api::require_vector(ci, y, "y0");
  c_api::require_vector(ci, yp, "yp0");
  problem::Problem problem;
  problem.n = ci.n;
  problem.t0 = t0;
  problem.residual = std::make_shared<problem::Residual>(ci.res, user_data_of(ci), *ci.vectors);
  problem.residual->limit_evaluations(most_residual_evaluations(ci));
  if (ci.jac != nullptr) {
    problem.jacobian =
        std::make_shared<problem::UserJacobian>(ci.jac, ci.jacobian_matrix, user_data_of(ci), *ci.vectors);
  }
  if (ci.taylor != nullptr) {
    problem.taylor = std::make_shared<problem::TaylorFunction>(ci.taylor, user_data_of(ci), ci.n);
  }
  if (ci.condition_count > 0) {
    problem.conditions = std::make_shared<problem::Conditions>(ci.conditions, ci.condition_count, user_data_of(ci), y);
  }
  problem.sparsity = ci.sparsity;
  problem.guess_y = support::view(y);
  problem.guess_yp = support::view(yp);
  problem.fixed_y = ci.fixed_y;
  problem.fixed_yp = ci.fixed_yp;
  problem.weights = ci.weights;
  problem.constraints = ci.constraints;
  problem.names = ci.names;
  return problem;
}

namespace {

/// Step by step has means that the method impulse lacks: a line search, merged stages, a guess outside of the domain.
bool is_worth_step_by_step(int flag)
{
  return flag == IDACI_CONV_FAIL || flag == IDACI_VERIFY_FAIL || flag == IDACI_RES_NOT_FINITE ||
         flag == IDACI_RES_FAIL || flag == IDACI_JAC_FAIL || flag == IDACI_NOT_SUPPORTED;
}

void add_attempt(const report::Result& attempt, report::Result& result)
{
  if (attempt.status != IDACI_NOT_SUPPORTED) {
    result.messages.insert(result.messages.begin(), "The method impulse was tried first: " + attempt.message);
  }
  solver::add_costs(attempt, result);
}

/// Stores the result and returns its status.
int keep(IDACIMemRec& ci, report::Result result)
{
  ci.message = result.message;
  ci.result = std::move(result);
  return ci.result->status;
}

Eigen::VectorXd values_of(const report::Result& result)
{
  Eigen::VectorXd y(result.n);
  for (int j = 0; j < result.n; ++j) y[j] = result.variables[j].value;
  return y;
}

/// IDA's own start of an index-1 system: as with IDACalcIC, y' that occurs in no equation stays as the program set it,
/// so that programs step as they did before. From index 2 on, IDA gets all derivatives.
Eigen::VectorXd derivatives_for_ida(const report::Result& result)
{
  Eigen::VectorXd yp(result.n);
  for (int j = 0; j < result.n; ++j) {
    const report::VariableRow& row = result.variables[j];
    yp[j] = result.index <= 1 && !row.derivative_occurs ? row.derivative_guess : row.derivative;
  }
  return yp;
}

Eigen::VectorXd derivatives_of(const report::Result& result)
{
  Eigen::VectorXd yp(result.n);
  for (int j = 0; j < result.n; ++j) yp[j] = result.variables[j].derivative;
  return yp;
}

double largest_highest_derivative(const report::Result& result, const std::vector<int>& order)
{
  double largest = 0;
  for (int j = 0; j < result.n; ++j) {
    const double value = order[j] < result.derivatives.cols() ? result.derivatives(j, order[j]) : 0;
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return largest;
}

/// The values that IDA starts from. At index 3 the velocities that constraints see are moved by O(h), so that a first
/// step of size h gives multipliers with errors of O(h) instead of O(1); everything else, and y', stays consistent. At
/// index 0 to 2 consistent values already are such a start: they are handed over as they are, the message says so, and
/// h still is IDA's first step. Above index 3, or if the pattern hides an index of 3, no such start is known and
/// IDACISolve returns IDACI_NOT_SUPPORTED, because the first step would not be what was asked for.
Eigen::VectorXd euler_start_of(IDACIMemRec& ci, const problem::Problem& problem, const Eigen::VectorXd& y)
{
  report::Result& result = *ci.result;
  try {
    integration::EulerStart start{y, {}};
    if (ci.groundwork) {
      const structure::Structure& structure = ci.groundwork->structure;
      const integration::ConsistentValues consistent{y, derivatives_of(result),
                                                     largest_highest_derivative(result, structure.offsets.variable)};
      start =
          integration::euler_start(problem, ci.groundwork->occurrence->sparsity, structure, consistent, ci.euler_step);
    } else if (result.index > 2) {
      throw Error(IDACI_NOT_SUPPORTED,
                  "No Euler start: the pattern of the equations does not show their true index. Turn it off with "
                  "IDACISetEulerStart(ci, 0).");
    }
    ci.message = support::format("Euler start, first step {:g}: ", ci.euler_step);
    ci.message += start.changed.empty()
                      ? support::format("at index {} consistent values serve as they are.", result.index)
                      : support::format("moved {}.", problem.names.variable_list(start.changed));
    result.messages.push_back(ci.message);
    return std::move(start.y);
  } catch (const Error& error) {
    result.status = error.flag();
    result.message = error.what();
    throw;
  }
}

}  // namespace

int IDACISolve(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    const double t0 = initial_time_of(*ci);
    std::optional<solver::Groundwork> groundwork;  // goes on only from a success
    groundwork.swap(ci->groundwork);
    std::optional<report::Result> attempt;
    const bool asked = c_api::uses_impulse(*ci);
    if (asked || c_api::tries_impulse(*ci)) {
      const int flag = c_api::solve_by_impulse(*ci, t0, user_data_of(*ci), groundwork);
      if (flag >= 0) ci->groundwork.swap(groundwork);
      if (asked || !is_worth_step_by_step(flag)) return flag;
      attempt.swap(ci->result);
    }
    const problem::Problem problem = c_api::problem_of(*ci, t0, ci->y0, ci->yp0);
    if (attempt) {
      problem.residual->limit_evaluations(c_api::most_residual_evaluations(*ci) -
                                          attempt->counters.residual_evaluations);
    }
    const int status = keep(*ci, solver::solve(problem, ci->options, &groundwork));
    if (status >= 0) ci->groundwork.swap(groundwork);
    if (attempt) add_attempt(*attempt, *ci->result);
    if (status != IDACI_SUCCESS) return status;
    Eigen::VectorXd y = values_of(*ci->result);
    const Eigen::VectorXd start = ci->euler_step > 0 ? euler_start_of(*ci, problem, y) : y;
    Eigen::VectorXd yp = derivatives_of(*ci->result);
    // IDA gets copies first: if it refuses, the caller's vectors are still what they were.
    const support::VectorHandle y_copy = ci->vectors->take();
    const support::VectorHandle yp_copy = ci->vectors->take();
    support::view(y_copy.get()) = start;
    support::view(yp_copy.get()) = derivatives_for_ida(*ci->result);
    const int flag = integration::hand_over(ci->ida_mem, t0, y_copy.get(), yp_copy.get(), ci->message);
    if (flag != IDACI_SUCCESS) return flag;
    // From here on nothing can fail any more: no memory is needed.
    if (ci->euler_step > 0 && ci->ida_mem != nullptr) IDASetInitStep(ci->ida_mem, ci->euler_step);
    support::view(ci->y0) = start;
    support::view(ci->yp0) = yp;
    ci->consistent_y.swap(y);
    ci->consistent_yp.swap(yp);
    return flag;
  });
}

int IDACICheck(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    return keep(*ci, solver::check(c_api::problem_of(*ci, initial_time_of(*ci), ci->y0, ci->yp0), ci->options));
  });
}

/// For a time loop: what IDACISolve or the last projection found out about the pattern and the difference step is used
/// again, so that values near the constraints cost some tens of residual evaluations. A model that has changed since
/// (other equations behind the same residual) needs IDACISolve first.
int IDACIProject(IDACIMem ci, sunrealtype t, N_Vector y, N_Vector yp)
{
  return c_api::guarded(ci, [&] {
    const int status = keep(*ci, solver::project(c_api::problem_of(*ci, t, y, yp), ci->options, ci->groundwork));
    if (status != IDACI_SUCCESS) return status;
    const Eigen::VectorXd found_y = values_of(*ci->result), found_yp = derivatives_of(*ci->result);
    support::view(y) = found_y;
    support::view(yp) = found_yp;
    return status;
  });
}
