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
    null_space_ = column_scale_.asDiagonal() * Eigen::MatrixXd::Identity(columns, columns);
    if (columns > 0) prepare_wishes(noise);
    return;
  }
  const Eigen::MatrixXd transposed =
      (scale.row.asDiagonal() * Eigen::MatrixXd(matrix) * column_scale_.asDiagonal()).transpose();
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.compute(transposed);
  const RankTolerance tolerance = rank_tolerance(noise * std::max(rows, columns), error, scale);
  const Eigen::VectorXd pivots = qr.matrixR().diagonal().cwiseAbs();
  if (pivots[0] > 0) rank_ = rank_by_gap(pivots / pivots[0], tolerance);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(columns, columns);
  range_ = q.leftCols(rank_);
  null_space_ = column_scale_.asDiagonal() * q.rightCols(columns - rank_);
  const Eigen::MatrixXd trapezoid = qr.matrixR().topRows(rank_).template triangularView<Eigen::Upper>();
  factor_ = row_scale_.cwiseQuotient(scale.row).asDiagonal() * (qr.colsPermutation() * trapezoid.transpose());
  if (rank_ > 0) factor_qr_.compute(factor_);
  if (rank_ < columns) prepare_wishes(tolerance.certain);
}

/// W null_space_, without the round-off of unknowns that the null space does not touch: their wishes have no say.
/// Directions along which wishes change by less than the noise of the null space count as indifferent.
void DenseStep::prepare_wishes(double threshold)
{
  wishes_ = weight_.asDiagonal() * null_space_;
  const std::vector<char> untouched = untouched_by(null_space_);
  for (Eigen::Index j = 0; j < wishes_.rows(); ++j) {
    if (untouched[j] != 0) wishes_.row(j).setZero();
  }
  wish_.setThreshold(threshold);
  wish_.compute(wishes_);
}

Eigen::MatrixXd DenseStep::kernel_of_wishes() const
{
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
  lu.setThreshold(wish_.threshold());
  return lu.compute(wishes_).kernel();
}

/// Shortest (in scaled unknowns) least-squares solution of A d = b.
Eigen::VectorXd DenseStep::particular(const Eigen::VectorXd& b) const
{
  if (rank_ == 0) return Eigen::VectorXd::Zero(weight_.size());
  const Eigen::VectorXd in_range = factor_qr_.solve(row_scale_.cwiseProduct(b));
  return column_scale_.cwiseProduct(range_ * in_range);
}

Eigen::VectorXd DenseStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  Eigen::VectorXd d = particular(b);
  if (null_space_.cols() == 0) return d;
  if (curvature_.rows() == 0) return d + null_space_ * wish_.solve(weight_.cwiseProduct(toward - d));
  const Eigen::VectorXd downhill = weight_.cwiseAbs2().cwiseProduct(toward - d) - curvature_ * d;
  return d + null_space_ * reduced_hessian_.solve(null_space_.transpose() * downhill);
}

bool DenseStep::add_curvature(const SparseMatrix& curvature)
{
  const Eigen::MatrixXd bent = curvature * null_space_ + weight_.cwiseAbs2().asDiagonal() * null_space_;
  const Eigen::MatrixXd reduced = null_space_.transpose() * bent;
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

/// 1 for unknowns that the directions (orthonormal up to the column scale) leave in place.
std::vector<char> DenseStep::untouched_by(const Eigen::MatrixXd& directions) const
{
  // Round-off leaves 1e-8 and less of an unknown that is not touched.
  constexpr double negligible = 1e-7;
  std::vector<char> untouched(weight_.size(), 1);
  for (Eigen::Index j = 0; j < directions.rows(); ++j) {
    if (directions.row(j).norm() > negligible * column_scale_[j]) untouched[j] = 0;
  }
  return untouched;
}

std::vector<char> DenseStep::determined() const
{
  return untouched_by(null_space_);
}

std::vector<char> DenseStep::unique() const
{
  if (null_space_.cols() == 0 || wish_.rank() == null_space_.cols()) return std::vector<char>(weight_.size(), 1);
  // Null-space directions along which no wish changes.
  const Eigen::MatrixXd indifferent =
      wish_.rank() == 0 ? Eigen::MatrixXd::Identity(null_space_.cols(), null_space_.cols()) : kernel_of_wishes();
  return untouched_by(null_space_ * indifferent);
}

}  // namespace ida_consistent_init::linear
