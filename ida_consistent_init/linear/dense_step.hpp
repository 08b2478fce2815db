#pragma once
#include <Eigen/Dense>

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/equilibration.hpp"
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
  [[nodiscard]] std::vector<char> determined() const override;
  [[nodiscard]] std::vector<char> unique() const override;

 private:
  void prepare_wishes(double threshold);
  [[nodiscard]] Eigen::MatrixXd kernel_of_wishes() const;
  [[nodiscard]] std::vector<char> untouched_by(const Eigen::MatrixXd& directions) const;
  [[nodiscard]] Eigen::VectorXd particular(const Eigen::VectorXd& b) const;

  Eigen::VectorXd weight_, column_scale_;
  int rank_ = 0;
  Eigen::MatrixXd range_;                                         // Q1, columns x rank
  Eigen::MatrixXd null_space_;                                    // diag(column scale) Q2, unscaled unknowns
  Eigen::MatrixXd factor_;                                        // P [T1 T2]^T, rows x rank
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factor_qr_;         // of factor_, for least squares
  Eigen::MatrixXd wishes_;                                        // W null_space_, cleaned
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> wish_;  // of wishes_
  SparseMatrix curvature_;                                        // 0 x 0: none
  Eigen::LLT<Eigen::MatrixXd> reduced_hessian_;                   // of null_space_^T (W^2 + L) null_space_
};

}  // namespace ida_consistent_init::linear
