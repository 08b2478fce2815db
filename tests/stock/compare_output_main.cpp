// compare_output <expected> <actual> <least number of solution values> zeros|integration
// Ends with 0 if the outputs agree and at least that many solution values and one step count were compared.
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "compare_output.hpp"

namespace {

std::ifstream open_output(const char* name)
{
  std::ifstream stream(name);
  if (!stream) throw std::runtime_error(std::string("cannot read ") + name);
  return stream;
}

stock::Allowance read_allowance(const std::string& name)
{
  if (name == "zeros") return stock::Allowance::zeros;
  if (name == "integration") return stock::Allowance::integration;
  throw std::runtime_error("unknown allowance " + name);
}

int report(const stock::Comparison& result, int least_values)
{
  std::printf("solution values: %d compared, largest relative deviation %.2e (%s)\n", result.values,
              result.value_deviation.deviation, result.value_deviation.where.c_str());
  std::printf("solution values: %d of them agree only by the tolerances given to IDA\n", result.values_by_allowance);
  std::printf("step counts: %d compared, largest relative deviation %.2e (%s)\n", result.steps,
              result.steps_deviation.deviation, result.steps_deviation.where.c_str());
  std::printf("set-up numbers: %d equal or reported below; other statistics: %d not compared\n", result.setup,
              result.statistics);
  for (const std::string& difference : result.differences) std::printf("DIFFERENT %s\n", difference.c_str());
  if (result.values < least_values || result.steps < 1) {
    std::printf("TOO FEW numbers compared: %d solution values were expected, and step counts\n", least_values);
    return 1;
  }
  return result.differences.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    if (argc != 5)
      throw std::runtime_error("usage: compare_output <expected> <actual> <least number of values> zeros|integration");
    const int least_values = std::stoi(argv[3]);
    const stock::Allowance allowance = read_allowance(argv[4]);
    std::ifstream expected = open_output(argv[1]);
    std::ifstream actual = open_output(argv[2]);
    return report(stock::compare_outputs(expected, actual, allowance), least_values);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compare_output: %s\n", error.what());
    return 2;
  }
}
