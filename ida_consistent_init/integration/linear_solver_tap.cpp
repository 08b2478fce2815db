#include "ida_consistent_init/integration/linear_solver_tap.hpp"

#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "ida_consistent_init/integration/extended_operations.hpp"

namespace ida_consistent_init::integration {

namespace {

struct Tap
{
  SUNNonlinSolLSolveFn* tapped;
  int (*set_linear_solve)(SUNNonlinearSolver, SUNNonlinSolLSolveFn);  // the operation of the Newton solver itself
};

int keep_and_set(SUNNonlinearSolver solver, SUNNonlinSolLSolveFn linear_solve)
{
  const Tap& tap = extension<Tap>(solver);
  *tap.tapped = linear_solve;
  return tap.set_linear_solve(solver, linear_solve);
}

}  // namespace

NonlinearSolverHandle newton_with_tap(N_Vector template_vector, SUNContext context, SUNNonlinSolLSolveFn* tapped)
{
  NonlinearSolverHandle solver(SUNNonlinSol_Newton(template_vector, context));
  if (!solver) return solver;
  if (!extend_operations(solver.get(), Tap{tapped, solver->ops->setlsolvefn})) return {};
  solver->ops->setlsolvefn = &keep_and_set;
  return solver;
}

}  // namespace ida_consistent_init::integration
