#pragma once
#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

namespace ida_consistent_init::methods::impulse {

/// A = F_y + cj F_y' by differences, for a dense matrix and vectors with element access; f = F(t, y, yp).
/// False: the residual refuses a point.
bool dense_differences(const System& system, ResidualCalls& calls, double cj, N_Vector y, N_Vector yp, N_Vector f);

}  // namespace ida_consistent_init::methods::impulse
