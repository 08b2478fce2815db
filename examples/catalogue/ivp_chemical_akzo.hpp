// Chemical Akzo Nobel problem of the IVP Test Set: two species react in a reactor with carbon dioxide supplied as a
// gas; the last concentration is in equilibrium. Index 1.
#pragma once

#include <cmath>

namespace catalogue {

struct IvpChemicalAkzo
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    using std::sqrt;
    constexpr double k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42;  // rate constants
    constexpr double equilibrium = 34.4;                          // of the second, reversible reaction
    constexpr double transfer = 3.3;                              // klA, gas into liquid
    constexpr double pressure = 0.9, henry = 737.0;               // of the carbon dioxide
    constexpr double ks = 115.83;
    const Real root = sqrt(y[1]);
    const Real first = k1 * y[0] * y[0] * y[0] * y[0] * root;
    const Real forward = k2 * y[2] * y[3];
    const Real backward = (k2 / equilibrium) * y[0] * y[4];
    const Real fourth = k3 * y[0] * y[3] * y[3];
    const Real fifth = k4 * y[5] * y[5] * root;
    const Real inflow = transfer * (pressure / henry - y[1]);
    r[0] = yp[0] + 2.0 * first - forward + backward + fourth;
    r[1] = yp[1] + 0.5 * first + fourth + 0.5 * fifth - inflow;
    r[2] = yp[2] - first + forward - backward;
    r[3] = yp[3] + forward - backward + 2.0 * fourth;
    r[4] = yp[4] - forward + backward - fifth;
    r[5] = ks * y[0] * y[3] - y[5];
  }
};

}  // namespace catalogue
