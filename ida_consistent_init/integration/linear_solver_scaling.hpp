#pragma once
// Scaling of the linear systems of IDA's Newton iteration by powers of h.
//
// With the offsets c and the indices of the variables, diag(cj^c_i) (F_y + cj F_y') diag(h^(index_j - 1)) has entries
// and a condition that do not grow as h goes to zero (Petzold, Loetstedt, section 3, for the rows); without scaling the
// condition of systems of index 3 grows like 1/h^3. Solvers that equilibrate (KLU) do that themselves. A direct solver
// with partial pivoting hardly notices: its pivots are the same. For a Krylov method without preconditioner the
// condition is what counts.
//
// The operations of the linear solver object are exchanged, so that IDA's residual, its Jacobian and its error tests
// stay as they are: rows of a matrix are scaled when it is set up, and right-hand sides by the same numbers until it is
// set up anew; iterative solvers get other scaling vectors. Numbers are powers of two: the scaling itself does not
// round.

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_nvector.h>

#include <string>
#include <vector>

namespace ida_consistent_init::integration {

struct ScalingPowers
{
  std::vector<int> differentiations;  // [n] c_i of equation i
  std::vector<int> variable_index;    // [n]
};

// solver (in/out) belongs to ida_mem from now on, and owns what the scaling needs; a second call replaces the powers.
// Returns a flag of ida_consistent_init_flags.h: IDACI_NOT_SUPPORTED for solvers other than IDA's dense, band and
// iterative ones; message (out) explains a failure. Throws support::Error when memory is short.
int scale_linear_solver(void* ida_mem, SUNLinearSolver solver, ScalingPowers powers, N_Vector template_vector,
                        std::string& message);

}  // namespace ida_consistent_init::integration
