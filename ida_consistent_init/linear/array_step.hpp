#pragma once
#include "ida_consistent_init/linear/dense_step.hpp"
#include "ida_consistent_init/linear/elimination.hpp"

namespace ida_consistent_init::linear {

/// How many columns of a derivative array's Jacobian [U P V] belong to y and to y'; the rest to higher derivatives.
struct ArrayColumns
{
  Eigen::Index values = 0, derivatives = 0;
};

/// ConstrainedStep of a derivative array in the order of the ranks that tell what it determines (Leimkuhler, Petzold,
/// Gear, Lemma 4.5): y from the combinations of rows in which no derivative occurs, then y' from those without higher
/// derivatives, then these. Where all columns are factored at once, errors of the entries of V let higher derivatives
/// take up what belongs to a constraint on y, and no size of step or error of y shows that it is missed.
/// Wishes count in the same order.
class ArrayStep : public ConstrainedStep
{
 public:
  /// noise, error: as in make_constrained_step; error is given.
  ArrayStep(const SparseMatrix& matrix, const ArrayColumns& columns, const Eigen::VectorXd& weight, double noise,
            const SparseMatrix& error);

  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] Eigen::VectorXd multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] int rank() const override { return of_values_->rank() + of_derivatives_->rank() + of_higher_->rank(); }
  [[nodiscard]] std::vector<char> determined() const override { return freedom_.determined(); }
  [[nodiscard]] std::vector<char> unique() const override { return freedom_.unique(); }

 private:
  void find_freedom(double certain);

  ArrayColumns columns_;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd weight_;
  Elimination higher_, derivatives_;
  Eigen::MatrixXd values_in_rest_;  // U after the elimination of V
  std::unique_ptr<DenseStep> of_values_, of_derivatives_, of_higher_;
  Freedom freedom_;
};

}  // namespace ida_consistent_init::linear
