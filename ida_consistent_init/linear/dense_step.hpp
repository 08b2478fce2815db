#pragma once
#include <Eigen/Dense>

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/equilibration.hpp"
#include "ida_consistent_init/linear/freedom.hpp"
#include "ida_consistent_init/linear/rank_by_gap.hpp"

namespace ida_consistent_init::linear {

/// ConstrainedStep by a rank-revealing QR factorization of the transposed, equilibrated matrix,
///   (R A C)^T P = Q [ T ]     Q = [Q1 Q2],  T upper trapezoidal of `rank` rows,
///                   [ 0 ]
/// so that Q1 spans the row space (particular solutions) and Q2 the null space (freedom).
/// Rank: diagonal entries of T above noise * max(m, n) times the largest one; between that and the norm of the errors
/// of the entries, if these are known, the widest gap decides.
class DenseStep : public ConstrainedStep
{
 public:
  DenseStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, double noise, const SparseMatrix& error = {});

  /// False, and no change, if W^2 + L is not positive definite on the null space.
  bool add_curvature(const SparseMatrix& curvature);

  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] Eigen::VectorXd multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const override;
  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] std::vector<char> determined() const override { return freedom_.determined(); }
  [[nodiscard]] std::vector<char> unique() const override { return freedom_.unique(); }

  /// Shortest (in scaled unknowns) least-squares solution of A d = b, whatever the wishes.
  [[nodiscard]] Eigen::VectorXd shortest(const Eigen::VectorXd& b) const;
  [[nodiscard]] const Eigen::VectorXd& column_scale() const { return column_scale_; }
  /// [columns x (columns - rank)] basis of the null space of A.
  [[nodiscard]] const Eigen::MatrixXd& null_space() const { return freedom_.directions(); }

 private:
  Eigen::VectorXd weight_, column_scale_;
  int rank_ = 0;
  Eigen::MatrixXd range_;                                  // Q1, columns x rank
  Freedom freedom_;                                        // along diag(column scale) Q2, unscaled unknowns
  Eigen::MatrixXd factor_;                                 // P [T1 T2]^T, rows x rank
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor_qr_;  // of factor_, for least squares
  SparseMatrix curvature_;                                 // 0 x 0: none
  Eigen::LLT<Eigen::MatrixXd> reduced_hessian_;            // of null_space()^T (W^2 + L) null_space()
};

}  // namespace ida_consistent_init::linear
