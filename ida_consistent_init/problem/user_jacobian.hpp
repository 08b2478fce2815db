#pragma once
#include <ida/ida_ls.h>

#include <memory>
#include <vector>

#include "ida_consistent_init/problem/combination.hpp"
#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::problem {

using support::Vector;

/// The user's IDALsJacFn, which fills J = F_y + cj F_y' into a matrix of the user's own kind.
/// A non-zero return value, an exception or a non-finite entry becomes Error(IDACI_JAC_FAIL).
class UserJacobian
{
 public:
  /// matrix_template is cloned with its pattern; like: vector of the user's kind.
  UserJacobian(IDALsJacFn function, SUNMatrix matrix_template, void* user_data, N_Vector like);

  /// The Jacobian of the same function with some of its equations combined.
  [[nodiscard]] std::shared_ptr<UserJacobian> combined(const Combination& combination) const;

  /// Entries of F_y + cj F_y' at (t, y, yp), valid until the next call; r is the residual there.
  const std::vector<MatrixEntry>& evaluate(double t, double cj, const Vector& y, const Vector& yp, const Vector& r);

  [[nodiscard]] SUNMatrix matrix() const { return matrix_.get(); }
  [[nodiscard]] long evaluations() const { return evaluations_; }

 private:
  IDALsJacFn function_;
  void* user_data_;
  support::MatrixHandle matrix_;
  support::VectorHandle y_, yp_, r_, work1_, work2_, work3_;
  Combination combination_{};
  std::vector<MatrixEntry> entries_{};
  long evaluations_ = 0;
};

}  // namespace ida_consistent_init::problem
