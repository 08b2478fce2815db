#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

#include <limits>

#include "ida_consistent_init/methods/impulse/callback.hpp"

namespace ida_consistent_init::methods::impulse {

bool ResidualCalls::evaluate(double t, N_Vector y, N_Vector yp, N_Vector r)
{
  if (are_spent()) {
    throw support::Error(IDACI_CONV_FAIL,
                         support::format("After {} evaluations of the residual the method impulse has found no "
                                         "consistent values; that is all that IDACISetMaxIters and IDACISetMaxIndex "
                                         "allow for. Start nearer to a solution.",
                                         evaluations_));
  }
  ++evaluations_;
  // What the residual does not write must not look like a value.
  N_VConst(std::numeric_limits<double>::quiet_NaN(), r);
  const Verdict verdict = verdict_of([&] { return system_.residual(t, y, yp, r, system_.user_data); });
  // One reduction tells all ranks that nothing failed: what a rank failed to compute counts as not finite.
  if (verdict.severity != 0) N_VConst(std::numeric_limits<double>::infinity(), r);
  recoverable_ = false;
  if (is_finite(r)) return true;
  recoverable_ = agreed_severity("The residual", IDACI_RES_FAIL, verdict, r) == 1;
  return false;
}

}  // namespace ida_consistent_init::methods::impulse
