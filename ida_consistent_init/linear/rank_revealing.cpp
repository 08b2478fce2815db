#include "ida_consistent_init/linear/rank_revealing.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

namespace ida_consistent_init::linear {

namespace {

/// Q of the pivoted QR factorization: its last columns span the left null space.
Eigen::MatrixXd orthogonal_factor(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr)
{
  return qr.householderQ() * Eigen::MatrixXd::Identity(qr.rows(), qr.rows());
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& matrix, const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& qr)
{
  constexpr Eigen::Index most_for_svd = 80;
  if (std::min(matrix.rows(), matrix.cols()) > most_for_svd) return qr.matrixR().diagonal().cwiseAbs();
  return Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
}

}  // namespace

RankRevealed reveal_rank(const Eigen::MatrixXd& matrix, const RankTolerance& tolerance)
{
  RankRevealed result;
  if (matrix.size() == 0) {
    result.left_null = Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows());
    result.null_space = Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols());
    return result;
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(matrix);
  const Eigen::VectorXd values = singular_values(matrix, qr);
  result.rank = rank_by_gap(values, tolerance);
  if (result.rank > 0) result.smallest_kept = values[result.rank - 1];
  if (result.rank < values.size()) result.largest_dropped = values[result.rank];
  result.left_null = orthogonal_factor(qr).rightCols(matrix.rows() - result.rank);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> of_transposed(matrix.transpose());
  result.null_space = orthogonal_factor(of_transposed).rightCols(matrix.cols() - result.rank);
  return result;
}

}  // namespace ida_consistent_init::linear
