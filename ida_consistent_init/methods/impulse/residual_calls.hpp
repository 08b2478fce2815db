#pragma once
#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::methods::impulse {

/// The user's residual on vectors of any kind. All ranks get the same answer, also if only one of them failed.
class ResidualCalls
{
 public:
  explicit ResidualCalls(const System& system);

  /// r = F(t, y, yp). False: a positive return value or a value that is not finite, on any rank.
  /// Throws Error(IDACI_RES_FAIL) on all ranks after a negative return value or an exception on one of them.
  bool evaluate(double t, N_Vector y, N_Vector yp, N_Vector r);

  [[nodiscard]] long evaluations() const { return evaluations_; }
  /// The last refusal was a positive return value.
  [[nodiscard]] bool was_recoverable() const { return recoverable_; }

 private:
  const System& system_;
  support::VectorHandle verdict_;
  long evaluations_ = 0;
  bool recoverable_ = false;
};

}  // namespace ida_consistent_init::methods::impulse
