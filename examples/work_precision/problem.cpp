#include "work_precision/problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "pendulum/model.hpp"

namespace work_precision {

namespace {

using catalogue::Case;

// The pendulum has no published end; its motion is known to more digits than any run gives.
void swing(Case& the_case)
{
  the_case.t_end = 2;
  pendulum::State start{};
  std::copy(the_case.consistent_y.begin(), the_case.consistent_y.end(), start.begin());
  const pendulum::State end = pendulum::motion(start, the_case.t_end);
  the_case.reference_end.assign(end.begin(), end.end());
}

// Exact solution as printed by Arevalo.
void circle(Case& the_case)
{
  the_case.t_end = 1;
  const double s = 1 + the_case.t_end;
  the_case.reference_end = {std::sin(s * s), std::cos(s * s), 2 * s * std::cos(s * s), -2 * s * std::sin(s * s),
                            -4 * s * s};
}

// The system Jacobian is singular where x^2 = y^2, at t^2 = 3 pi / 4.
void sphere(Case& the_case)
{
  the_case.t_end = 1.4;
  const double t = the_case.t_end, radius = std::sqrt(3.0) / 2, angle = t * t;
  the_case.reference_end = {radius * std::cos(angle),
                            radius * std::sin(angle),
                            0.5,
                            -radius * t * std::sin(angle),
                            std::sqrt(3.0) * t * std::cos(angle),
                            1,
                            -2 * t * t,
                            -std::sin(angle) / 2};
}

// In nanoseconds. The input voltage bends at 50, 60, 110 and 120 of each period of 120.
void pump(Problem& problem)
{
  problem.time_unit = 1e-9;
  problem.the_case.t_end = std::round(problem.the_case.t_end / problem.time_unit);
  for (double period = 0; period < problem.the_case.t_end; period += 120) {
    for (const double phase : {50.0, 60.0, 110.0, 120.0}) problem.kinks.push_back(period + phase);
  }
  problem.kinks.pop_back();  // the end
}

}  // namespace

std::vector<Problem> load_problems(const std::filesystem::path& data_folder)
{
  const std::array names = {"pendulum_index3", "pendulum_index2",      "arevalo_5_1",      "arevalo_5_2",
                            "ivp/car_axis",    "ivp/andrews_squeezer", "ivp/slider_crank", "ivp/wheelset",
                            "ivp/water_tube",  "ivp/fekete",           "ivp/charge_pump"};
  const std::vector<Case> cases = catalogue::load_catalogue(data_folder);
  std::vector<Problem> problems;
  for (const std::string name : names) {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.name == name; });
    if (found == cases.end()) throw std::runtime_error("the catalogue has no case " + name);
    Problem problem{*found, {}, 1};
    if (name.starts_with("pendulum")) swing(problem.the_case);
    if (name == "arevalo_5_1") circle(problem.the_case);
    if (name == "arevalo_5_2") sphere(problem.the_case);
    if (name == "ivp/charge_pump") pump(problem);
    if (problem.the_case.reference_end.empty()) throw std::runtime_error(name + " has no solution at its end");
    problems.push_back(std::move(problem));
  }
  return problems;
}

double error_at_end(const Case& the_case, const std::vector<double>& y)
{
  double largest = 0;
  for (int j = 0; j < the_case.n; ++j) {
    if (the_case.variable_index[j] > 1) continue;
    const double exact = the_case.reference_end[j];
    const double error = std::abs(y[j] - exact) / std::max(std::abs(exact), the_case.scale_y[j]);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

}  // namespace work_precision
