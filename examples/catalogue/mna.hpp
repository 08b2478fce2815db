// Charge-oriented nodal analysis of a circuit whose index 2 comes from a loop of capacitors with a voltage source and
// from a cutset of an inductor with a current source.
#pragma once

#include <cmath>

namespace catalogue {

struct MnaIndex2
{
  static constexpr double C1 = 0.5, C2 = 1.0, C2n = 0.2;  // charges C1 (e1 - e2) and C2 e2 + C2n e2^3 / 3
  static constexpr double L = 2.0, Ln = 0.1;              // flux L jL + Ln jL^3 / 3
  static constexpr double R1 = 2.0, R2 = 4.0;
  static constexpr double Va = 1.0, Vw = 2.0, Ia = 0.25, Iw = 3.0;  // sources Va sin(Vw t), Ia sin(Iw t)

  // Variables e1, e2, e3, jL, jV, q1, q2, phi.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    const Real &e1 = y[0], &e2 = y[1], &e3 = y[2], &jL = y[3], &jV = y[4], &q1 = y[5], &q2 = y[6], &phi = y[7];
    const Real &q1_rate = yp[5], &q2_rate = yp[6], &phi_rate = yp[7];
    r[0] = q1_rate + (e1 - e2) / R1 + jV;
    r[1] = -q1_rate + q2_rate + (e2 - e1) / R1 + e2 / R2 + jL;
    r[2] = -jL + Ia * sin(Iw * t);
    r[3] = phi_rate - (e2 - e3);
    r[4] = e1 - Va * sin(Vw * t);
    r[5] = q1 - C1 * (e1 - e2);
    r[6] = q2 - (C2 * e2 + C2n * e2 * e2 * e2 / 3.0);
    r[7] = phi - (L * jL + Ln * jL * jL * jL / 3.0);
  }
};

}  // namespace catalogue
