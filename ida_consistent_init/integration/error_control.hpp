#pragma once
// Lets IDA integrate systems of index 2 and 3.
//
// IDA tests every component twice in a step, and both tests fail for components of index 2 and above:
// - the local error test: the error estimate of such a component does not go to zero with the step (Petzold,
//   Loetstedt, section 5), so the step would be cut until the code gives up. These components are left out
//   (IDASetId, IDASetSuppressAlg), or the whole estimate is filtered (filtered_norm.hpp): what is left out is not
//   controlled, and the errors of index-3 systems are then not proportional to the tolerance.
// - the convergence test of the Newton iteration: corrections of such a component carry round-off of size u/h^(index-1)
//   (section 3, (3.6) and (3.10)), so for small h they never pass. It is enough that h^(index-1) times the correction
//   meets the tolerance (section 4, text after (4.4)). Leaving them out altogether would be a mistake (end of section
//   4): with a Jacobian of an earlier step, their convergence tells whether the iteration has converged at all.
// With IDA's public interface the second test can be changed only through the convergence test of a nonlinear solver
// that we attach.

#include <sundials/sundials_context.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <optional>
#include <string>
#include <vector>

#include "ida_consistent_init/integration/error_norm.hpp"
#include "ida_consistent_init/integration/filtered_norm.hpp"
#include "ida_consistent_init/integration/linear_solver_tap.hpp"
#include "ida_consistent_init/integration/sure_clone.hpp"
#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::integration {

// Owns the Newton solver that it attaches to IDA memory, and is the data of that solver's convergence test: it must
// live, at the same address, as long as that memory is stepped. One instance serves one IDA memory.
class ErrorControl final : private ErrorNorm
{
 public:
  ErrorControl() = default;
  ErrorControl(const ErrorControl&) = delete;
  ErrorControl& operator=(const ErrorControl&) = delete;

  // Both tests of ida_mem (in/out) are set for the given indices; to be called after IDAInit or IDAReInit and before
  // the first step, because IDA wires a nonlinear solver up when it starts. Indices of 0 and 1 only: IDA stays as it
  // is, bit for bit (a previous attach is undone). A second call replaces the first.
  // IDASetNonlinearSolver returns IDASetMaxNonlinIters and IDASetNlsResFn to their defaults.
  //   variable_index   [n] >= 0, at least one of them <= 1
  //   template_vector  any vector like IDA's, length n, with an array pointer
  // Returns a flag of ida_consistent_init_flags.h; message (out) explains a failure.
  int attach(void* ida_mem, const std::vector<int>& variable_index, N_Vector template_vector, SUNContext context,
             std::string& message);

  // The same with the filtered error test; IDA's vectors must be prepared (error_norm.hpp), or the flag is
  // IDACI_NOT_SUPPORTED. With an iterative linear solver IDA gets the test without filter.
  int attach_with_filter(void* ida_mem, const FilterProblem& problem, N_Vector template_vector, SUNContext context,
                         std::string& message);

  // The first one for vectors of any kind, such as those of MPI; variable_index also is the template.
  int attach(void* ida_mem, N_Vector variable_index, SUNContext context, std::string& message);

  bool attached() const { return high_index_present_; }

 private:
  std::optional<sunrealtype> of(N_Vector x, N_Vector weights) noexcept override;
  int detach(std::string& message);
  SureClone error_test_id(N_Vector variable_index);
  int exclude_from_error_test(const SureClone& id, std::string& message);
  int attach_tests(void* ida_mem, N_Vector variable_index, const FilterProblem* filter, SUNContext context,
                   std::string& message);
  int replace_newton_solver(N_Vector template_vector, SUNContext context, std::string& message);

  static int convergence_test(SUNNonlinearSolver solver, N_Vector correction_sum, N_Vector correction,
                              sunrealtype tolerance, N_Vector weights, void* self);
  int test(SUNNonlinearSolver solver, N_Vector correction, sunrealtype tolerance, N_Vector weights);
  void scale_weights(N_Vector weights, sunrealtype h);

  void* ida_mem_ = nullptr;
  bool high_index_present_ = false;
  support::VectorHandle variable_index_;
  int highest_index_ = 0;
  SUNNonlinSolLSolveFn linear_solve_ = nullptr;  // IDA's, from the tap of newton_
  NonlinearSolverHandle newton_;
  std::optional<FilteredNorm> filtered_norm_;  // nothing: exclusion only
  support::VectorHandle factors_;              // weight_factor(h, index_j)
  support::VectorHandle scaled_weights_;       // IDA's weights times factors_

  sunrealtype factors_h_ = 0;   // the h of factors_; 0: not computed yet
  sunrealtype first_norm_ = 0;  // norm of the first correction of this Newton iteration
};

}  // namespace ida_consistent_init::integration
