// Car axis of the IVP Test Set: an axle on two springs, the right wheel runs over waves. The left spring stays
// perpendicular to the road's line, the axle keeps its length. Index 3.
#pragma once

#include <cmath>

namespace catalogue {

struct IvpCarAxis
{
  // Left end (x, y), right end (x, y), their velocities, two multipliers.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    using std::sqrt;
    constexpr double length = 1.0, rest_length = 0.5, inertia = 10.0 * 0.01 * 0.01 / 2.0, gravity = 1.0;
    const Real road_y = 0.1 * sin(10.0 * t);
    const Real road_x = sqrt(length * length - road_y * road_y);
    const Real* left = y;
    const Real* right = y + 2;
    const Real* velocity = y + 4;
    const Real spring[2] = {right[0] - road_x, right[1] - road_y};  // the right one
    const Real axle[2] = {left[0] - right[0], left[1] - right[1]};
    const Real left_length = sqrt(left[0] * left[0] + left[1] * left[1]);
    const Real right_length = sqrt(spring[0] * spring[0] + spring[1] * spring[1]);
    const Real left_pull = (rest_length - left_length) / left_length;
    const Real right_pull = (rest_length - right_length) / right_length;

    for (int i = 0; i < 4; ++i) r[i] = yp[i] - velocity[i];
    r[4] = inertia * yp[4] - (left_pull * left[0] + y[8] * road_x + 2.0 * y[9] * axle[0]);
    r[5] = inertia * yp[5] - (left_pull * left[1] + y[8] * road_y + 2.0 * y[9] * axle[1] - inertia * gravity);
    r[6] = inertia * yp[6] - (right_pull * spring[0] - 2.0 * y[9] * axle[0]);
    r[7] = inertia * yp[7] - (right_pull * spring[1] - 2.0 * y[9] * axle[1] - inertia * gravity);
    r[8] = road_x * left[0] + road_y * left[1];
    r[9] = axle[0] * axle[0] + axle[1] * axle[1] - length * length;
  }
};

}  // namespace catalogue
