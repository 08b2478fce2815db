#pragma once
#include <vector>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear {

/// Rows of a sparse matrix, as many as its rank, that span its row space: by a rank-revealing sparse QR factorization
/// of the transposed matrix (SuiteSparseQR where the build has it, else Eigen's SparseQR, which fills in far more).
/// matrix: equilibrated. tolerance: pivots up to it count as zero.
std::vector<int> independent_rows(const SparseMatrix& matrix, double tolerance);

}  // namespace ida_consistent_init::linear
