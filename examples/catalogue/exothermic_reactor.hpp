// Stirred tank with an exothermic reaction and prescribed concentration (Estevez Schwarz 2010, (15)-(18), after
// Pantelides); parameters and inlet functions are dimensionless. Index 3, no free initial value.
#pragma once

#include <cmath>

namespace catalogue {

struct ExothermicReactor
{
  static constexpr double K1 = 1.0, K2 = 0.5, K3 = 20.0, K4 = 5.0;

  // Variables C, R, T, TC: concentration, reaction rate, temperature, coolant temperature.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::cos;
    using std::exp;
    using std::sin;
    const Real &C = y[0], &R = y[1], &T = y[2], &TC = y[3];
    const Real inlet_concentration = 1.0 + sin(t) / 10.0;
    const Real inlet_temperature = 1.0 + cos(2.0 * t) / 20.0;
    const Real prescribed_concentration = 0.6 + sin(2.0 * t) / 20.0;
    r[0] = yp[0] - (K1 * (inlet_concentration - C) - R);
    r[1] = C - prescribed_concentration;
    r[2] = yp[2] - (K1 * (inlet_temperature - T) + K2 * R - K3 * (T - TC));
    r[3] = R - K3 * exp(-K4 / T) * C;
  }
};

}  // namespace catalogue
