// The planar pendulum in its forms of index 3, 2 and 1, from one inconsistent guess: initial values by IDACalcIC and by
// this library, then IDA's integration to t = 2 at four tolerances. Ends with 1 if an error exceeds its bound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "pendulum/forms.hpp"
#include "pendulum/model.hpp"
#include "support/command_line.hpp"
#include "support/initial_values.hpp"
#include "support/picture.hpp"

namespace {

constexpr double kEnd = 2;
constexpr double kTolerances[] = {1e-4, 1e-6, 1e-8, 1e-10};
constexpr double kInitialValueBound = 1e-8;

struct Row
{
  int form;
  double tolerance;
  example::StepStatistics statistics;
  double position;  // errors at kEnd
  double velocity;
  double multiplier;
};

// Bound of the position error at kEnd over the tolerance.
constexpr double kErrorOverTolerance = 1000;

void print_constraints(const char* who, std::span<const double> y)
{
  const auto c = pendulum::constraints(y);
  fmt::print("  {:<13} x^2+y^2-1 = {:>9.2e}   x u+y v = {:>9.2e}   u^2+v^2-lam(x^2+y^2)-g y = {:>9.2e}\n", who, c[0],
             c[1], c[2]);
}

bool show_initial_values(int form)
{
  const example::Problem problem = pendulum::problem(form);
  fmt::print("Pendulum, index {} form\n", form);
  const example::StockAnswer stock = example::stock_answer(problem);
  const example::PreparedRun ours(problem, kInitialValueBound);
  const double error = example::print_answers(problem, stock, ours);

  fmt::print("\n  Constraint and its derivatives at the\n");
  print_constraints("guess:", problem.guess);
  if (!stock.y.empty()) print_constraints("IDACalcIC:", stock.y);
  print_constraints("this library:", example::values(ours.own.y()));
  if (form < 3) {
    const double off_circle = pendulum::constraints(example::values(ours.own.y()))[0];
    fmt::print("  In this form the unit circle is no constraint: the held position stays off it by {:.4g}.\n",
               off_circle);
  }
  fmt::print("\n");
  return error <= kInitialValueBound;
}

Row integrate(int form, double tolerance)
{
  example::PreparedRun run(pendulum::problem(form), tolerance);
  pendulum::State start;
  std::copy_n(example::values(run.own.y()).begin(), start.size(), start.begin());
  run.consistent.require(IDACIAttachErrorControl(run.consistent.get()), "IDACIAttachErrorControl");
  example::require(run.own.advance_to(kEnd), "IDASolve");

  const pendulum::State exact = pendulum::motion(start, kEnd);
  const auto y = example::values(run.own.y());
  return {form,
          tolerance,
          run.own.statistics(),
          std::hypot(y[0] - exact[0], y[1] - exact[1]),
          std::hypot(y[2] - exact[2], y[3] - exact[3]),
          std::abs(y[4] - exact[4])};
}

void print_table(const std::vector<Row>& rows)
{
  fmt::print("Integration by IDA to t = {} from these values, error control attached\n\n", kEnd);
  fmt::print("  {:>5} {:>11} {:>6} {:>14} {:>14} {:>10} {:>10} {:>10}\n", "index", "rtol = atol", "steps",
             "error failures", "Newton failures", "position", "velocity", "multiplier");
  for (const Row& row : rows) {
    fmt::print("  {:>5} {:>11.0e} {:>6} {:>14} {:>15} {:>10.1e} {:>10.1e} {:>10.1e}\n", row.form, row.tolerance,
               row.statistics.steps, row.statistics.error_test_failures, row.statistics.newton_failures, row.position,
               row.velocity, row.multiplier);
  }
}

void write_plot(const std::filesystem::path& folder, const std::vector<Row>& rows)
{
  example::Panel panel{fmt::format("Pendulum, t = {}: error of the position over IDA steps", kEnd), "steps",
                       "position error", "xy"};
  for (const int form : {3, 2, 1}) {
    example::Curve curve{fmt::format("index {}", form), {}, "linespoints"};
    for (const Row& row : rows) {
      if (row.form == form) curve.points.push_back({static_cast<double>(row.statistics.steps), row.position});
    }
    panel.curves.push_back(std::move(curve));
  }
  example::write_picture(folder, "pendulum", {panel});
}

int run(const std::string& output)
{
  bool good = true;
  for (const int form : {3, 2, 1}) good = show_initial_values(form) && good;
  std::vector<Row> rows;
  for (const int form : {3, 2, 1}) {
    for (const double tolerance : kTolerances) rows.push_back(integrate(form, tolerance));
  }
  print_table(rows);
  for (const Row& row : rows) good = good && row.position <= kErrorOverTolerance * row.tolerance;
  if (!output.empty()) write_plot(output, rows);
  if (!good) fmt::print("An error exceeds its bound.\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example(
      "The pendulum in three forms from an inconsistent guess",
      {{"--output", "folder for the data and the gnuplot script of the work-precision picture"}}, argc, argv,
      [](const auto& options) { return run(options[0].value); });
}
