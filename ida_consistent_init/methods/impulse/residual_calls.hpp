#pragma once
#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::methods::impulse {

/// The user's residual on vectors of any kind. All ranks get the same answer, also if only one of them failed.
class ResidualCalls
{
 public:
  explicit ResidualCalls(const System& system) : system_(system) {}

  /// r = F(t, y, yp). False: a positive return value or a value that is not finite, on any rank.
  /// Throws Error(IDACI_RES_FAIL) on all ranks after a negative return value or an exception on one of them, and
  /// Error(IDACI_CONV_FAIL) instead of one call more than allowed.
  bool evaluate(double t, N_Vector y, N_Vector yp, N_Vector r);

  [[nodiscard]] long evaluations() const { return evaluations_; }
  /// The Jacobian's source and the last call of all have some of their own.
  [[nodiscard]] bool are_spent() const
  {
    constexpr long reserve = 2;
    const long elsewhere = system_.problem_residual != nullptr ? system_.problem_residual->evaluations() : 0;
    return evaluations_ + elsewhere + reserve > system_.most_residual_evaluations;
  }
  /// The last refusal was a positive return value.
  [[nodiscard]] bool was_recoverable() const { return recoverable_; }

 private:
  const System& system_;
  long evaluations_ = 0;
  bool recoverable_ = false;
};

}  // namespace ida_consistent_init::methods::impulse
