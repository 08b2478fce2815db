#include "ida_consistent_init/linear/freedom.hpp"

#include <Eigen/LU>
#include <utility>

namespace ida_consistent_init::linear {

/// Wishes of unknowns that the directions touch with round-off only have no say.
Freedom::Freedom(Eigen::MatrixXd directions, Eigen::VectorXd scale, const Eigen::VectorXd& weight, double threshold)
    : directions_(std::move(directions)), scale_(std::move(scale)), weight_(weight)
{
  if (directions_.cols() == 0) return;
  wishes_ = weight_.asDiagonal() * directions_;
  const std::vector<char> untouched = untouched_by(directions_);
  for (Eigen::Index j = 0; j < wishes_.rows(); ++j) {
    if (untouched[j] != 0) wishes_.row(j).setZero();
  }
  wish_.setThreshold(threshold);
  wish_.compute(wishes_);
}

Eigen::VectorXd Freedom::nearest(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  if (directions_.cols() == 0) return d;
  return d + directions_ * wish_.solve(weight_.cwiseProduct(toward - d));
}

std::vector<char> Freedom::unique() const
{
  if (directions_.cols() == 0 || wish_.rank() == directions_.cols()) return std::vector<char>(scale_.size(), 1);
  if (wish_.rank() == 0) return determined();
  Eigen::FullPivLU<Eigen::MatrixXd> lu;
  lu.setThreshold(wish_.threshold());
  return untouched_by(directions_ * lu.compute(wishes_).kernel());
}

std::vector<char> Freedom::untouched_by(const Eigen::MatrixXd& directions) const
{
  // Round-off leaves 1e-8 and less of an unknown that is not touched.
  constexpr double negligible = 1e-7;
  std::vector<char> untouched(scale_.size(), 1);
  for (Eigen::Index j = 0; j < directions.rows(); ++j) {
    if (directions.row(j).norm() > negligible * scale_[j]) untouched[j] = 0;
  }
  return untouched;
}

}  // namespace ida_consistent_init::linear
