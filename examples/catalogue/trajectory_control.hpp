// Re-entry along a prescribed path (Leimkuhler, Petzold, Gear, section 5, after Brenan): flight path angle gam and
// azimuth A are given functions of time, the angle of attack alpha and the bank angle beta follow. Index 2.
// Feet, slugs, seconds, radians; only the two path constraints are in degrees.
#pragma once

#include <cmath>
#include <numbers>

namespace catalogue {

struct TrajectoryControl
{
  static constexpr double ae = 20902900.0;             // radius of the earth; its exponent is misprinted in the source
  static constexpr double mu = 14076539160000000.0;    // gravitational constant
  static constexpr double OmegaE = 72921159.0 / 1e12;  // rotation of the earth
  static constexpr double m = 2890532728.0 / 1e9;
  static constexpr double S = 1.0;
  static constexpr double rho0 = 2378.0 / 1e6, hs = 23800.0;  // air density rho0 exp(-H / hs)

  // Variables H, xi, lam, VR, gam, A, alpha, beta.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::cos;
    using std::exp;
    using std::sin;
    using std::tan;
    constexpr double degrees = 180.0 / std::numbers::pi;
    const Real &H = y[0], &lam = y[2], &VR = y[3], &gam = y[4], &A = y[5], &alpha = y[6], &beta = y[7];

    const Real radius = H + ae;
    const Real gravity = mu / (radius * radius);
    const Real dynamic_pressure_area = rho0 * exp(-H / hs) * S * VR * VR / 2.0;
    const Real lift_coefficient = alpha * degrees / 100.0;  // 0.01 per degree
    const Real lift = dynamic_pressure_area * lift_coefficient;
    const Real drag = dynamic_pressure_area * (0.04 + lift_coefficient * lift_coefficient / 10.0);
    const Real centrifugal = OmegaE * OmegaE * radius * cos(lam);

    r[0] = yp[0] - VR * sin(gam);
    r[1] = yp[1] - VR * cos(gam) * sin(A) / (radius * cos(lam));
    r[2] = yp[2] - VR * cos(gam) * cos(A) / radius;
    r[3] =
        yp[3] - (-drag / m - gravity * sin(gam) - centrifugal * (sin(lam) * cos(A) * cos(gam) - cos(lam) * sin(gam)));
    r[4] = yp[4] -
           (lift * cos(beta) / (m * VR) + cos(gam) / VR * (VR * VR / radius - gravity) +
            2.0 * OmegaE * cos(lam) * sin(A) + centrifugal / VR * (sin(lam) * cos(A) * sin(gam) + cos(lam) * cos(gam)));
    r[5] = yp[5] - (lift * sin(beta) / (m * VR * cos(gam)) + VR / radius * cos(gam) * sin(A) * tan(lam) -
                    2.0 * OmegaE * (cos(lam) * cos(A) * tan(gam) - sin(lam)) +
                    centrifugal * sin(lam) * sin(A) / (VR * cos(gam)));
    const Real phase = t / 300.0;
    r[6] = gam * degrees + 1.0 + 9.0 * phase * phase;
    r[7] = A * degrees - 45.0 - 90.0 * phase * phase;
  }
};

}  // namespace catalogue
