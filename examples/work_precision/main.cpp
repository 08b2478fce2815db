// Work and precision of IDA on problems of index 2 and 3, with this library and without.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>

#include "support/picture.hpp"
#include "work_precision/problem.hpp"
#include "work_precision/run.hpp"

namespace {

using work_precision::Outcome;
using work_precision::Way;

struct Options
{
  std::string data = IDACI_CATALOGUE_DATA, problem;
  std::vector<double> tolerances = {1e-4, 1e-6, 1e-8};
  std::vector<std::string> ways;
  long int most_steps = 100000;
  work_precision::Solver solver = work_precision::Solver::dense;
  bool components = false, json = false;
  std::string output;
};

bool selected(const std::vector<std::string>& names, const std::string& name)
{
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

double digits(const Outcome& outcome)
{
  return -std::log10(std::max(outcome.error, 1e-16));
}

void print_row(const std::string& problem, Way way, double rtol, const Outcome& outcome)
{
  const std::string precision = outcome.failure.empty()
                                    ? fmt::format("{:6.2f} {:10.2g}", digits(outcome), outcome.error / rtol)
                                    : "  fail           ";
  fmt::print("{:<20} {:<12} {:7.0e} {} {:8} {:6} {:6} {:9} {:7} {:8.3f}  {}\n", problem, name_of(way), rtol, precision,
             outcome.steps, outcome.error_test_failures, outcome.newton_failures, outcome.residual_evaluations,
             outcome.jacobian_evaluations, outcome.seconds,
             outcome.failure.empty() ? "" : fmt::format("t = {:.4g}: {}", outcome.t, outcome.failure));
  std::fflush(stdout);
}

// Of the components of index 0 and 1, relative to their own size at the end, in units of rtol.
void print_components(const catalogue::Case& the_case, double rtol, const Outcome& outcome)
{
  for (int j = 0; j < the_case.n; ++j) {
    const double exact = the_case.reference_end[j];
    if (the_case.variable_index[j] > 1 || exact == 0) continue;
    fmt::print("    {:<12} {:10.2g}\n", the_case.variables[j], std::abs(outcome.y[j] / exact - 1) / rtol);
  }
}

nlohmann::json json_of(const std::string& problem, Way way, double rtol, const Outcome& outcome)
{
  nlohmann::json row = {{"problem", problem},
                        {"way", name_of(way)},
                        {"rtol", rtol},
                        {"reached_end", outcome.failure.empty()},
                        {"t", outcome.t},
                        {"steps", outcome.steps},
                        {"error_test_failures", outcome.error_test_failures},
                        {"newton_failures", outcome.newton_failures},
                        {"residual_evaluations", outcome.residual_evaluations},
                        {"jacobian_evaluations", outcome.jacobian_evaluations},
                        {"linear_iterations", outcome.linear_iterations},
                        {"seconds", outcome.seconds}};
  if (outcome.failure.empty())
    row["digits"] = digits(outcome);
  else
    row["failure"] = outcome.failure;
  return row;
}

// Error at the end over steps with the library's defaults, a curve for each problem.
class Picture
{
 public:
  void add(const std::string& problem, Way way, const Outcome& outcome)
  {
    if (way != Way::ours || !outcome.failure.empty()) return;
    const std::string title = problem.substr(problem.find('/') + 1);
    if (curves_.empty() || curves_.back().title != title) curves_.push_back({title, {}, "linespoints"});
    curves_.back().points.push_back({static_cast<double>(outcome.steps), std::max(outcome.error, 1e-16)});
  }
  void write(const std::string& folder) const
  {
    example::write_picture(folder, "work_precision",
                           {{"Work and precision of IDA on problems of index 2 and 3", "steps",
                             "largest scaled error at the end", "xy", curves_, "set key outside right noenhanced"}},
                           {1, 1, 1100, 700});
  }

 private:
  std::vector<example::Curve> curves_;
};

// Returns how many runs with the library's defaults did not reach the end.
int compare(const Options& options)
{
  int failures = 0;
  Picture picture;
  nlohmann::json rows = nlohmann::json::array();
  if (!options.json) {
    fmt::print("{:<20} {:<12} {:>7} {:>6} {:>10} {:>8} {:>6} {:>6} {:>9} {:>7} {:>8}\n", "problem", "way", "rtol",
               "digits", "error/rtol", "steps", "etf", "ncf", "residuals", "Jac", "seconds");
  }
  for (const auto& problem : work_precision::load_problems(options.data)) {
    const std::string& name = problem.the_case.name;
    if (!options.problem.empty() && name.find(options.problem) == std::string::npos) continue;
    for (const Way way : work_precision::kWays) {
      if (!selected(options.ways, name_of(way))) continue;
      for (const double rtol : options.tolerances) {
        const Outcome outcome = work_precision::integrate(problem, way, rtol, options.most_steps, options.solver);
        if (way == Way::ours && !outcome.failure.empty()) ++failures;
        picture.add(name, way, outcome);
        if (options.json)
          rows.push_back(json_of(name, way, rtol, outcome));
        else
          print_row(name, way, rtol, outcome);
        if (options.components && outcome.failure.empty()) print_components(problem.the_case, rtol, outcome);
      }
    }
  }
  if (options.json) fmt::print("{}\n", rows.dump(1));
  if (!options.output.empty()) picture.write(options.output);
  return failures;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Digits at the end and work of IDA on problems of index 2 and 3");
  Options options;
  app.add_option("--problem", options.problem, "only problems whose name contains this");
  app.add_option("--way", options.ways, "only these: ours, exclusion, filter, IDACalcIC, SuppressAlg");
  app.add_option("--rtol", options.tolerances, "default: 1e-4 1e-6 1e-8")->check(CLI::PositiveNumber);
  app.add_option("--most-steps", options.most_steps, "limit of each run")->check(CLI::PositiveNumber);
  const std::map<std::string, work_precision::Solver> solvers = {
      {"dense", work_precision::Solver::dense},
      {"dense_scaled", work_precision::Solver::dense_scaled},
      {"krylov", work_precision::Solver::krylov},
      {"krylov_scaled", work_precision::Solver::krylov_scaled}};
  app.add_option("--solver", options.solver, "linear solver; krylov: SPGMR without preconditioner")
      ->transform(CLI::CheckedTransformer(solvers));
  auto* components = app.add_flag("--components", options.components, "print the relative error of every component");
  app.add_flag("--json", options.json, "print JSON")->excludes(components);
  app.add_option("--output", options.output, "folder for the data and the gnuplot script of the errors");
  app.add_option("--data", options.data, "folder of the reference files")->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  try {
    return compare(options) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
