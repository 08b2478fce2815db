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

/// tall: the factorization of the matrix or of its transpose, whichever has not fewer rows than columns. Of its square
/// triangle, so that JacobiSVD needs no preconditioner: those of Eigen 3.4 are freed twice when memory runs short.
Eigen::VectorXd singular_values(const Eigen::ColPivHouseholderQR<Eigen::MatrixXd>& tall)
{
  constexpr Eigen::Index most_for_svd = 80;
  const Eigen::Index size = tall.cols();
  const Eigen::MatrixXd triangle = tall.matrixR().topLeftCorner(size, size).triangularView<Eigen::Upper>();
  if (size > most_for_svd) return triangle.diagonal().cwiseAbs();
  return Eigen::JacobiSVD<Eigen::MatrixXd, Eigen::NoQRPreconditioner>(triangle).singularValues();
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
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> of_transposed(matrix.transpose());
  const Eigen::VectorXd values = singular_values(matrix.rows() >= matrix.cols() ? qr : of_transposed);
  const RankByGap decided = rank_by_gap(values, tolerance);
  result.rank = decided.rank;
  result.clarity = decided.clarity;
  if (result.rank > 0) result.smallest_kept = values[result.rank - 1];
  if (result.rank < values.size()) result.largest_dropped = values[result.rank];
  result.left_null = orthogonal_factor(qr).rightCols(matrix.rows() - result.rank);
  result.null_space = orthogonal_factor(of_transposed).rightCols(matrix.cols() - result.rank);
  return result;
}

RankRevealed reveal_equilibrated_rank(const SparseMatrix& matrix, const SparseMatrix& error, double certain)
{
  const Equilibration scale = equilibrate(matrix);
  const Eigen::MatrixXd scaled = scale.row.asDiagonal() * Eigen::MatrixXd(matrix) * scale.column.asDiagonal();
  return reveal_rank(scaled, rank_tolerance(certain, error, scale));
}

}  // namespace ida_consistent_init::linear
