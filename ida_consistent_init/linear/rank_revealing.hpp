#pragma once
#include <Eigen/Core>
#include <limits>

#include "ida_consistent_init/linear/rank_by_gap.hpp"

namespace ida_consistent_init::linear {

/// Rank of a dense matrix with errors, and its left null space.
struct RankRevealed
{
  int rank = 0;
  Eigen::MatrixXd left_null;   // [rows x (rows - rank)] orthonormal
  Eigen::MatrixXd null_space;  // [columns x (columns - rank)] orthonormal
  double smallest_kept = 0;    // singular value (estimate); 0 if rank = 0
  double largest_dropped = 0;  // 0 if none
  /// See RankByGap.
  double clarity = std::numeric_limits<double>::infinity();
};

/// Decided by singular values; of matrices with more than 80 rows and columns by the pivots of a column-pivoted QR,
/// which stand for them. The null spaces come from that factorization.
RankRevealed reveal_rank(const Eigen::MatrixXd& matrix, const RankTolerance& tolerance);

/// Of the matrix scaled by its equilibration; certain and error as for rank_tolerance.
RankRevealed reveal_equilibrated_rank(const SparseMatrix& matrix, const SparseMatrix& error, double certain);

}  // namespace ida_consistent_init::linear
