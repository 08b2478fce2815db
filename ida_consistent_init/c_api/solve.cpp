/// IDACISolve, IDACICheck, IDACIProject.
#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/integration/hand_over.hpp"
#include "ida_consistent_init/solver/solver.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace problem = ida_consistent_init::problem;
namespace report = ida_consistent_init::report;
namespace solver = ida_consistent_init::solver;
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

problem::Problem c_api::problem_of(const IDACIMemRec& ci, double t0, N_Vector y, N_Vector yp)
{
  c_api::require_vector(ci, y, "y0");
  c_api::require_vector(ci, yp, "yp0");
  problem::Problem problem;
  problem.n = ci.n;
  problem.t0 = t0;
  problem.residual = std::make_shared<problem::Residual>(ci.res, user_data_of(ci), y);
  if (ci.jac != nullptr) {
    problem.jacobian = std::make_shared<problem::UserJacobian>(ci.jac, ci.jacobian_template.get(), user_data_of(ci), y);
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

}  // namespace

int IDACISolve(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    const double t0 = initial_time_of(*ci);
    const int status = keep(*ci, solver::solve(c_api::problem_of(*ci, t0, ci->y0, ci->yp0), ci->options));
    if (status != IDACI_SUCCESS) return status;
    const Eigen::VectorXd y = values_of(*ci->result);
    const Eigen::VectorXd yp = derivatives_of(*ci->result);
    // IDA gets copies first: if it refuses, the caller's vectors are still what they were.
    const support::VectorHandle y_copy = support::clone(ci->y0);
    const support::VectorHandle yp_copy = support::clone(ci->yp0);
    support::view(y_copy.get()) = y;
    support::view(yp_copy.get()) = derivatives_for_ida(*ci->result);
    const int flag =
        ida_consistent_init::integration::hand_over(ci->ida_mem, t0, y_copy.get(), yp_copy.get(), ci->message);
    if (flag != IDACI_SUCCESS) return flag;
    support::view(ci->y0) = y;
    support::view(ci->yp0) = yp;
    ci->consistent_y = y;
    ci->consistent_yp = yp;
    return flag;
  });
}

int IDACICheck(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    return keep(*ci, solver::check(c_api::problem_of(*ci, initial_time_of(*ci), ci->y0, ci->yp0), ci->options));
  });
}

int IDACIProject(IDACIMem ci, sunrealtype t, N_Vector y, N_Vector yp)
{
  return c_api::guarded(ci, [&] {
    const int status = keep(*ci, solver::solve(c_api::problem_of(*ci, t, y, yp), ci->options));
    if (status != IDACI_SUCCESS) return status;
    support::view(y) = values_of(*ci->result);
    support::view(yp) = derivatives_of(*ci->result);
    return status;
  });
}
