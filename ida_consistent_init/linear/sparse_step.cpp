#include "ida_consistent_init/linear/sparse_step.hpp"

#include <algorithm>
#include <vector>

namespace ida_consistent_init::linear {
namespace {

SparseMatrix saddle_point(const SparseMatrix& a, const Eigen::VectorXd& wish, const SparseMatrix& curvature)
{
  const int rows = static_cast<int>(a.rows());
  const int columns = static_cast<int>(a.cols());
  const double least_wish = 1e-12 * std::max(wish.maxCoeff(), 1e-300);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(columns + 2 * a.nonZeros());
  for (int j = 0; j < columns; ++j) {
    entries.emplace_back(j, j, std::max(wish[j], least_wish));
    for (SparseMatrix::InnerIterator entry(a, j); entry; ++entry) {
      const int i = static_cast<int>(entry.row());
      entries.emplace_back(columns + i, j, entry.value());
      entries.emplace_back(j, columns + i, entry.value());
    }
  }
  for (int j = 0; j < curvature.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(curvature, j); entry; ++entry) {
      entries.emplace_back(static_cast<int>(entry.row()), j, entry.value());
    }
  }
  SparseMatrix saddle(rows + columns, rows + columns);
  saddle.setFromTriplets(entries.begin(), entries.end());
  return saddle;
}

}  // namespace

SparseStep::SparseStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, const SparseMatrix& curvature)
    : rows_(static_cast<int>(matrix.rows())), columns_(static_cast<int>(matrix.cols()))
{
  const Equilibration scale = equilibrate(matrix);
  row_scale_ = scale.row;
  column_scale_ = scale.column;
  wish_ = weight.cwiseProduct(column_scale_).cwiseAbs2();
  const SparseMatrix scaled = row_scale_.asDiagonal() * matrix * column_scale_.asDiagonal();
  if (curvature.rows() > 0) curvature_ = column_scale_.asDiagonal() * curvature * column_scale_.asDiagonal();
  regular_ = rows_ <= columns_ && factor_.factor(rows_ == columns_ ? scaled : saddle_point(scaled, wish_, curvature_));
}

Eigen::VectorXd SparseStep::solve_saddle(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  Eigen::VectorXd right(rows_ + columns_);
  right << wish_.cwiseProduct(toward.cwiseQuotient(column_scale_)), row_scale_.cwiseProduct(b);
  return factor_.solve(right);
}

Eigen::VectorXd SparseStep::saddle_multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  // Written for the rest u of the step beyond d: (W^2 + L) u + A^T m = W^2 (toward - d) - L d,  A u = 0.
  const Eigen::VectorXd scaled = d.cwiseQuotient(column_scale_);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(rows_ + columns_);
  right.head(columns_) = wish_.cwiseProduct(toward.cwiseQuotient(column_scale_) - scaled);
  if (curvature_.rows() > 0) right.head(columns_) -= curvature_ * scaled;
  return factor_.solve(right).tail(rows_);
}

Eigen::VectorXd SparseStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  if (rows_ == columns_) return column_scale_.cwiseProduct(factor_.solve(row_scale_.cwiseProduct(b)));
  return column_scale_.cwiseProduct(solve_saddle(b, toward).head(columns_));
}

Eigen::VectorXd SparseStep::multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  if (rows_ == columns_) return Eigen::VectorXd::Zero(rows_);
  return row_scale_.cwiseProduct(saddle_multipliers(d, toward));
}

}  // namespace ida_consistent_init::linear
