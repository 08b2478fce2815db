// Pantelides' exothermic reactor (Comput. Chem. Eng. 12, 1988) as written by Estevez Schwarz 2010, (15)-(18):
// concentration C is prescribed, and the coolant temperature TC that brings it about is wanted; index 3.
//   C' = K1 (C_f(t) - C) - R
//   C  = u(t)
//   T' = K1 (T_f(t) - T) + K2 R - K3 (T - TC)
//   R  = K3 exp(-K4 / T) C
#ifndef IDACI_EXAMPLES_REACTOR_MODEL_HPP
#define IDACI_EXAMPLES_REACTOR_MODEL_HPP

#include <array>

#include "support/initial_values.hpp"

namespace reactor {

// (C, R, T, TC) at time t: no initial value is free, so the solution is a formula.
std::array<double, 4> exact(double t);

// From the guess (0.5, 0.3, 1.3, 1.2) at t = 0.2.
example::Problem problem();

}  // namespace reactor

#endif
