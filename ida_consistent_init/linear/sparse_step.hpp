#pragma once
#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/equilibration.hpp"
#include "ida_consistent_init/linear/klu_factor.hpp"

namespace ida_consistent_init::linear {

/// ConstrainedStep by KLU: the equilibrated matrix itself if it is square, else the saddle point matrix
///   [ W^2 + L + delta^2 I   A^T ]
///   [ A                     0   ]
/// with a small delta for unknowns without a wish. A must have full row rank.
class SparseStep : public ConstrainedStep
{
 public:
  /// former: a step whose orderings are taken over where the pattern is the same; it cannot be used afterwards.
  SparseStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, const SparseMatrix& curvature = {},
             SparseStep* former = nullptr);

  /// False if the matrix is singular to working precision; nothing else may be called then.
  [[nodiscard]] bool regular() const { return regular_; }

  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] Eigen::VectorXd multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] int rank() const override { return rows_; }
  [[nodiscard]] std::vector<char> determined() const override { return {}; }
  [[nodiscard]] std::vector<char> unique() const override { return {}; }

  /// Rows of the saddle point matrix: of its unknowns (W^2 + L, A^T) and of its equations (A, 0).
  struct RowPlaces
  {
    std::vector<int> of_unknown, of_equation;
  };

 private:
  void factor_saddle_point(const SparseMatrix& scaled, SparseStep* former);
  [[nodiscard]] Eigen::VectorXd saddle_multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const;
  [[nodiscard]] Eigen::VectorXd solve_saddle(const Eigen::VectorXd& upper, const Eigen::VectorXd& lower) const;

  int rows_, columns_;
  SparseMatrix curvature_;               // in scaled unknowns; 0 x 0: none
  Eigen::VectorXd column_scale_, wish_;  // wish_: W^2 in scaled unknowns
  RowPlaces places_;
  KluFactor factor_;
  bool regular_ = false;
};

}  // namespace ida_consistent_init::linear
