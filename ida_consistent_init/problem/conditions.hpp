#pragma once
#include <ida_consistent_init/ida_consistent_init.h>

#include "ida_consistent_init/problem/residual.hpp"

namespace ida_consistent_init::problem {

/// The user's extra equations B(t0, y, y') = 0 (Leimkuhler, Petzold, Gear, equation (8)), as many as count() says.
class Conditions
{
 public:
  /// like: vector of the user's kind, cloned for the arguments.
  Conditions(IDACIConditionFn function, int count, void* user_data, N_Vector like);

  /// b [count]; filled with NaN before the call. A negative return value or an exception becomes Error(IDACI_RES_FAIL).
  Outcome evaluate(double t, const Vector& y, const Vector& yp, Vector& b);

  [[nodiscard]] int count() const { return count_; }

 private:
  IDACIConditionFn function_;
  int count_;
  void* user_data_;
  support::VectorHandle y_, yp_;
};

}  // namespace ida_consistent_init::problem
