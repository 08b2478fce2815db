#pragma once
#include <ida/ida_ls.h>

#include <memory>
#include <vector>

#include "ida_consistent_init/problem/combination.hpp"
#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/support/vector_pool.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::problem {

using support::Vector;
using support::VectorView;

/// The user's IDALsJacFn, which fills J = F_y + cj F_y' into a matrix of the user's own kind.
/// A non-zero return value, an exception or a non-finite entry becomes Error(IDACI_JAC_FAIL).
class UserJacobian
{
 public:
  /// matrix: what the function fills; like: vector of the user's kind.
  UserJacobian(IDALsJacFn function, support::SharedMatrix matrix, void* user_data, N_Vector like);
  /// vectors: of the user's kind.
  UserJacobian(IDALsJacFn function, support::SharedMatrix matrix, void* user_data, support::VectorPool& vectors);

  /// The Jacobian of the same function, filled into the same matrix, with some of its equations combined.
  [[nodiscard]] std::shared_ptr<UserJacobian> combined(const Combination& combination) const;

  /// Entries of F_y + cj F_y' at (t, y, yp), valid until the matrix is filled again; r is the residual there.
  MatrixEntries evaluate(double t, double cj, const VectorView& y, const VectorView& yp, const Vector& r);

  [[nodiscard]] long evaluations() const { return evaluations_; }

 private:
  IDALsJacFn function_;
  void* user_data_;
  support::SharedMatrix matrix_;
  support::VectorHandle y_, yp_, r_, work1_, work2_, work3_;
  Combination combination_{};
  std::vector<MatrixEntry> combined_{};
  long evaluations_ = 0;
};

}  // namespace ida_consistent_init::problem
