#pragma once
/// Residuals that several rooms are tested with.
#include <cmath>

#include "support/problem_builder.hpp"

namespace ida_consistent_init::test {

/// Leimkuhler, Petzold, Gear, Example 2.6: pendulum of unit mass and length in (x, y, u, v, lam), index 3.
inline Vector pendulum(double, const Vector& y, const Vector& yp)
{
  constexpr double g = 9.81;
  return vector(
      {yp[0] - y[2], yp[1] - y[3], yp[2] + y[4] * y[0], yp[3] + y[4] * y[1] + g, y[0] * y[0] + y[1] * y[1] - 1});
}

/// y = (0.8, -0.6, 0.3, 0.4, 6.136) lies on the circle and moves along it; lam = (u^2 + v^2 - g y) / (x^2 + y^2),
/// lam' = -3 g v.
inline Vector pendulum_y()
{
  return vector({0.8, -0.6, 0.3, 0.4, 6.136});
}
inline Vector pendulum_yp()
{
  return vector({0.3, 0.4, -4.9088, -6.1284, -11.772});
}

}  // namespace ida_consistent_init::test
