#include "ida_consistent_init/integration/error_control.hpp"

#include <ida/ida.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "ida_consistent_init/integration/error_weights.hpp"
#include "ida_consistent_init/integration/ida_flags.hpp"
#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::integration {

namespace {

constexpr int kConverged = 0;  // SUN_NLS_SUCCESS in SUNDIALS 6, SUN_SUCCESS in 7

constexpr int high_index = 2;

int check_vectors(void* ida_mem, N_Vector template_vector, SUNContext context, std::string& message)
{
  if (ida_mem != nullptr && template_vector != nullptr && context != nullptr) return IDACI_SUCCESS;
  message = "Error control needs IDA memory, a vector and a SUNDIALS context; one of them is NULL.";
  return IDACI_MEM_NULL;
}

int check_arguments(void* ida_mem, const std::vector<int>& variable_index, N_Vector template_vector, SUNContext context,
                    std::string& message)
{
  if (int flag = check_vectors(ida_mem, template_vector, context, message)) return flag;
  const auto length = static_cast<std::size_t>(N_VGetLength(template_vector));
  if (variable_index.size() != length) {
    message = "Error control got " + std::to_string(variable_index.size()) +
              " variable indices for vectors of length " + std::to_string(length) + ".";
    return IDACI_ILL_INPUT;
  }
  if (std::any_of(variable_index.begin(), variable_index.end(), [](int index) { return index < 0; })) {
    message = "A variable index is negative; indices are 0, 1, 2, ...";
    return IDACI_ILL_INPUT;
  }
  if (template_vector->ops->nvgetarraypointer == nullptr) {
    message = "Error control needs vectors with an array pointer (serial, OpenMP, Pthreads).";
    return IDACI_NOT_SUPPORTED;
  }
  return IDACI_SUCCESS;
}

int check_not_started(void* ida_mem, std::string& message)
{
  long int steps = 0;
  const int flag = flag_of_ida_code(IDAGetNumSteps(ida_mem, &steps), "IDAGetNumSteps", message);
  if (flag != IDACI_SUCCESS || steps == 0) return flag;
  message = "Error control must be attached before IDA's first step; IDA has taken " + std::to_string(steps) +
            ". Call IDACISolve or IDAReInit first.";
  return IDACI_ILL_INPUT;
}

sunrealtype max_norm(N_Vector vector, N_Vector weights)
{
  return (support::view(vector).array() * support::view(weights).array()).abs().maxCoeff<Eigen::PropagateNaN>();
}

int check_filter(void* ida_mem, const FilterProblem& problem, std::string& message)
{
  const std::size_t n = problem.variable_index.size();
  if (problem.residual == nullptr || problem.differential.size() != n) {
    message = "The filtered error test needs the residual, and of every variable whether its derivative occurs.";
    return IDACI_ILL_INPUT;
  }
  N_Vector y = nullptr, yp = nullptr, now_y = nullptr, now_yp = nullptr, residual = nullptr;
  sunrealtype t = 0, cj = 0;
  void* user_data = nullptr;
  const int code = IDAGetNonlinearSystemData(ida_mem, &t, &y, &yp, &now_y, &now_yp, &residual, &cj, &user_data);
  if (int flag = flag_of_ida_code(code, "IDAGetNonlinearSystemData", message)) return flag;
  if (is_prepared(y)) return IDACI_SUCCESS;
  message = "The filtered error test needs IDACIPrepareVector(y0) before IDAInit: IDA clones its vectors from y0.";
  return IDACI_NOT_SUPPORTED;
}

}  // namespace

int ErrorControl::attach(void* ida_mem, const std::vector<int>& variable_index, N_Vector template_vector,
                         SUNContext context, std::string& message)
{
  if (int flag = check_arguments(ida_mem, variable_index, template_vector, context, message)) return flag;
  return attach_tests(ida_mem, support::filled(support::clone(template_vector), variable_index).get(), nullptr, context,
                      message);
}

int ErrorControl::attach_with_filter(void* ida_mem, const FilterProblem& problem, N_Vector template_vector,
                                     SUNContext context, std::string& message)
{
  if (int flag = check_filter(ida_mem, problem, message)) return flag;
  if (int flag = check_arguments(ida_mem, problem.variable_index, template_vector, context, message)) return flag;
  return attach_tests(ida_mem, support::filled(support::clone(template_vector), problem.variable_index).get(), &problem,
                      context, message);
}

int ErrorControl::attach(void* ida_mem, N_Vector variable_index, SUNContext context, std::string& message)
{
  if (int flag = check_vectors(ida_mem, variable_index, context, message)) return flag;
  return attach_tests(ida_mem, variable_index, nullptr, context, message);
}

int ErrorControl::attach_tests(void* ida_mem, N_Vector variable_index, const FilterProblem* filter, SUNContext context,
                               std::string& message)
{
  const int highest = methods::impulse::largest(variable_index);
  if (highest < high_index) return detach(message);
  if (N_VMin(variable_index) >= high_index) {
    message = "Every variable has index 2 or more: nothing would be left in the local error test.";
    return IDACI_ILL_INPUT;
  }
  if (int flag = check_not_started(ida_mem, message)) return flag;

  support::VectorHandle index = support::clone(variable_index);
  support::VectorHandle factors = support::clone(variable_index);
  support::VectorHandle scaled_weights = support::clone(variable_index);
  N_VScale(1, variable_index, index.get());
  ida_mem_ = ida_mem;
  variable_index_ = std::move(index);
  highest_index_ = highest;
  factors_ = std::move(factors);
  scaled_weights_ = std::move(scaled_weights);
  factors_h_ = 0;
  filtered_norm_.reset();
  if (filter != nullptr) filtered_norm_.emplace(ida_mem, *filter, variable_index, &linear_solve_);
  const SureClone id = error_test_id(variable_index);
  if (int flag = replace_newton_solver(variable_index, context, message)) return flag;
  if (int flag = exclude_from_error_test(id, message)) return flag;
  high_index_present_ = true;
  return IDACI_SUCCESS;
}

// IDASetNonlinearSolver puts IDA's own convergence test back on our solver.
int ErrorControl::detach(std::string& message)
{
  if (!high_index_present_) return IDACI_SUCCESS;
  if (int flag = check_not_started(ida_mem_, message)) return flag;
  const int attached = IDASetNonlinearSolver(ida_mem_, newton_.get());
  if (int flag = flag_of_ida_code(attached, "IDASetNonlinearSolver", message)) return flag;
  const int suppressed = IDASetSuppressAlg(ida_mem_, SUNFALSE);
  if (int flag = flag_of_ida_code(suppressed, "IDASetSuppressAlg", message)) return flag;
  filtered_norm_.reset();
  high_index_present_ = false;
  return IDACI_SUCCESS;
}

// This id says "tested for error"; the id of IDACalcIC says "differential". They differ: an algebraic variable of
// index 1 stays in the test, a velocity of an index-3 mechanism does not.
SureClone ErrorControl::error_test_id(N_Vector variable_index)
{
  support::VectorHandle id = support::clone(variable_index);
  methods::impulse::mask_at_least(high_index, variable_index, id.get());
  N_VScale(-1, id.get(), id.get());
  N_VAddConst(id.get(), 1, id.get());
  support::VectorHandle of_ida = id_with_norm(id.get(), this);
  return {std::move(id), std::move(of_ida)};
}

int ErrorControl::exclude_from_error_test(const SureClone& id, std::string& message)
{
  // IDA clones its own vector from the one given only if it has none.
  if (int flag = flag_of_ida_code(IDASetId(ida_mem_, nullptr), "IDASetId", message)) return flag;
  if (int flag = flag_of_ida_code(IDASetId(ida_mem_, id.get()), "IDASetId", message)) return flag;
  return flag_of_ida_code(IDASetSuppressAlg(ida_mem_, SUNTRUE), "IDASetSuppressAlg", message);
}

// A tighter tolerance needs more iterations than the four that IDA grants. At a kink of F (charge pump) the matrix of
// one side leads to the other with rates about 0.75, however small the step.
int ErrorControl::replace_newton_solver(N_Vector template_vector, SUNContext context, std::string& message)
{
  constexpr int most_iterations = 6;
  const SureClone like_ida(support::clone(template_vector), support::clone(template_vector));
  NonlinearSolverHandle newton = newton_with_tap(like_ida.get(), context, &linear_solve_);
  if (!newton) {
    message = "Memory is short: SUNNonlinSol_Newton returned NULL.";
    return IDACI_MEM_FAIL;
  }
  const int attached = IDASetNonlinearSolver(ida_mem_, newton.get());
  if (int flag = flag_of_ida_code(attached, "IDASetNonlinearSolver", message)) return flag;
  const int iterations = IDASetMaxNonlinIters(ida_mem_, most_iterations);
  if (int flag = flag_of_ida_code(iterations, "IDASetMaxNonlinIters", message)) return flag;
  newton_ = std::move(newton);  // frees the solver of an earlier attach, which IDA no longer refers to
  if (SUNNonlinSolSetConvTestFn(newton_.get(), &ErrorControl::convergence_test, this) != kConverged) {
    message = "SUNNonlinSolSetConvTestFn refused the convergence test.";
    return IDACI_NOT_SUPPORTED;
  }
  return IDACI_SUCCESS;
}

int ErrorControl::convergence_test(SUNNonlinearSolver solver, N_Vector /*correction_sum*/, N_Vector correction,
                                   sunrealtype tolerance, N_Vector weights, void* self)
{
  return static_cast<ErrorControl*>(self)->test(solver, correction, tolerance, weights);
}

std::optional<sunrealtype> ErrorControl::of(N_Vector x, N_Vector weights) noexcept
{
  if (!filtered_norm_) return {};
  return filtered_norm_->of(x, weights);
}

// IDA's own test with three changes.
// - The norm is scaled; the h of the scaling is 1/cj = h/alpha_0, the gamma of (3.10).
// - The convergence rate may lengthen the iteration but never shorten it: IDA takes rate / (1 - rate) times the last
//   correction for the error left and keeps that factor from step to step. The norm of a first correction is mostly
//   components that one linear solve settles, such as prescribed or position variables, so the rate comes out tiny
//   and says nothing about the nonlinear components with small scaled weights; they would be left unconverged, step
//   after step. Here the factor is 20 for a first correction, as IDA has it for a new matrix, and at least 1 later.
// - The tolerance is a tenth of IDA's: what is left in velocities and multipliers enters the predictor of the next
//   steps and disturbs the error test of the components below them. With a filter of velocities it is a
//   thousandth: what is left of a multiplier enters the error estimate of the velocities, which exclusion does not
//   look at. The norm is that of the filter, so that what one test lets pass is seen by the other.
// Measured with four iterations at rtol = atol = 1e-8, steps (error of the position at the end): pendulum of index 3 to
// t = 2 with IDA's factor 432 (12000 tolerances), with this 243 (28), slider-crank of index 3 to t = 3 692 (320000) and
// 391 (2000).
int ErrorControl::test(SUNNonlinearSolver solver, N_Vector correction, sunrealtype tolerance, N_Vector weights)
{
  constexpr sunrealtype usual_tightening = 0.1;
  constexpr sunrealtype tightening_of_velocity_filter = 1e-3;
  constexpr sunrealtype largest_rate = 0.9;
  constexpr sunrealtype factor_without_rate = 20;
  sunrealtype cj = 0;
  int iteration = 0;
  if (IDAGetCurrentCj(ida_mem_, &cj) != IDA_SUCCESS) return IDA_MEM_NULL;
  if (SUNNonlinSolGetCurIter(solver, &iteration) != kConverged) return IDA_MEM_NULL;

  const bool filtered = filtered_norm_ && filtered_norm_->linear_solver_is_direct();
  if (filtered) filtered_norm_->newton_iterates(iteration);
  const bool velocities_filtered = filtered && filtered_norm_->filters_velocities();
  const sunrealtype tightening = velocities_filtered ? tightening_of_velocity_filter : usual_tightening;
  scale_weights(weights, 1 / cj);
  const sunrealtype norm =
      filtered ? max_norm(correction, scaled_weights_.get()) : N_VWrmsNorm(correction, scaled_weights_.get());
  sunrealtype remaining_over_last = factor_without_rate;  // (error left) / (last correction)
  if (iteration == 0) {
    first_norm_ = norm;
  } else {
    const sunrealtype rate = std::pow(norm / first_norm_, sunrealtype(1) / iteration);
    if (rate > largest_rate) return SUN_NLS_CONV_RECVR;
    remaining_over_last = std::max(sunrealtype(1), rate / (1 - rate));
  }
  return remaining_over_last * norm <= tightening * tolerance ? kConverged : SUN_NLS_CONTINUE;
}

void ErrorControl::scale_weights(N_Vector weights, sunrealtype h)
{
  if (h != factors_h_) {
    // Index by index: what one index more multiplies the factor by.
    N_VConst(1, factors_.get());
    for (int index = high_index; index <= highest_index_; ++index) {
      methods::impulse::mask_at_least(index, variable_index_.get(), scaled_weights_.get());
      methods::impulse::scale_where(scaled_weights_.get(), weight_factor(h, index) / weight_factor(h, index - 1),
                                    factors_.get());
    }
    factors_h_ = h;
  }
  N_VProd(weights, factors_.get(), scaled_weights_.get());
}

}  // namespace ida_consistent_init::integration
