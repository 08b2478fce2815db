#pragma once
#include <Eigen/Core>
#include <memory>
#include <vector>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear {

/// Steps d of the nearest-point problem: among all d that solve A d = b (in the least-squares sense where that is not
/// possible), the one that minimises || W (d - toward) ||^2 + d^T L d, W = diag(weight), L the curvature (the
/// constraints' part of the Hessian of the Lagrangian; none: Gauss-Newton). Weight 0 marks unknowns without a wish;
/// among several minimisers the shortest is taken.
///
///   [ W^2 + L  A^T ] [ d ]   [ W^2 toward ]
///   [ A        0   ] [ m ] = [ b          ]
class ConstrainedStep
{
 public:
  virtual ~ConstrainedStep() = default;

  [[nodiscard]] virtual Eigen::VectorXd solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const = 0;

  /// Multipliers m of a step d: || A^T m - W^2 (toward - d) + L d || is least.
  [[nodiscard]] virtual Eigen::VectorXd multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const = 0;

  [[nodiscard]] virtual int rank() const = 0;

  /// 1 where the equations leave the unknown no freedom; empty if this solver cannot tell.
  [[nodiscard]] virtual std::vector<char> determined() const = 0;

  /// 1 where equations and wishes together leave the unknown no freedom; empty if this solver cannot tell.
  [[nodiscard]] virtual std::vector<char> unique() const = 0;

  /// Factors by which rows are comparable with each other (equilibration).
  [[nodiscard]] const Eigen::VectorXd& row_scale() const { return row_scale_; }

 protected:
  Eigen::VectorXd row_scale_;
};

/// noise: relative size of the errors in A's entries; singular directions below it do not count for the rank.
/// Small or rank-deficient systems go to a dense rank-revealing factorization, large ones to KLU, large ones with
/// dependent rows to a sparse QR factorization first. Null if all of them fail, or if the minimum along the null space
/// is none because of the curvature. curvature: L [columns x columns], symmetric, or 0 x 0. error: absolute errors of
/// the entries where these are known to exceed `noise`, or 0 x 0; perturbed by them, no singular value moves by more
/// than their Frobenius norm, so pivots below that do not count. former: a step that is no longer needed; what was
/// found out about its pattern serves again if that is the same.
std::unique_ptr<ConstrainedStep> make_constrained_step(const SparseMatrix& matrix, const Eigen::VectorXd& weight,
                                                       double noise, const SparseMatrix& curvature = {},
                                                       const SparseMatrix& error = {},
                                                       std::unique_ptr<ConstrainedStep> former = nullptr);

}  // namespace ida_consistent_init::linear
