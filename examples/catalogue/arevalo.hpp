// The two index-3 problems of Arevalo, section 5, both with a known exact solution.
#pragma once

#include <cmath>

namespace catalogue {

// Problem 5.1: motion on the unit circle with forces (2 y, -2 x). Variables x, y, u, v, lam.
struct Arevalo51
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    const Real &px = y[0], &py = y[1], &u = y[2], &v = y[3], &lam = y[4];
    r[0] = yp[0] - u;
    r[1] = yp[1] - v;
    r[2] = yp[2] - (2.0 * py + px * lam);
    r[3] = yp[3] - (-2.0 * px + py * lam);
    r[4] = px * px + py * py - 1.0;
  }
};

// Problem 5.2: two constraints, multipliers lam and beta. Variables x, y, z, u, v, w, lam, beta.
// As printed, the fifth equation ends in -4 y t and G is transposed; the solution given there needs -4 y t^2 and the
// constraint forces below.
struct Arevalo52
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    const Real &px = y[0], &py = y[1], &pz = y[2], &u = y[3], &v = y[4], &w = y[5], &lam = y[6], &beta = y[7];
    const Real t2 = t * t;
    r[0] = yp[0] - 2.0 * u;
    r[1] = yp[1] - v;
    r[2] = yp[2] - (w - 1.0);
    r[3] = yp[3] - (-py + px * lam);
    r[4] = yp[4] - (2.0 * px + py * sin(t2) - 4.0 * py * t2 + 2.0 * py * beta);
    r[5] = yp[5] - (4.0 * pz * t2 + sin(t2) / 2.0 + 2.0 * pz * lam + beta);
    r[6] = px * px + py * py + pz * pz - 1.0;
    r[7] = pz - 0.5;
  }
};

}  // namespace catalogue
