#include "pendulum/model.hpp"

#include <algorithm>
#include <cmath>

namespace pendulum {

namespace {

struct Polar
{
  long double length_squared;
  long double length_slope;  // r r' = x u + y v, constant
};

struct Angle
{
  long double angle;
  long double rate;
};

Angle derivative(const Polar& polar, long double t, const Angle& at)
{
  const long double length = std::sqrt(polar.length_squared + 2 * polar.length_slope * t);
  const long double slope = polar.length_slope / length;
  const long double g = gravity;
  return {at.rate, -(2 * slope * at.rate + g * std::cos(at.angle)) / length};
}

Angle runge_kutta_step(const Polar& polar, long double t, long double h, const Angle& at)
{
  const auto moved = [&](const Angle& slope, long double step) {
    return Angle{at.angle + step * slope.angle, at.rate + step * slope.rate};
  };
  const Angle k1 = derivative(polar, t, at);
  const Angle k2 = derivative(polar, t + h / 2, moved(k1, h / 2));
  const Angle k3 = derivative(polar, t + h / 2, moved(k2, h / 2));
  const Angle k4 = derivative(polar, t + h, moved(k3, h));
  return {at.angle + h / 6 * (k1.angle + 2 * k2.angle + 2 * k3.angle + k4.angle),
          at.rate + h / 6 * (k1.rate + 2 * k2.rate + 2 * k3.rate + k4.rate)};
}

}  // namespace

int residual(sunrealtype /*t*/, N_Vector y, N_Vector yp, N_Vector r, void* index)
{
  const sunrealtype* q = N_VGetArrayPointer(y);
  const sunrealtype* qp = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(r);
  f[0] = qp[0] - q[2];
  f[1] = qp[1] - q[3];
  f[2] = qp[2] + q[4] * q[0];
  f[3] = qp[3] + q[4] * q[1] + gravity;
  f[4] = constraints({q, 5})[3 - *static_cast<const int*>(index)];
  return 0;
}

std::array<double, 3> constraints(std::span<const double> q)
{
  const double x = q[0];
  const double y = q[1];
  const double u = q[2];
  const double v = q[3];
  const double lam = q[4];
  return {x * x + y * y - 1, x * u + y * v, u * u + v * v - lam * (x * x + y * y) - gravity * y};
}

State motion(const State& start, double t)
{
  const long double x = start[0];
  const long double y = start[1];
  const long double u = start[2];
  const long double v = start[3];
  const Polar polar{x * x + y * y, x * u + y * v};
  Angle angle{std::atan2(y, x), (x * v - y * u) / polar.length_squared};

  const int steps = std::max(1, static_cast<int>(std::ceil(t * 20000)));
  const long double h = static_cast<long double>(t) / steps;
  for (int i = 0; i < steps; ++i) angle = runge_kutta_step(polar, i * h, h, angle);

  const long double length = std::sqrt(polar.length_squared + 2 * polar.length_slope * t);
  const long double slope = polar.length_slope / length;
  const long double c = std::cos(angle.angle);
  const long double s = std::sin(angle.angle);
  const long double end_u = slope * c - length * angle.rate * s;
  const long double end_v = slope * s + length * angle.rate * c;
  const long double end_y = length * s;
  const long double lam =
      (end_u * end_u + end_v * end_v - static_cast<long double>(gravity) * end_y) / (length * length);
  return {static_cast<double>(length * c), static_cast<double>(end_y), static_cast<double>(end_u),
          static_cast<double>(end_v), static_cast<double>(lam)};
}

}  // namespace pendulum
