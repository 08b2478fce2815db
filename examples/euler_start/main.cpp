// Tables 5.1 and 5.2 of Arevalo, Numerically consistent initial values for the implicit Euler method, out of IDA: order
// one, fixed step, with and without IDACISetEulerStart. Ends with 1 if a printed digit is not met.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "catalogue/arevalo.hpp"
#include "euler_start/tables.hpp"
#include "support/command_line.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/dense_ida.hpp"
#include "support/picture.hpp"

namespace {

using euler_start::Column;

struct Problem
{
  std::string name;
  IDAResFn residual;
  double t0;
  std::vector<double> y0, yp0;       // exact
  std::size_t velocity, multiplier;  // first velocity, lambda
  std::function<double(double t)> lambda;
  const std::vector<Column>& table;
};

template <class Model>
int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* /*user_data*/)
{
  Model::residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  return 0;
}

// x = sin (1 + t)^2, y = cos (1 + t)^2.
Problem problem_5_1()
{
  const double s = std::sin(1.0), c = std::cos(1.0);
  return {"Problem 5.1, Euler-Lagrange equations",
          residual<catalogue::Arevalo51>,
          0,
          {s, c, 2 * c, -2 * s, -4},
          {2 * c, -2 * s, 2 * c - 4 * s, -2 * s - 4 * c, -8},
          2,
          4,
          [](double t) { return -4 * (1 + t) * (1 + t); },
          euler_start::table_5_1};
}

// x = a cos t^2, y = a sin t^2, z = 1/2 with a = sqrt(3) / 2.
Problem problem_5_2()
{
  const double a = std::numbers::sqrt3 / 2, s = std::sin(1.0), c = std::cos(1.0);
  return {"Problem 5.2, general form",
          residual<catalogue::Arevalo52>,
          1,
          {a * c, a * s, 0.5, -a * s, 2 * a * c, 1, -2, -s / 2},
          {-2 * a * s, 2 * a * c, 0, -a * (s + 2 * c), 2 * a * (c - 2 * s), 0, -4, -c},
          3,
          6,
          [](double t) { return -2 * t * t; },
          euler_start::table_5_2};
}

struct Run
{
  std::vector<double> start;  // what IDA started from
  std::vector<double> error;  // of lambda after the steps 1, 2, ...
};

// All steps of size h and order one: no component takes part in the error test, which would change them.
Run implicit_euler(const Problem& problem, double h, int steps, bool with_euler_start)
{
  constexpr double newton_tolerance = 1e-8;
  example::DenseIda own(problem.residual, nullptr, problem.t0, problem.y0, problem.yp0, newton_tolerance);
  const example::ConsistentInit consistent(own.ida(), problem.residual, own.y(), own.yp(), own.context());
  example::require(IDASetMaxOrd(own.ida(), 1), "IDASetMaxOrd");
  example::require(IDASetNonlinConvCoef(own.ida(), 0.02), "IDASetNonlinConvCoef");
  const example::VectorHandle untested(N_VClone(own.y()));
  N_VConst(0, untested.get());
  example::require(IDASetId(own.ida(), untested.get()), "IDASetId");
  example::require(IDASetSuppressAlg(own.ida(), SUNTRUE), "IDASetSuppressAlg");
  example::require(IDASetInitStep(own.ida(), h), "IDASetInitStep");
  example::require(IDASetMinStep(own.ida(), h), "IDASetMinStep");
  example::require(IDASetMaxStep(own.ida(), h), "IDASetMaxStep");
  const IDACIMem ci = consistent.get();
  consistent.require(IDACISetEulerStart(ci, with_euler_start ? h : 0), "IDACISetEulerStart");
  consistent.require(IDACISolve(ci), "IDACISolve");

  const auto y = example::values(own.y());
  Run run{{y.begin(), y.end()}, {}};
  double t = problem.t0;
  for (int step = 1; step <= steps; ++step) {
    example::require(IDASolve(own.ida(), problem.t0 + 1, &t, own.y(), own.yp(), IDA_ONE_STEP), "IDASolve");
    if (std::abs(t - problem.t0 - step * h) > 1e-12) throw std::runtime_error("IDA took a step of another size");
    run.error.push_back(std::abs(y[problem.multiplier] - problem.lambda(t)));
  }
  return run;
}

// To all printed digits: half a unit of the last one.
bool meets(double value, const std::string& printed)
{
  const auto point = printed.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(printed.size() - point - 1);
  return std::abs(value - std::stod(printed)) <= 0.5 * std::pow(10.0, -decimals);
}

bool show(const std::string& what, double value, const std::string& printed)
{
  const bool good = meets(value, printed);
  fmt::print("  {:<44} {:>12.8f} {:>10} {}\n", what, value, printed, good ? "" : "differs");
  return good;
}

bool compare(const Problem& problem)
{
  bool good = true;
  fmt::print("{}\n  {:<44} {:>12} {:>10}\n", problem.name, "|error of lambda|", "IDA", "paper");
  for (const Column& column : problem.table) {
    const auto steps = static_cast<int>(column.exact.size());
    const Run exact = implicit_euler(problem, column.h, steps, false);
    const Run consistent = implicit_euler(problem, column.h, steps, true);
    for (std::size_t k = 0; k < column.exact.size(); ++k) {
      const std::string where = fmt::format("h = {}, t - t0 = {:.4f}", column.h, static_cast<double>(k + 1) * column.h);
      good = show(where + ", exact start", exact.error[k], column.exact[k]) && good;
      good = show(where + ", consistent start", consistent.error[k], column.consistent[k]) && good;
    }
    for (std::size_t k = 0; k < column.velocities.size(); ++k) {
      good = show(fmt::format("h = {}, velocity {} of the start", column.h, k + 1),
                  consistent.start[problem.velocity + k], column.velocities[k]) &&
             good;
    }
  }
  fmt::print("\n");
  return good;
}

// Figure 5.1
void write_plot(const std::filesystem::path& folder, const Problem& problem)
{
  constexpr double h = 0.0005;
  constexpr int steps = 40;
  std::vector<example::Panel> panels;
  for (const bool consistent : {false, true}) {
    const Run run = implicit_euler(problem, h, steps, consistent);
    example::Curve curve{"", {}, "linespoints"};
    for (std::size_t k = 0; k < steps; ++k) curve.points.push_back({static_cast<double>(k + 1) * h, run.error[k]});
    panels.push_back({consistent ? "from the numerically consistent start"
                                 : fmt::format("Implicit Euler, h = {}, from exact initial values", h),
                      "t",
                      "error of lambda",
                      "",
                      {curve},
                      "set yrange [0:*]"});
  }
  example::write_picture(folder, "euler_start", panels, {2, 1, 900, 700});
}

int run(const std::string& folder)
{
  const bool good = compare(problem_5_1());
  if (!compare(problem_5_2()) || !good) {
    fmt::print("Not all printed digits are met.\n");
    return 1;
  }
  if (!folder.empty()) write_plot(folder, problem_5_1());
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example(
      "Numerically consistent start of the implicit Euler method, tables 5.1 and 5.2 of Arevalo",
      {{"--output", "folder for the data and the gnuplot script of the errors"}}, argc, argv,
      [](const auto& options) { return run(options[0].value); });
}
