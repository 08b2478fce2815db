// Two problems whose difference formulas have truncation errors of every order: paths that are no polynomials.
#ifndef IDACI_EXAMPLES_CONVERGENCE_PROBLEMS_HPP
#define IDACI_EXAMPLES_CONVERGENCE_PROBLEMS_HPP

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/trajectory_control.hpp"
#include "support/problem_builder.hpp"

namespace convergence {

using ida_consistent_init::support::Vector;

struct Problem
{
  std::string quantity;         // that errors are measured of
  int derivative;               // the highest derivative of F that it needs
  double time_scale;            // of the path
  std::vector<int> components;  // of y
  Vector exact;                 // their values
  std::unique_ptr<ida_consistent_init::test::ProblemBuilder> builder;
};

// Trajectory control (index 2) on the path gam = -1 - 18 E, A = 45 + 180 E in degrees, E = exp(s) - 1 - s, s = t / 300:
// at t = 0 it has the values and the first two derivatives of the quadratic path, and so its (alpha, beta) and slopes.
inline Problem trajectory()
{
  const auto residual = [](double t, const Vector& y, const Vector& yp) {
    Vector r(8);
    catalogue::TrajectoryControl::residual(t, y.data(), yp.data(), r.data());
    const double s = t / 300;
    const double difference = std::expm1(s) - s - s * s / 2;
    r[6] += 18 * difference;
    r[7] -= 180 * difference;
    return r;
  };
  constexpr double radian = 0.017453292519943295769;
  // alpha, beta: tests/data/trajectory_control.json.
  const Vector exact = ida_consistent_init::test::vector({0.046650382816646594320, -0.00091122917399968552197});
  const Vector guess = ida_consistent_init::test::vector({1e5, 0, 0, 12000, -radian, 45 * radian, 0.04, 0});
  Problem problem{"(alpha, beta), index 2", 1, 300, {6, 7}, exact, nullptr};
  problem.builder = std::make_unique<ida_consistent_init::test::ProblemBuilder>(guess, Vector::Zero(8), residual);
  for (const int held : {0, 1, 2, 3}) problem.builder->problem.fixed_y[held] = 1;
  return problem;
}

// Pendulum of unit mass whose rod is shortened, x^2 + y^2 = L^2 with L = 1 + exp(-2 t) / 10 (index 3):
// lam = (u^2 + v^2 - g y - L'^2 - L L'') / L^2.
inline Problem pendulum()
{
  constexpr double g = 9.81;
  const auto residual = [](double t, const Vector& y, const Vector& yp) {
    const double length = 1 + std::exp(-2 * t) / 10;
    return ida_consistent_init::test::vector({yp[0] - y[2], yp[1] - y[3], yp[2] + y[4] * y[0], yp[3] + y[4] * y[1] + g,
                                              y[0] * y[0] + y[1] * y[1] - length * length});
  };
  const double length = 1.1;
  const double speed = -0.2;        // L'
  const double acceleration = 0.4;  // L''
  // At the angle atan2(-0.6, 0.8), turning with the rate 0.5: u = L' e_r + L omega e_phi.
  const double x = 0.8 * length;
  const double y = -0.6 * length;
  const double u = 0.8 * speed - 0.5 * y;
  const double v = -0.6 * speed + 0.5 * x;
  const double lam = (u * u + v * v - g * y - speed * speed - length * acceleration) / (length * length);
  Problem problem{"multiplier of the pendulum, index 3", 2, 1, {4}, Vector::Constant(1, lam), nullptr};
  problem.builder = std::make_unique<ida_consistent_init::test::ProblemBuilder>(
      ida_consistent_init::test::vector({x, y, u, v, 0}), Vector::Zero(5), residual);
  return problem;
}

}  // namespace convergence

#endif
