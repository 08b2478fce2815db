// Plane pendulum of unit mass and length (Leimkuhler, Petzold, Gear, Example 2.6) with its length constraint, and with
// that constraint differentiated once and twice.
#pragma once

namespace catalogue {

constexpr double kPendulumGravity = 9.81;

// Variables x, y, u, v, lam; the four equations of motion are common to all three forms.
template <class Real>
void pendulum_motion(const Real* y, const Real* yp, Real* r)
{
  const Real &px = y[0], &py = y[1], &u = y[2], &v = y[3], &lam = y[4];
  r[0] = yp[0] - u;
  r[1] = yp[1] - v;
  r[2] = yp[2] + lam * px;
  r[3] = yp[3] + lam * py + kPendulumGravity;
}

struct PendulumIndex3
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    pendulum_motion(y, yp, r);
    r[4] = y[0] * y[0] + y[1] * y[1] - 1.0;
  }
};

struct PendulumIndex2
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    pendulum_motion(y, yp, r);
    r[4] = y[0] * y[2] + y[1] * y[3];
  }
};

struct PendulumIndex1
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    pendulum_motion(y, yp, r);
    const Real &px = y[0], &py = y[1], &u = y[2], &v = y[3], &lam = y[4];
    r[4] = u * u + v * v - lam * (px * px + py * py) - kPendulumGravity * py;
  }
};

}  // namespace catalogue
