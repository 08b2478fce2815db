#pragma once
// A way to IDA's linear solver: IDA hands the solve of its iteration matrix to its nonlinear solver, as a function. A
// Newton solver of ours keeps that function where we find it again, so that the factorization (or preconditioner) that
// IDA holds anyway serves for further right-hand sides, whatever the linear solver is.

#include <sundials/sundials_context.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

#include <memory>
#include <type_traits>

namespace ida_consistent_init::integration {

struct FreeNonlinearSolver
{
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};
using NonlinearSolverHandle = std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, FreeNonlinearSolver>;

// SUNNonlinSol_Newton, empty when memory is short. tapped (in/out) is set to the function of each
// SUNNonlinSolSetLSolveFn, with IDA at its first step: tapped(b, ida_mem) replaces b by x of
//   A x = b times 2 / (1 + cj / cj_A),   A = F_y + cj_A F_y' the matrix that was set up last.
// tapped must live as long as the solver is used.
NonlinearSolverHandle newton_with_tap(N_Vector template_vector, SUNContext context, SUNNonlinSolLSolveFn* tapped);

}  // namespace ida_consistent_init::integration
