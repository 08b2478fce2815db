#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

#include "ida_consistent_init/methods/impulse/callback.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

ResidualCalls::ResidualCalls(const System& system) : system_(system), verdict_(support::clone(system.guess_y)) {}

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
  const int code = agreed_callback("The residual", IDACI_RES_FAIL, verdict_.get(),
                                   [&] { return system_.residual(t, y, yp, r, system_.user_data); });
  recoverable_ = code > 0;
  return code == 0 && is_finite(r);
}

}  // namespace ida_consistent_init::methods::impulse
