#include "compare_output.hpp"

#include <cmath>
#include <istream>

#include "output_line.hpp"

namespace stock {
namespace {

constexpr double kRounding = 1e-9;  // printed decimal numbers are not exact in binary

// What the program gave to IDA, as it printed before its first solution value.
struct Tolerances
{
  Allowance allowance;
  double rtol = 0.0;
  double atol = 0.0;
};

void keep_larger(Largest& largest, double deviation, const std::string& where)
{
  if (deviation > largest.deviation) largest = {deviation, where};
}

void compare_values(const Word& expected, const Word& actual, const std::string& where, const Tolerances& tolerances,
                    Comparison& result)
{
  ++result.values;
  const double difference = std::fabs(*expected.number - *actual.number);
  if (difference <= last_digit_unit(expected.text) * (1.0 + kRounding)) return;
  const bool zeros = std::fabs(*expected.number) < tolerances.atol && std::fabs(*actual.number) < tolerances.atol;
  const double relative = difference / std::fabs(*expected.number);
  if (!zeros) keep_larger(result.value_deviation, relative, where);
  if (relative <= kValueTolerance) return;
  const double allowed = tolerances.rtol * std::fabs(*expected.number) + tolerances.atol;
  if (zeros || (tolerances.allowance == Allowance::integration && difference <= allowed))
    ++result.values_by_allowance;
  else
    result.differences.push_back(where + ": solution value");
}

void compare_steps(const Word& expected, const Word& actual, const std::string& where, Comparison& result)
{
  ++result.steps;
  const double difference = std::fabs(*expected.number - *actual.number);
  if (difference == 0.0) return;
  const double relative = difference / std::fabs(*expected.number);
  keep_larger(result.steps_deviation, relative, where);
  if (!(relative <= kStepsTolerance)) result.differences.push_back(where + ": number of steps");
}

void compare_words(const Word& expected, const Word& actual, int line, Tolerances& tolerances, Comparison& result)
{
  const std::string where = "line " + std::to_string(line) + ", expected " + expected.text + ", printed " + actual.text;
  if (expected.role != actual.role) {
    result.differences.push_back(where + ": text");
    return;
  }
  switch (expected.role) {
    case Role::value:
      compare_values(expected, actual, where, tolerances, result);
      break;
    case Role::steps:
      compare_steps(expected, actual, where, result);
      break;
    case Role::statistic:
      ++result.statistics;
      break;
    case Role::rtol:
    case Role::atol:
      (expected.role == Role::rtol ? tolerances.rtol : tolerances.atol) = *expected.number;
      [[fallthrough]];
    case Role::setup:
      ++result.setup;
      [[fallthrough]];
    case Role::text:
      if (expected.text != actual.text) result.differences.push_back(where + ": text");
      break;
  }
}

}  // namespace

double last_digit_unit(const std::string& printed)
{
  const std::size_t exponent_at = printed.find_first_of("eE");
  const int exponent = exponent_at == std::string::npos ? 0 : std::stoi(printed.substr(exponent_at + 1));
  const std::string mantissa = printed.substr(0, exponent_at);
  const std::size_t point = mantissa.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  return std::pow(10.0, exponent - decimals);
}

Comparison compare_outputs(std::istream& expected, std::istream& actual, Allowance allowance)
{
  Comparison result;
  Tolerances tolerances{allowance};
  OutputReader expected_reader;
  OutputReader actual_reader;
  std::string expected_line;
  std::string actual_line;
  for (int line = 1;; ++line) {
    const bool more_expected = static_cast<bool>(std::getline(expected, expected_line));
    const bool more_actual = static_cast<bool>(std::getline(actual, actual_line));
    if (!more_expected && !more_actual) return result;
    if (more_expected != more_actual) {
      result.differences.push_back("line " + std::to_string(line) + ": one output ends here");
      return result;
    }
    const std::vector<Word> expected_words = expected_reader.read_line(expected_line);
    const std::vector<Word> actual_words = actual_reader.read_line(actual_line);
    if (expected_words.size() != actual_words.size()) {
      result.differences.push_back("line " + std::to_string(line) + ": different number of words");
      continue;
    }
    for (std::size_t j = 0; j < expected_words.size(); ++j)
      compare_words(expected_words[j], actual_words[j], line, tolerances, result);
  }
}

}  // namespace stock
