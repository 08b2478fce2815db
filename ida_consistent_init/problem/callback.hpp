#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <exception>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {

/// Calls a function of the user, which may be C++ code that throws; its exceptions end here as Error(IDACI_RES_FAIL),
/// and so do negative return values. who: "The residual", for the message.
template <class Call>
int guarded_callback(const char* who, double t, Call call)
{
  using support::Error;
  int code = 0;
  try {
    code = call();
  } catch (const std::exception& exception) {
    throw Error(IDACI_RES_FAIL, support::format("{} threw an exception at t = {}: {}.", who, t, exception.what()));
  } catch (...) {
    throw Error(IDACI_RES_FAIL, support::format("{} threw something that is no std::exception at t = {}.", who, t));
  }
  if (code < 0) throw Error(IDACI_RES_FAIL, support::format("{} returned {} (unrecoverable) at t = {}.", who, code, t));
  return code;
}

}  // namespace ida_consistent_init::problem
