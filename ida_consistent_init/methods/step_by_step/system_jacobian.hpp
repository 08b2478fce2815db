#pragma once
#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/structure/offsets.hpp"

namespace ida_consistent_init::methods {

/// J_ij = dF_i / dy_j^(d_j - c_i) at (y, y') of the jet: F_y' where d_j - c_i = 1, F_y where it is 0.
/// error: if given, receives the absolute errors of the entries.
Eigen::SparseMatrix<double> system_jacobian(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                            const derivatives::Jet& jet, Eigen::SparseMatrix<double>* error = nullptr);

/// Whether a stage that has this matrix finds its rank as well as system_jacobian_rank does: small ones by differences
/// are looked at more closely.
bool factorization_shows_rank(derivatives::DerivativeArray& array, int n);

/// The jet with (y, y') of derivatives::point_beside.
derivatives::Jet jet_beside(const derivatives::Jet& jet, unsigned number);

/// Numerical rank of the system Jacobian.
/// n: the offsets are those of the system; less: structure deceives, or the point is singular.
int system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                         const derivatives::Jet& jet);

/// Equations of which a combination has no leading derivatives at the jet, because the system Jacobian is singular.
/// Empty for a regular one, and for more than 300 equations, where finding them would take too long.
std::vector<int> dependent_equations(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                     const derivatives::Jet& jet);

/// The rank at the jet and, if it is deficient there, at points beside it: the largest found.
int generic_system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                 const derivatives::Jet& jet);

}  // namespace ida_consistent_init::methods
