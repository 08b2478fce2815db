#include "ida_consistent_init/problem/residual.hpp"

#include <fmt/format.h>

#include <limits>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"

namespace ida_consistent_init::problem {
namespace {

/// The residual may be C++ code that throws; its exceptions end here.
int guarded_call(IDAResFn function, double t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  using support::Error;
  try {
    return function(t, y, yp, r, user_data);
  } catch (const std::exception& exception) {
    throw Error(IDACI_RES_FAIL, fmt::format("The residual threw an exception at t = {}: {}.", t, exception.what()));
  } catch (...) {
    throw Error(IDACI_RES_FAIL, fmt::format("The residual threw something that is no std::exception at t = {}.", t));
  }
}

}  // namespace

Residual::Residual(IDAResFn function, void* user_data, N_Vector like)
    : function_(function),
      user_data_(user_data),
      size_(support::length(like)),
      y_(support::clone(like)),
      yp_(support::clone(like)),
      r_(support::clone(like))
{
}

Outcome Residual::evaluate(double t, const Vector& y, const Vector& yp, Vector& r)
{
  support::view(y_.get()) = y;
  support::view(yp_.get()) = yp;
  support::view(r_.get()).setConstant(std::numeric_limits<double>::quiet_NaN());
  ++evaluations_;
  const int code = guarded_call(function_, t, y_.get(), yp_.get(), r_.get(), user_data_);
  if (code < 0) {
    throw support::Error(IDACI_RES_FAIL, fmt::format("The residual returned {} (unrecoverable) at t = {}.", code, t));
  }
  r = support::view(r_.get());
  if (code > 0) return Outcome::recoverable;
  return r.allFinite() ? Outcome::ok : Outcome::not_finite;
}

}  // namespace ida_consistent_init::problem
