#include "example_output.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "compare_output.hpp"

namespace dropin_test {

namespace {

struct Number
{
  std::string text;
  double value = 0;
  int line = 0;
  [[nodiscard]] bool is_whole() const { return text.find_first_of(".eE") == std::string::npos; }
};

// The number at the start of a word, without what is stuck to its end.
bool read_number(const std::string& word, Number& number)
{
  char* end = nullptr;
  number.value = std::strtod(word.c_str(), &end);
  const std::string rest(end);
  number.text = word.substr(0, word.size() - rest.size());
  return !number.text.empty() && rest.find_first_not_of(",.;:)|") == std::string::npos;
}

std::vector<Number> numbers_of(const std::string& output)
{
  std::vector<Number> numbers;
  std::istringstream lines(output);
  std::string line;
  for (int at = 1; std::getline(lines, line); ++at) {
    std::istringstream words(line);
    std::string word;
    while (words >> word) {
      Number number;
      number.line = at;
      if (read_number(word, number)) numbers.push_back(number);
    }
  }
  return numbers;
}

}  // namespace

Deviation compare_numbers(const std::string& expected, const std::string& actual)
{
  Deviation deviation;
  const std::vector<Number> one = numbers_of(expected), other = numbers_of(actual);
  deviation.same_numbers = one.size() == other.size();
  deviation.numbers = static_cast<int>(std::min(one.size(), other.size()));
  for (int k = 0; k < deviation.numbers; ++k) {
    const Number &a = one[k], &b = other[k];
    const double difference = std::fabs(a.value - b.value);
    if (difference == 0) continue;
    const double relative = difference / std::max(std::fabs(a.value), std::fabs(b.value));
    const bool whole = a.is_whole() && b.is_whole();
    if (!whole && difference <= stock::last_digit_unit(a.text) * (1 + 1e-9)) continue;
    double& largest = whole ? deviation.count : deviation.value;
    largest = std::max(largest, relative);
    if (relative <= (whole ? kCountTolerance : kValueTolerance) || !deviation.where.empty()) continue;
    deviation.where = "line " + std::to_string(a.line) + ": " + a.text + " became " + b.text;
  }
  return deviation;
}

}  // namespace dropin_test
