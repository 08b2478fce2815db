#pragma once
#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/structure/offsets.hpp"

namespace ida_consistent_init::methods {

/// Numerical rank of J_ij = dF_i / dy_j^(d_j - c_i) at (y, y') of the jet: F_y' where d_j - c_i = 1, F_y where it is 0.
/// n: the offsets are those of the system; less: structure deceives, or the point is singular.
int system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                         const derivatives::Jet& jet);

/// The rank at the jet and, if it is deficient there, at points beside it: the largest found.
int generic_system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                 const derivatives::Jet& jet);

}  // namespace ida_consistent_init::methods
