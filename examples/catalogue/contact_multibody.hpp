// Disc that rolls and slides on the curve (s, a cos(k s)), an instance of the multibody form of Estevez Schwarz 2010,
// (24)-(28): multiplier lam (index 3), contact parameter s (index 1), friction state beta. The friction force is
// nonlinear in lam.
#pragma once

#include <cmath>

namespace catalogue {

struct ContactMultibody
{
  static constexpr double m = 1.0, I = 1.0 / 50.0, R = 0.25, g = 981.0 / 100.0;
  static constexpr double a = 0.2, k = 2.0;                              // curve
  static constexpr double mu0 = 0.3, sig = 20.0, cN = 0.02, eps = 0.01;  // friction
  static constexpr double F0 = 0.5, w = 3.0;                             // horizontal forcing F0 sin(w t)

  // Variables x, y, th, vx, vy, om, beta, lam, s.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::cos;
    using std::sin;
    using std::sqrt;
    const Real &vx = y[3], &vy = y[4], &om = y[5], &beta = y[6], &lam = y[7], &s = y[8];
    const Real normal_x = y[0] - s, normal_y = y[1] - a * cos(k * s);  // from the contact point to the centre
    const Real normal_force = -2.0 * R * lam;
    const Real friction = mu0 * normal_force * beta / (1.0 + cN * normal_force);
    const Real slip = (vx * normal_y - vy * normal_x) / R + R * om;

    r[0] = yp[0] - vx;
    r[1] = yp[1] - vy;
    r[2] = yp[2] - om;
    r[3] = m * yp[3] - (F0 * sin(w * t) - friction * normal_y / R - 2.0 * normal_x * lam);
    r[4] = m * yp[4] - (-m * g + friction * normal_x / R - 2.0 * normal_y * lam);
    r[5] = I * yp[5] + R * friction;
    r[6] = yp[6] - sig * (slip - sqrt(slip * slip + eps * eps) * beta);
    r[7] = normal_x * normal_x + normal_y * normal_y - R * R;
    r[8] = normal_x - a * k * sin(k * s) * normal_y;
  }
};

}  // namespace catalogue
