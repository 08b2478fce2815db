#pragma once
/// The numerically consistent start of the implicit Euler method (Arevalo, sections 3 and 4), for systems of index 3.
///
/// From exact values the first Euler step gives index-3 multipliers with errors of order one, because the difference
/// equations see only half of the curvature of the constraints. Moving the velocities by O(h) makes up for it: for
///   (4.1)  p' = U(t, q),  q' = F(t, p, q) + G(t, p, q) Lambda,  0 = R(t, p)
/// the start is q0 = q(0) - A U_q (q1 - q(0)) - h A U_t with A = G (R_p U_q G)^-1 R_p at (t1, p1), the end of one trial
/// step from the exact values. In terms of the offsets c and d and the system Jacobian J this is q0 = q(0) + h x_q,
///           J x = -r,   r_i = F_t + F_y (y1 - y(0)) / h  where c_i = 1 and F_i contains a derivative, else 0,
/// in which p are the variables with d = 2, q those with d = 1 and Lambda those with d = 0, so that neither the form
/// (4.1) nor R_p, U_q, G are needed: mass matrices, accelerations as variables, U that depends on p are all the same.
#include <vector>

#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::integration {

using problem::Vector;

/// Consistent values at problem.t0.
struct ConsistentValues
{
  Vector y, yp;
  double largest;  // of the derivatives y_j^(d_j): the unit of what J solves for
};

struct EulerStart
{
  Vector y;
  std::vector<int> changed;  // variables; empty: the consistent values serve as they are
};

/// sparsity: of F_y and F_y'. Throws support::Error: IDACI_NOT_SUPPORTED for an index above 3, or a constraint on
/// derivatives that is differentiated twice; IDACI_CONV_FAIL if the trial step of size h does not converge.
/// Up to c_i = 1 (index 2) the first Euler step is of first order in all components from consistent values, so nothing
/// changes.
EulerStart euler_start(const problem::Problem& problem, const problem::Sparsity& sparsity,
                       const structure::Structure& structure, const ConsistentValues& consistent, double h);

}  // namespace ida_consistent_init::integration
