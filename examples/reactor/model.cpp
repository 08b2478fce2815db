#include "reactor/model.hpp"

#include <cmath>

namespace reactor {

namespace {

constexpr double K1 = 1;
constexpr double K2 = 0.5;
constexpr double K3 = 20;
constexpr double K4 = 5;

double feed_concentration(double t)
{
  return 1 + std::sin(t) / 10;
}
double feed_temperature(double t)
{
  return 1 + std::cos(2 * t) / 20;
}
double wanted_concentration(double t)
{
  return 0.6 + std::sin(2 * t) / 20;
}

int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* /*user_data*/)
{
  const sunrealtype* q = N_VGetArrayPointer(y);
  const sunrealtype* qp = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(r);
  const double C = q[0];
  const double R = q[1];
  const double T = q[2];
  const double TC = q[3];
  f[0] = qp[0] - (K1 * (feed_concentration(t) - C) - R);
  f[1] = C - wanted_concentration(t);
  f[2] = qp[2] - (K1 * (feed_temperature(t) - T) + K2 * R - K3 * (T - TC));
  f[3] = R - K3 * std::exp(-K4 / T) * C;
  return 0;
}

}  // namespace

std::array<double, 4> exact(double t)
{
  const double C = wanted_concentration(t);
  const double C_slope = std::cos(2 * t) / 10;
  const double C_curvature = -std::sin(2 * t) / 5;
  const double R = K1 * (feed_concentration(t) - C) - C_slope;
  const double R_slope = K1 * (std::cos(t) / 10 - C_slope) - C_curvature;
  // R = K3 exp(-K4/T) C solved for T, and its derivative.
  const double logarithm = std::log(R / (K3 * C));
  const double logarithm_slope = R_slope / R - C_slope / C;
  const double T = -K4 / logarithm;
  const double T_slope = K4 * logarithm_slope / (logarithm * logarithm);
  const double TC = T + (T_slope - K1 * (feed_temperature(t) - T) - K2 * R) / K3;
  return {C, R, T, TC};
}

example::Problem problem()
{
  example::Problem problem;
  problem.residual = residual;
  problem.user_data = nullptr;
  problem.t0 = 0.2;
  problem.variables = {"C", "R", "T", "TC"};
  problem.guess = {0.5, 0.3, 1.3, 1.2};
  problem.fixed = {0, 0, 0, 0};
  problem.differential = {1, 0, 1, 0};
  // To 20 digits, computed and checked in 60-digit arithmetic.
  problem.reference = {0.61947091711543252458, 0.30828991656378508868, 1.3537084871084400485, 1.3636395909781392640};
  problem.reference_slope = {0.092106099400288508280, 0.083784226845565753166, 0.045111598267581061061,
                             0.074073960529762725491};
  return problem;
}

}  // namespace reactor
