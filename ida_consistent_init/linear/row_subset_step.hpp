#pragma once
#include <vector>

#include "ida_consistent_init/linear/sparse_step.hpp"

namespace ida_consistent_init::linear {

/// ConstrainedStep for large matrices with dependent rows: independent rows go to SparseStep, the others are implied by
/// them where the equations are consistent (and show in the residual where not).
class RowSubsetStep : public ConstrainedStep
{
 public:
  RowSubsetStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, double tolerance);

  /// False if no independent rows could be found, or these are singular to working precision.
  [[nodiscard]] bool regular() const { return step_ != nullptr && step_->regular(); }

  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] Eigen::VectorXd multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] int rank() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] std::vector<char> determined() const override { return {}; }
  [[nodiscard]] std::vector<char> unique() const override { return {}; }

 private:
  std::vector<int> rows_;
  std::unique_ptr<SparseStep> step_;
};

}  // namespace ida_consistent_init::linear
