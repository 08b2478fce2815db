#pragma once
#include <exception>
#include <string>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods::impulse {

/// What a function of the user said on this rank.
struct Verdict
{
  int severity = 0;  // 0 success, 1 recoverable, 2 unrecoverable
  std::string what = "failed on another rank";
};

template <class Call>
Verdict verdict_of(Call call)
{
  Verdict verdict;
  try {
    const int code = call();
    verdict.severity = code == 0 ? 0 : code > 0 ? 1 : 2;
    if (code < 0) verdict.what = support::format("returned {} (unrecoverable)", code);
  } catch (const std::exception& exception) {
    verdict = {2, support::format("threw an exception: {}", exception.what())};
  } catch (...) {
    verdict = {2, "threw something that is no std::exception"};
  }
  return verdict;
}

/// The worst severity of all ranks; if it is 2, all of them throw Error(flag). who: "The residual". work: overwritten.
inline int agreed_severity(const char* who, int flag, const Verdict& verdict, N_Vector work)
{
  const int agreed = largest_of_ranks(verdict.severity, work);
  if (agreed == 2) throw support::Error(flag, support::format("{} {}.", who, verdict.what));
  return agreed;
}

/// Both together.
template <class Call>
int agreed_callback(const char* who, int flag, N_Vector work, Call call)
{
  return agreed_severity(who, flag, verdict_of(call), work);
}

}  // namespace ida_consistent_init::methods::impulse
