// The exothermic reactor from an inconsistent guess: initial values by IDACalcIC and by this library, then IDA's
// integration to t = 2 at three tolerances against the exact solution. Ends with 1 if an error exceeds its bound.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

#include "reactor/model.hpp"
#include "support/command_line.hpp"
#include "support/picture.hpp"

namespace {

constexpr double kEnd = 2;
constexpr double kTolerances[] = {1e-4, 1e-6, 1e-8};
constexpr double kInitialValueBound = 1e-8;
constexpr int kOutputs = 90;
// Bound of every error over the tolerance; the coolant temperature follows two derivatives of the wanted concentration.
constexpr double kErrorOverTolerance = 200;

struct Row
{
  double tolerance;
  example::StepStatistics statistics;
  std::array<double, 4> errors;                   // largest over the outputs
  std::vector<std::array<double, 5>> trajectory;  // t, y
};

Row integrate(double tolerance)
{
  const example::Problem problem = reactor::problem();
  example::PreparedRun run(problem, tolerance);
  run.consistent.require(IDACIAttachErrorControl(run.consistent.get()), "IDACIAttachErrorControl");
  Row row{tolerance, {}, {}, {}};
  for (int i = 1; i <= kOutputs; ++i) {
    const double t = problem.t0 + (kEnd - problem.t0) * i / kOutputs;
    example::require(run.own.advance_to(t), "IDASolve");
    const auto y = example::values(run.own.y());
    const auto exact = reactor::exact(t);
    for (std::size_t j = 0; j < exact.size(); ++j) row.errors[j] = std::max(row.errors[j], std::abs(y[j] - exact[j]));
    row.trajectory.push_back({t, y[0], y[1], y[2], y[3]});
  }
  row.statistics = run.own.statistics();
  return row;
}

void print_table(const std::vector<Row>& rows)
{
  fmt::print("Integration by IDA from t = {} to {}, error control attached: largest errors at {} outputs\n\n",
             reactor::problem().t0, kEnd, kOutputs);
  fmt::print("  {:>11} {:>6} {:>14} {:>15} {:>10} {:>10} {:>10} {:>10}\n", "rtol = atol", "steps", "error failures",
             "Newton failures", "C", "R", "T", "TC");
  for (const Row& row : rows) {
    fmt::print("  {:>11.0e} {:>6} {:>14} {:>15} {:>10.1e} {:>10.1e} {:>10.1e} {:>10.1e}\n", row.tolerance,
               row.statistics.steps, row.statistics.error_test_failures, row.statistics.newton_failures, row.errors[0],
               row.errors[1], row.errors[2], row.errors[3]);
  }
}

void write_plot(const std::filesystem::path& folder, const Row& row)
{
  example::Curve own{"T"}, coolant{"TC (coolant)"};
  for (const auto& [t, c, r, temperature, of_coolant] : row.trajectory) {
    own.points.push_back({t, temperature});
    coolant.points.push_back({t, of_coolant});
  }
  example::write_picture(folder, "reactor",
                         {{fmt::format("Exothermic reactor, rtol = {:g}", row.tolerance),
                           "t",
                           "temperature",
                           "",
                           {own, coolant},
                           "set key left top"}});
}

int run(const std::string& output)
{
  const example::Problem problem = reactor::problem();
  fmt::print("Exothermic reactor, concentration prescribed\n");
  const example::PreparedRun ours(problem, kInitialValueBound);
  bool good = example::print_answers(problem, example::stock_answer(problem), ours) <= kInitialValueBound;
  fmt::print("\n");
  std::vector<Row> rows;
  for (const double tolerance : kTolerances) rows.push_back(integrate(tolerance));
  print_table(rows);
  for (const Row& row : rows) {
    good = good && *std::max_element(row.errors.begin(), row.errors.end()) <= kErrorOverTolerance * row.tolerance;
  }
  if (!output.empty()) write_plot(output, rows[1]);
  if (!good) fmt::print("An error exceeds its bound.\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example("The exothermic reactor from an inconsistent guess",
                              {{"--output", "folder for the data and the gnuplot script of the temperatures"}}, argc,
                              argv, [](const auto& options) { return run(options[0].value); });
}
