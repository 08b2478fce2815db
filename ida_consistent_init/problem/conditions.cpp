#include "ida_consistent_init/problem/conditions.hpp"

#include <limits>

#include "ida_consistent_init/problem/callback.hpp"

namespace ida_consistent_init::problem {

Conditions::Conditions(IDACIConditionFn function, int count, void* user_data, N_Vector like)
    : function_(function), count_(count), user_data_(user_data), y_(support::clone(like)), yp_(support::clone(like))
{
}

Outcome Conditions::evaluate(double t, const Vector& y, const Vector& yp, Vector& b)
{
  support::view(y_.get()) = y;
  support::view(yp_.get()) = yp;
  b = Vector::Constant(count_, std::numeric_limits<double>::quiet_NaN());
  const int code = guarded_callback("The function of the extra conditions", t,
                                    [&] { return function_(t, y_.get(), yp_.get(), b.data(), user_data_); });
  if (code > 0) return Outcome::recoverable;
  return b.allFinite() ? Outcome::ok : Outcome::not_finite;
}

}  // namespace ida_consistent_init::problem
