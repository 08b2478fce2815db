#include "ida_consistent_init/linear/row_subset_step.hpp"

#include "ida_consistent_init/linear/independent_rows.hpp"

namespace ida_consistent_init::linear {

RowSubsetStep::RowSubsetStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, double tolerance)
{
  const Equilibration scale = equilibrate(matrix);
  row_scale_ = scale.row;
  const SparseMatrix scaled = scale.row.asDiagonal() * matrix * scale.column.asDiagonal();
  rows_ = independent_rows(scaled, tolerance);
  if (rows_.empty()) return;
  std::vector<Eigen::Triplet<double>> ones;
  for (std::size_t k = 0; k < rows_.size(); ++k) ones.emplace_back(static_cast<int>(k), rows_[k], 1.0);
  SparseMatrix pick(static_cast<Eigen::Index>(rows_.size()), matrix.rows());
  pick.setFromTriplets(ones.begin(), ones.end());
  step_ = std::make_unique<SparseStep>(pick * matrix, weight);
}

Eigen::VectorXd RowSubsetStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  return step_->solve(b(rows_), toward);
}

Eigen::VectorXd RowSubsetStep::multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  Eigen::VectorXd all = Eigen::VectorXd::Zero(row_scale_.size());
  all(rows_) = step_->multipliers(d, toward);
  return all;
}

}  // namespace ida_consistent_init::linear
