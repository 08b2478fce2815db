#pragma once
#include <exception>
#include <string>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods::impulse {

/// Calls a function of the user and lets the ranks agree on what it said: 0 success, 1 recoverable. After an
/// unrecoverable failure of one rank all of them throw Error(flag). who: "The residual". work: overwritten.
template <class Call>
int agreed_callback(const char* who, int flag, N_Vector work, Call call)
{
  std::string what = "failed on another rank";
  int severity = 0;
  try {
    const int code = call();
    severity = code == 0 ? 0 : code > 0 ? 1 : 2;
    if (code < 0) what = support::format("returned {} (unrecoverable)", code);
  } catch (const std::exception& exception) {
    severity = 2;
    what = support::format("threw an exception: {}", exception.what());
  } catch (...) {
    severity = 2;
    what = "threw something that is no std::exception";
  }
  const int agreed = largest_of_ranks(severity, work);
  if (agreed == 2) throw support::Error(flag, support::format("{} {}.", who, what));
  return agreed;
}

}  // namespace ida_consistent_init::methods::impulse
