#pragma once
#include <functional>

#include "ida_consistent_init/linear/sparse.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods {

using support::Vector;

/// Curvature of a stage's constraints as the nearest point feels it: L = sum_i m_i (second derivative of row i), m the
/// multipliers with A^T m = W^2 (guess - x). From differences of A^T m, a colour of columns at a time.
class Curvature
{
 public:
  using MatrixAt = std::function<linear::SparseMatrix(const Vector& x)>;

  /// matrix: A at x. jacobian_at: A elsewhere (may throw support::Error where F cannot be evaluated).
  Curvature(const linear::SparseMatrix& matrix, const Vector& x, const Vector& m, MatrixAt jacobian_at);

  /// || L v || for a generic unit direction v: cheap, one Jacobian. Near 0 for constraints that are (nearly) linear, or
  /// if the guess is near.
  [[nodiscard]] double generic_size() const;

  /// L, symmetric [columns x columns], with the pattern of A^T A.
  [[nodiscard]] linear::SparseMatrix matrix() const;

 private:
  [[nodiscard]] Vector along(const Vector& direction) const;

  const linear::SparseMatrix& matrix_;
  const Vector& x_;
  const Vector& m_;
  Vector gradient_;  // A^T m at x
  MatrixAt jacobian_at_;
};

}  // namespace ida_consistent_init::methods
