// The example programs of SUNDIALS that call IDACalcIC, built as they are and run with the drop-in in front of them:
// they print what they were shipped with. Where a program prints something else already without the drop-in (another
// KLU, another number of threads), that is what it has to print.
// With IDA_CONSISTENT_INIT=force the values are this library's; the solutions agree within the tolerances of the
// programs.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "compare_output.hpp"
#include "example_output.hpp"

namespace {

using dropin_test::compare_numbers;
using dropin_test::Deviation;

struct Example
{
  std::string name, launcher, program, arguments, expected;
};

std::string read_file(const std::string& path)
{
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// One example a line: name|launcher|program|arguments|expected.
std::vector<Example> read_list(const std::string& path)
{
  std::vector<Example> examples;
  std::istringstream lines(read_file(path));
  std::string line;
  while (std::getline(lines, line)) {
    Example example;
    std::istringstream fields(line);
    for (std::string* field :
         {&example.name, &example.launcher, &example.program, &example.arguments, &example.expected}) {
      std::getline(fields, *field, '|');
    }
    examples.push_back(example);
  }
  return examples;
}

// What the program prints; it must end with 0. settings: environment variables.
std::string run(const Example& example, const std::string& settings)
{
  const std::string output = example.name + ".txt";  // of the program that ran last
  const std::string command = "timeout 120 " + example.launcher + " env " + settings + " " + example.program + " " +
                              example.arguments + " > " + output + " 2> " + example.name + ".err";
  if (std::system(command.c_str()) != 0) throw std::runtime_error(example.name + " failed: " + command);
  return read_file(output);
}

std::string preloaded(const std::string& library, const Example& example, const std::string& mode)
{
  const std::string report = example.name + "." + mode + ".json";
  std::remove(report.c_str());
  return "LD_PRELOAD=" + library + " IDA_CONSISTENT_INIT=" + mode + " IDA_CONSISTENT_INIT_REPORT=" + report;
}

const std::string kept = "index < 2: kept";
const std::string taken = "taken over";

// What became of IDACalcIC, from the report.
std::string served_by(const Example& example, const std::string& mode)
{
  std::ifstream stream(example.name + "." + mode + ".json");
  if (!stream) return "forwarded";  // from IDACalcICB, within IDAS
  const nlohmann::json report = nlohmann::json::parse(stream);
  // Of vectors that show no elements.
  if (report.value("reason", "").find("its answer was kept") != std::string::npos) return kept;
  if (report.at("method") == "none") return "forwarded";
  const std::string messages = report.at("messages").dump();
  if (messages.find("its answer was kept") != std::string::npos) return kept;
  return report.at("status") == 0 ? taken : "forwarded";
}

void print_row(const std::string& name, const std::string& mode, const std::string& served, int numbers, double values,
               double counts, const std::string& verdict)
{
  char row[200];
  std::snprintf(row, sizeof row, "%-26s %-6s %-16s %5d %10.1e %9.1f%%  %s\n", name.c_str(), mode.c_str(),
                served.c_str(), numbers, values, 100 * counts, verdict.c_str());
  std::cout << row << std::flush;
}

bool prints_what_was_shipped(const std::string& library, const Example& example)
{
  const std::string output = run(example, preloaded(library, example, "auto"));
  const Deviation shipped = compare_numbers(read_file(example.expected), output);
  std::string verdict = shipped.small() ? "as shipped" : "DIFFERENT at " + shipped.where;
  bool good = shipped.small();
  if (!good) {
    const Deviation stock = compare_numbers(run(example, "LD_PRELOAD="), output);
    good = stock.small();
    if (good) verdict = "as without the drop-in (" + shipped.where + ")";
  }
  print_row(example.name, "auto", served_by(example, "auto"), shipped.numbers, shipped.value, shipped.count, verdict);
  return good;
}

// The values of the solution and the numbers of steps, within the tolerances that the program gave to IDA: the shipped
// runs started from what IDACalcIC left of an inaccurate start. Words and numbers of threads do not matter.
bool agrees_within_tolerances(const Example& example, const std::string& mode, const std::string& printed,
                              const std::string& served)
{
  std::istringstream output(printed);
  std::ifstream expected(example.expected);
  const stock::Comparison compared = stock::compare_outputs(expected, output, stock::Allowance::integration);
  bool good = compared.values >= 12 && compared.steps > 0;
  for (const std::string& difference : compared.differences) {
    if (difference.ends_with("text") || difference.ends_with("words")) continue;
    good = false;
    std::cout << "  DIFFERENT " << difference << '\n';
  }
  const std::string verdict = std::to_string(compared.values_by_allowance) + " of " + std::to_string(compared.values) +
                              " values agree only by the program's tolerances";
  print_row(example.name, mode, served, compared.values + compared.steps, compared.value_deviation.deviation,
            compared.steps_deviation.deviation, verdict);
  return good;
}

bool agrees_with_force(const std::string& library, const Example& example)
{
  const std::string printed = run(example, preloaded(library, example, "force"));
  const std::string served = served_by(example, "force");
  return agrees_within_tolerances(example, "force", printed, served) && served == taken;
}

// By the semantic patch. Programs for MPI still go to IDACalcIC.
bool agrees_rewritten(const Example& example)
{
  const std::string printed = run(example, "");
  if (example.launcher.empty()) return agrees_within_tolerances(example, "patch", printed, "IDACISolve");
  const Deviation shipped = compare_numbers(read_file(example.expected), printed);
  print_row(example.name, "patch", "IDACalcIC", shipped.numbers, shipped.value, shipped.count,
            shipped.small() ? "as shipped" : "DIFFERENT at " + shipped.where);
  return shipped.small();
}

}  // namespace

// examples_test serial|parallel|rewritten <drop-in> <list of examples>
int main(int argc, char** argv)
try {
  if (argc != 4) throw std::runtime_error("usage: examples_test serial|parallel|rewritten <drop-in> <list>");
  const std::string kind = argv[1], library = argv[2];
  const std::vector<Example> examples = read_list(argv[3]);
  if (examples.empty()) throw std::runtime_error("no examples");
  std::cout
      << "program                    mode   IDACalcIC        numbers  values    counts  against the shipped output\n";
  bool all_good = true;
  for (const Example& example : examples) {
    if (kind == "rewritten") {
      all_good = agrees_rewritten(example) && all_good;
      continue;
    }
    all_good = prints_what_was_shipped(library, example) && all_good;
    // Those for OpenMP differ from the serial ones by their vectors only, those of IDAS for MPI from IDA's by the
    // library.
    const bool repeats =
        example.name.ends_with("_omp") || (!example.launcher.empty() && example.name.starts_with("idas"));
    const bool again = served_by(example, "auto") == kept && !repeats;
    if (again) all_good = agrees_with_force(library, example) && all_good;
  }
  return all_good ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << "examples_test: " << error.what() << '\n';
  return 2;
}
