#include "ida_consistent_init/linear/dense_step.hpp"

#include <algorithm>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::linear {

DenseStep::DenseStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, double noise, const SparseMatrix& error)
    : weight_(weight)
{
  // Ranks of merged blocks, where differentiated rows meet plain ones, need the matched scaling. Rows that contradict
  // each other are compared in the gentler one: a row that the other scales up for a small entry is often a
  // differentiated one, with the largest error.
  const Equilibration scale = error.rows() > 0 ? matched_scaling(matrix, error) : equilibrate(matrix);
  row_scale_ = equilibrate(matrix).row;
  column_scale_ = scale.column;
  const int rows = static_cast<int>(matrix.rows());
  const int columns = static_cast<int>(matrix.cols());
  if (rows == 0 || columns == 0) {
    freedom_ = Freedom(column_scale_.asDiagonal() * Eigen::MatrixXd::Identity(columns, columns), column_scale_, weight_,
                       noise);
    return;
  }
  const Eigen::MatrixXd transposed =
      (scale.row.asDiagonal() * Eigen::MatrixXd(matrix) * column_scale_.asDiagonal()).transpose();
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.compute(transposed);
  const RankTolerance tolerance = rank_tolerance(noise * std::max(rows, columns), error, scale);
  const Eigen::VectorXd pivots = qr.matrixR().diagonal().cwiseAbs();
  if (pivots[0] > 0) rank_ = rank_by_gap(pivots / pivots[0], tolerance).rank;
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(columns, columns);
  range_ = q.leftCols(rank_);
  freedom_ =
      Freedom(column_scale_.asDiagonal() * q.rightCols(columns - rank_), column_scale_, weight_, tolerance.certain);
  const Eigen::MatrixXd trapezoid = qr.matrixR().topRows(rank_).template triangularView<Eigen::Upper>();
  factor_ = row_scale_.cwiseQuotient(scale.row).asDiagonal() * (qr.colsPermutation() * trapezoid.transpose());
  if (rank_ > 0) factor_qr_.compute(factor_);
}

Eigen::VectorXd DenseStep::shortest(const Eigen::VectorXd& b) const
{
  if (rank_ == 0) return Eigen::VectorXd::Zero(weight_.size());
  const Eigen::VectorXd in_range = factor_qr_.solve(row_scale_.cwiseProduct(b));
  return column_scale_.cwiseProduct(range_ * in_range);
}

Eigen::VectorXd DenseStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  const Eigen::VectorXd d = shortest(b);
  if (null_space().cols() == 0 || curvature_.rows() == 0) return freedom_.nearest(d, toward);
  const Eigen::VectorXd downhill = weight_.cwiseAbs2().cwiseProduct(toward - d) - curvature_ * d;
  return d + null_space() * reduced_hessian_.solve(null_space().transpose() * downhill);
}

bool DenseStep::add_curvature(const SparseMatrix& curvature)
{
  const Eigen::MatrixXd bent = curvature * null_space() + weight_.cwiseAbs2().asDiagonal() * null_space();
  const Eigen::MatrixXd reduced = null_space().transpose() * bent;
  reduced_hessian_.compute(0.5 * (reduced + reduced.transpose()));
  if (reduced_hessian_.info() != Eigen::Success || !(reduced_hessian_.rcond() > 1e-12)) return false;
  curvature_ = curvature;
  return true;
}

Eigen::VectorXd DenseStep::multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  if (rank_ == 0) return Eigen::VectorXd::Zero(row_scale_.size());
  Eigen::VectorXd gradient = weight_.cwiseAbs2().cwiseProduct(toward - d);
  if (curvature_.rows() > 0) gradient -= curvature_ * d;
  const Eigen::VectorXd in_range = range_.transpose() * column_scale_.cwiseProduct(gradient);
  // (R A C)^T m = Q1 factor^T m: the shortest m with factor^T m = in_range.
  const Eigen::VectorXd scaled = factor_ * (factor_.transpose() * factor_).ldlt().solve(in_range);
  return row_scale_.cwiseProduct(scaled);
}

}  // namespace ida_consistent_init::linear
