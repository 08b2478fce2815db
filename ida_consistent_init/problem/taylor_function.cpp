#include "ida_consistent_init/problem/taylor_function.hpp"

#include <limits>

#include "ida_consistent_init/problem/callback.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {

std::shared_ptr<TaylorFunction> TaylorFunction::combined(const Combination& combination) const
{
  auto result = std::make_shared<TaylorFunction>(*this);
  result->combination_.append(combination);
  return result;
}

Outcome TaylorFunction::evaluate(double t0, const Eigen::MatrixXd& coefficients, int order, Eigen::MatrixXd& result)
{
  Eigen::MatrixXd jet = Eigen::MatrixXd::Zero(n_, order + 2);
  const Eigen::Index given = std::min(jet.cols(), coefficients.cols());
  jet.leftCols(given) = coefficients.leftCols(given);
  result = Eigen::MatrixXd::Constant(n_, order + 1, std::numeric_limits<double>::quiet_NaN());
  bool order_too_high = false;
  const int code = guarded_callback("The function of IDACISetTaylorFn", t0, [&] {
    const int answer = function_(t0, order, jet.data(), result.data(), user_data_);
    order_too_high = answer == IDACI_NOT_SUPPORTED;
    return order_too_high ? 0 : answer;
  });
  if (order_too_high) {
    throw support::Error(
        IDACI_NOT_SUPPORTED,
        support::format("The function of IDACISetTaylorFn has no derivative of order {}; leave it out to "
                        "use differences.",
                        order));
  }
  if (code > 0) return Outcome::recoverable;
  combination_.apply(result);
  return result.allFinite() ? Outcome::ok : Outcome::not_finite;
}

}  // namespace ida_consistent_init::problem
