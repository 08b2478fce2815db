#pragma once
#include <vector>

#include "ida_consistent_init/linear/equilibration.hpp"

namespace ida_consistent_init::linear {

/// Scale factors by which the entries of a matching of rows and columns become 1 and all others at most 1 in absolute
/// value: the dual solution of the assignment problem with the costs -log |a_ij| (Olschowka, Neumaier, 1996), the
/// matching with the largest product. Largest entries near 1 alone (see equilibrate) leave freedom that hides rank: a
/// mass matrix of 1e-6 beside multipliers, whose accelerations occur with 1 in another row, looks singular.
///
/// error: absolute errors of the entries, or 0 x 0; entries that are not well above theirs are not matched. Rows and
/// columns without a partner are scaled to a largest entry of 1.
Equilibration matched_scaling(const SparseMatrix& matrix, const SparseMatrix& error = {});

/// The column matched to each row in the matching with the largest product, -1 for a row without a partner or
/// for which the work, linear in the entries, did not suffice. scaled: largest entries near 1.
std::vector<int> largest_product_matching(const SparseMatrix& scaled);

}  // namespace ida_consistent_init::linear
