#include "ida_consistent_init/problem/taylor_function.hpp"

#include <limits>

#include "ida_consistent_init/problem/callback.hpp"

namespace ida_consistent_init::problem {

TaylorFunction::TaylorFunction(IDACITaylorFn function, void* user_data, int size)
    : function_(function), user_data_(user_data), size_(size)
{
}

Outcome TaylorFunction::evaluate(double t, int order, const Eigen::MatrixXd& jet, Eigen::MatrixXd& derivatives)
{
  derivatives.setConstant(size_, order + 1, std::numeric_limits<double>::quiet_NaN());
  bool order_too_high = false;
  const int code = guarded_callback("The Taylor function", t, [&] {
    const int returned = function_(t, order, jet.data(), derivatives.data(), user_data_);
    order_too_high = returned == IDACI_NOT_SUPPORTED;
    return order_too_high ? 0 : returned;
  });
  if (order_too_high) {
    throw support::Error(IDACI_NOT_SUPPORTED,
                         fmt::format("The Taylor function (IDACISetTaylorFn) does not give derivatives of order {}, "
                                     "which are needed here; extend it, or pass NULL for differences.",
                                     order));
  }
  if (code > 0) return Outcome::recoverable;
  return derivatives.allFinite() ? Outcome::ok : Outcome::not_finite;
}

}  // namespace ida_consistent_init::problem
