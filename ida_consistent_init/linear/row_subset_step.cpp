#include "ida_consistent_init/linear/row_subset_step.hpp"

#include "ida_consistent_init/linear/independent_rows.hpp"
#include "ida_consistent_init/linear/selection.hpp"

namespace ida_consistent_init::linear {

RowSubsetStep::RowSubsetStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, double tolerance)
{
  const Equilibration scale = equilibrate(matrix);
  row_scale_ = scale.row;
  const SparseMatrix scaled = scale.row.asDiagonal() * matrix * scale.column.asDiagonal();
  rows_ = independent_rows(scaled, tolerance);
  if (rows_.empty()) return;
  step_ = std::make_unique<SparseStep>(selection(rows_, matrix.rows()) * matrix, weight);
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
