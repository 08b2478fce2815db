#pragma once
#include <ida/ida.h>

#include <limits>
#include <memory>

#include "ida_consistent_init/problem/combination.hpp"
#include "ida_consistent_init/support/vector_pool.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::problem {

using support::Vector;
using support::VectorView;

/// What a call of the residual said.
enum class Outcome
{
  ok,           ///< returned 0, all components finite
  not_finite,   ///< returned 0, some component is NaN or infinite
  recoverable,  ///< returned > 0: the point lies outside the residual's domain
};

/// The user's residual F(t, y, y'), called through vectors of the user's own kind.
/// A negative return value or an exception becomes Error(IDACI_RES_FAIL).
class Residual
{
 public:
  /// like: vector of the user's kind, cloned for the arguments.
  Residual(IDAResFn function, void* user_data, N_Vector like);
  /// vectors: of the user's kind, for the arguments.
  Residual(IDAResFn function, void* user_data, support::VectorPool& vectors);

  /// The same function with some of its equations combined; its evaluations count here too.
  [[nodiscard]] std::shared_ptr<Residual> combined(const Combination& combination) const;

  /// r is filled with NaN before the call, so a component that the residual forgets shows as not finite.
  Outcome evaluate(double t, const VectorView& y, const VectorView& yp, Vector& r);

  /// Without copies: the caller fills y_in_place() and yp_in_place() before each call. r [n]
  Outcome evaluate_in_place(double t, Eigen::Ref<Vector> r);
  [[nodiscard]] Eigen::Map<Vector> y_in_place() { return support::view(y_.get()); }
  [[nodiscard]] Eigen::Map<Vector> yp_in_place() { return support::view(yp_.get()); }

  /// Calls that are allowed altogether, from the first one on; those of combined residuals count. One more throws
  /// Error(IDACI_CONV_FAIL).
  void limit_evaluations(long most) { work_->limit = most; }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] long evaluations() const { return work_->evaluations; }
  [[nodiscard]] void* user_data() const { return user_data_; }
  [[nodiscard]] N_Vector like() const { return y_.get(); }

 private:
  struct Work
  {
    long evaluations = 0;
    long limit = std::numeric_limits<long>::max();
  };

  IDAResFn function_;
  void* user_data_;
  std::shared_ptr<Work> work_ = std::make_shared<Work>();
  support::VectorHandle y_, yp_, r_;
  int size_;
  Combination combination_{};
};

}  // namespace ida_consistent_init::problem
