// The planar pendulum of unit mass in Cartesian coordinates, in three analytically equivalent forms:
//   x' = u,  y' = v,  u' = -lam x,  v' = -lam y - g,  and
//   index 3:  x^2 + y^2 = 1                              (length)
//   index 2:  x u + y v = 0                              (its derivative)
//   index 1:  u^2 + v^2 - lam (x^2 + y^2) - g y = 0      (its second derivative)
// after Leimkuhler, Petzold, Gear, example 2.6.
#ifndef IDACI_EXAMPLES_PENDULUM_MODEL_HPP
#define IDACI_EXAMPLES_PENDULUM_MODEL_HPP

#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <array>
#include <span>

namespace pendulum {

constexpr double gravity = 9.81;

// (x, y, u, v, lam)
using State = std::array<double, 5>;

// IDAResFn; user_data points to an int, the index of the form.
int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* index);

// The three constraints above, in the order index 3, 2, 1: zero on the true motion of a pendulum of length 1.
std::array<double, 3> constraints(std::span<const double> y);

// The state at time t of the motion that starts at time 0 with position and velocity (x, y, u, v) of start.
// The forms of index 2 and 1 let the length r start at any value, and that of index 1 also its slope; all three obey
//   r^2(t) = r^2(0) + 2 (x u + y v)(0) t,   r a'' + 2 r' a' = -g cos a,   lam = (u^2 + v^2 - g y) / r^2
// with the angle a of (x, y). Classical Runge-Kutta in long double; error far below 1e-14 for t <= 10.
State motion(const State& start, double t);

}  // namespace pendulum

#endif
