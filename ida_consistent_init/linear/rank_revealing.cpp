#include "ida_consistent_init/linear/rank_revealing.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace ida_consistent_init::linear {

namespace {

/// values: decreasing.
void split(const Eigen::VectorXd& values, const RankTolerance& tolerance, RankRevealed& result)
{
  result.rank = rank_by_gap(values, tolerance);
  if (result.rank > 0) result.smallest_kept = values[result.rank - 1];
  if (result.rank < values.size()) result.largest_dropped = values[result.rank];
}

RankRevealed by_singular_values(const Eigen::MatrixXd& matrix, const RankTolerance& tolerance)
{
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  RankRevealed result;
  split(svd.singularValues(), tolerance, result);
  result.left_null = svd.matrixU().rightCols(matrix.rows() - result.rank);
  result.null_space = svd.matrixV().rightCols(matrix.cols() - result.rank);
  return result;
}

/// Q of the pivoted QR factorization: its last columns span the left null space.
Eigen::MatrixXd orthogonal_factor(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr)
{
  return qr.householderQ() * Eigen::MatrixXd::Identity(qr.rows(), qr.rows());
}

RankRevealed by_pivots(const Eigen::MatrixXd& matrix, const RankTolerance& tolerance)
{
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(matrix);
  RankRevealed result;
  split(qr.matrixR().diagonal().cwiseAbs(), tolerance, result);
  result.left_null = orthogonal_factor(qr).rightCols(matrix.rows() - result.rank);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> of_transposed(matrix.transpose());
  result.null_space = orthogonal_factor(of_transposed).rightCols(matrix.cols() - result.rank);
  return result;
}

}  // namespace

RankRevealed reveal_rank(const Eigen::MatrixXd& matrix, const RankTolerance& tolerance)
{
  constexpr Eigen::Index most_for_svd = 300;
  if (matrix.size() == 0) {
    RankRevealed result;
    result.left_null = Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows());
    result.null_space = Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols());
    return result;
  }
  if (std::max(matrix.rows(), matrix.cols()) <= most_for_svd) return by_singular_values(matrix, tolerance);
  return by_pivots(matrix, tolerance);
}

}  // namespace ida_consistent_init::linear
