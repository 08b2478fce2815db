#include "ida_consistent_init/c_api/impulse.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/integration/hand_over.hpp"
#include "ida_consistent_init/methods/impulse/vector_operations.hpp"

namespace ida_consistent_init::c_api {

namespace impulse = methods::impulse;
using impulse::Answer;

namespace {

void require_like_y0(const IDACIMemRec& ci, N_Vector vector, const char* name)
{
  require_pointer(vector, name);
  require(N_VGetVectorID(vector) == N_VGetVectorID(ci.y0) && N_VGetLength(vector) == N_VGetLength(ci.y0),
          support::format("The vector {} is of another kind or length than y0.", name));
}

support::VectorHandle whole_copy(const IDACIMemRec& ci, N_Vector vector, const char* name)
{
  require_like_y0(ci, vector, name);
  support::VectorHandle copy = ci.vectors->take();
  const support::VectorHandle work1 = ci.vectors->take(), work2 = ci.vectors->take();
  N_VScale(1, vector, copy.get());
  require(impulse::are_whole(copy.get(), work1.get(), work2.get()),
          support::format("The vector {} must hold whole numbers from 0 to 1000.", name));
  return copy;
}

/// What the automatic choice cannot do without is no mistake: programs then go on with IDACalcIC.
int flag_of_missing(const IDACIMemRec& ci)
{
  return ci.options.method == IDACI_AUTO ? IDACI_NOT_SUPPORTED : IDACI_ILL_INPUT;
}

/// Given as such, or for index 1 by the variable indices: c = 0, d = 1 for states (index 0) and 0 for the others.
impulse::VectorOffsets offsets_of(const IDACIMemRec& ci)
{
  if (ci.impulse.equation_offsets != nullptr) {
    return {ci.impulse.equation_offsets, ci.impulse.variable_offsets, 0, 0};
  }
  if (ci.impulse.variable_index == nullptr || N_VMaxNorm(ci.impulse.variable_index.get()) > 1) {
    throw Error(flag_of_missing(ci),
                "The structure of the equations cannot be seen through these vectors. Give the offsets by "
                "IDACISetOffsets (index 1: c = 0, d = id), or for index 1 the variable indices by "
                "IDACISetVariableIndex; a serial instance of the same model shows them.");
  }
  impulse::VectorOffsets offsets{ci.vectors->take(), ci.vectors->take(), 0, 0};
  impulse::mask_equal(0, ci.impulse.variable_index.get(), offsets.variable.get(), offsets.equation.get());
  N_VConst(0, offsets.equation.get());
  return offsets;
}

const Answer& answer_of(const IDACIMemRec& ci)
{
  require(ci.impulse.answer.has_value(), "The last call found no consistent values.");
  return *ci.impulse.answer;
}

/// For IDA: as with the other methods, at index 0 and 1 the derivatives that occur in no equation stay as they were.
void derivatives_for_ida(const IDACIMemRec& ci, const report::Result& result, N_Vector variable_offsets, N_Vector yp)
{
  if (result.index > 1) return;
  const support::VectorHandle mask = ci.vectors->take(), part = ci.vectors->take();
  impulse::mask_at_least(1, variable_offsets, mask.get());
  N_VLinearSum(1, yp, -1, ci.yp0, part.get());
  N_VProd(mask.get(), part.get(), part.get());
  N_VLinearSum(1, ci.yp0, 1, part.get(), yp);
}

}  // namespace

bool uses_impulse(const IDACIMemRec& ci)
{
  return ci.options.method == IDACI_IMPULSE || (ci.options.method == IDACI_AUTO && is_opaque(ci));
}

/// Below this size step by step takes milliseconds, and its nearest point is the better answer; up to index 1, where no
/// value is free to be nearest, there is one answer.
constexpr int large_system = 1000;

bool tries_impulse(const IDACIMemRec& ci)
{
  if (ci.options.method != IDACI_AUTO || is_opaque(ci)) return false;
  const SUNMatrix pattern = ci.jacobian_matrix.get();
  if (ci.jac == nullptr || pattern == nullptr) return false;
  if (ci.n >= large_system && SUNMatGetID(pattern) != SUNMATRIX_SPARSE) return false;
  const auto is_zero = [](auto value) {
    return value == 0;
  };
  const bool has_wishes = ci.condition_count > 0 || ci.euler_step > 0 || !(ci.weights.array() == 1).all() ||
                          !std::all_of(ci.constraints.begin(), ci.constraints.end(), is_zero) ||
                          !std::all_of(ci.fixed_y.begin(), ci.fixed_y.end(), is_zero) ||
                          !std::all_of(ci.fixed_yp.begin(), ci.fixed_yp.end(), is_zero);
  return ci.taylor == nullptr && !has_wishes;
}

int solve_by_impulse(IDACIMemRec& ci, double t0, void* user_data, std::optional<solver::Groundwork>& groundwork)
{
  if (ci.euler_step > 0) {
    throw Error(IDACI_NOT_SUPPORTED, "The method impulse makes no Euler start; turn it off with IDACISetEulerStart.");
  }
  const bool has_jacobian = !is_opaque(ci) && ci.jac != nullptr;
  // What IDA has is not needed where J itself can be made.
  const bool of_own_accord = !uses_impulse(ci);
  const bool takes_solver = ci.impulse.solver != nullptr && !of_own_accord;
  if (!takes_solver && !has_jacobian) {
    throw Error(flag_of_missing(ci),
                "Vectors that show no elements, and the method impulse, need the linear solver of IDA: give it by "
                "IDACISetLinearSolver.");
  }
  solver::ImpulseTask task;
  task.n = ci.n;
  if (of_own_accord && ci.n < large_system) task.most_index = 1;
  task.system = {ci.res,
                 user_data,
                 t0,
                 ci.y0,
                 ci.yp0,
                 ci.jac,
                 takes_solver ? ci.impulse.solver : nullptr,
                 ci.impulse.matrix,
                 ci.impulse.preconditioner_setup,
                 ci.impulse.preconditioner_solve,
                 ci.impulse.held_y.get(),
                 ci.impulse.held_yp.get()};
  task.system.most_residual_evaluations = most_residual_evaluations(ci);
  task.system.vectors = ci.vectors.get();
  std::optional<problem::Problem> problem;
  if (is_opaque(ci)) {
    task.offsets = offsets_of(ci);
  } else {
    problem = problem_of(ci, t0, ci.y0, ci.yp0);
    task.problem = &*problem;
    task.system.problem_residual = problem->residual.get();
  }
  std::optional<Answer> answer;
  ci.result = solver::solve_by_impulse(std::move(task), ci.options, answer, groundwork);
  ci.message = ci.result->message;
  if (!answer) return ci.result->status;
  const support::VectorHandle yp_for_ida = ci.vectors->take();
  N_VScale(1, answer->jet.derivative(1), yp_for_ida.get());
  derivatives_for_ida(ci, *ci.result, answer->variable_offsets.get(), yp_for_ida.get());
  // What needs memory comes before anything of the caller's changes.
  Eigen::VectorXd y_rows, yp_rows;
  if (!is_opaque(ci)) {
    y_rows = support::view(answer->jet.derivative(0));
    yp_rows = support::view(answer->jet.derivative(1));
  }
  const int flag = integration::hand_over(ci.ida_mem, t0, answer->jet.derivative(0), yp_for_ida.get(), ci.message);
  if (flag != IDACI_SUCCESS) return flag;
  N_VScale(1, answer->jet.derivative(0), ci.y0);
  N_VScale(1, answer->jet.derivative(1), ci.yp0);
  ci.consistent_y.swap(y_rows);
  ci.consistent_yp.swap(yp_rows);
  if (is_opaque(ci)) ci.impulse.answer = std::move(answer);
  return IDACI_SUCCESS;
}

int keep_offsets(IDACIMemRec& ci, N_Vector c, N_Vector d)
{
  support::VectorHandle equation = whole_copy(ci, c, "c"), variable = whole_copy(ci, d, "d");
  ci.impulse.equation_offsets = std::move(equation);
  ci.impulse.variable_offsets = std::move(variable);
  return IDACI_SUCCESS;
}

void forget_offsets(IDACIMemRec& ci)
{
  ci.impulse.equation_offsets.reset();
  ci.impulse.variable_offsets.reset();
}

int keep_variable_index(IDACIMemRec& ci, N_Vector index)
{
  ci.impulse.variable_index = whole_copy(ci, index, "index");
  return IDACI_SUCCESS;
}

int keep_mask(const IDACIMemRec& ci, N_Vector fixed, support::VectorHandle& of_ci)
{
  if (fixed == nullptr) {
    of_ci.reset();
    return IDACI_SUCCESS;
  }
  support::VectorHandle mask = whole_copy(ci, fixed, "fixed");
  require(N_VMaxNorm(mask.get()) <= 1, "The vector fixed must hold 0 and 1 only.");
  of_ci = std::move(mask);
  return IDACI_SUCCESS;
}

int attach_error_control(IDACIMemRec& ci)
{
  if (ci.error_control_kinds == IDACI_FILTER) {
    throw Error(IDACI_NOT_SUPPORTED,
                "The filtered error test needs element access; without it there is IDACI_EXCLUDE.");
  }
  const support::VectorHandle index = ci.vectors->take();
  copy_variable_index(ci, index.get());
  std::string failure;
  const int flag = ci.error_control.attach(ci.ida_mem, index.get(), ci.context, failure);
  if (flag != IDACI_SUCCESS) ci.message = failure;
  return flag;
}

int copy_consistent(const IDACIMemRec& ci, N_Vector y, N_Vector yp)
{
  require_like_y0(ci, y, "y");
  require_like_y0(ci, yp, "yp");
  N_VScale(1, answer_of(ci).jet.derivative(0), y);
  N_VScale(1, answer_of(ci).jet.derivative(1), yp);
  return IDACI_SUCCESS;
}

int copy_derivative(const IDACIMemRec& ci, int order, N_Vector d)
{
  require_like_y0(ci, d, "d");
  const Answer& answer = answer_of(ci);
  if (order > answer.jet.order()) {
    N_VConst(std::numeric_limits<double>::quiet_NaN(), d);
    return IDACI_SUCCESS;
  }
  // Known are the orders up to d_j, and d_j + 1 after stage 1. The others become NaN as 0 times infinity.
  const support::VectorHandle mask = ci.vectors->take();
  impulse::mask_at_least(order - (answer.highest_known ? 1 : 0), answer.variable_offsets.get(), mask.get());
  N_VAddConst(mask.get(), -1, d);
  N_VScale(std::numeric_limits<double>::max(), d, d);
  N_VScale(std::numeric_limits<double>::max(), d, d);
  N_VProd(d, mask.get(), d);
  N_VLinearSum(1, answer.jet.derivative(order), 1, d, d);
  return IDACI_SUCCESS;
}

int copy_error_estimate(const IDACIMemRec& ci, N_Vector ey, N_Vector eyp)
{
  require_like_y0(ci, ey, "ey");
  require_like_y0(ci, eyp, "eyp");
  N_VScale(1, answer_of(ci).y_error.get(), ey);
  N_VScale(1, answer_of(ci).yp_error.get(), eyp);
  return IDACI_SUCCESS;
}

/// Given by the user; else by the offsets alone, max(c) + 1 - d_j at least 0, which is an upper bound.
int copy_variable_index(const IDACIMemRec& ci, N_Vector index)
{
  require_like_y0(ci, index, "index");
  if (ci.impulse.variable_index != nullptr) {
    N_VScale(1, ci.impulse.variable_index.get(), index);
    return IDACI_SUCCESS;
  }
  const Answer& answer = answer_of(ci);
  const int differentiations = ci.result->index - (N_VMin(answer.variable_offsets.get()) < 0.5 ? 1 : 0);
  N_VScale(-1, answer.variable_offsets.get(), index);
  N_VAddConst(index, differentiations + 1, index);
  const support::VectorHandle size = ci.vectors->take();
  N_VAbs(index, size.get());
  N_VLinearSum(0.5, index, 0.5, size.get(), index);
  return IDACI_SUCCESS;
}

int copy_offsets(const IDACIMemRec& ci, N_Vector c, N_Vector d)
{
  require_like_y0(ci, c, "c");
  require_like_y0(ci, d, "d");
  const impulse::VectorOffsets offsets = offsets_of(ci);
  N_VScale(1, offsets.equation.get(), c);
  N_VScale(1, offsets.variable.get(), d);
  return IDACI_SUCCESS;
}

}  // namespace ida_consistent_init::c_api

int IDACISetLinearSolver(IDACIMem ci, SUNLinearSolver LS, SUNMatrix A)
{
  return ida_consistent_init::c_api::guarded(ci, [&] {
    ci->impulse.solver = LS;
    ci->impulse.matrix = A;
    return IDACI_SUCCESS;
  });
}

int IDACISetPreconditioner(IDACIMem ci, IDALsPrecSetupFn psetup, IDALsPrecSolveFn psolve)
{
  return ida_consistent_init::c_api::guarded(ci, [&] {
    ci->impulse.preconditioner_setup = psetup;
    ci->impulse.preconditioner_solve = psolve;
    return IDACI_SUCCESS;
  });
}
