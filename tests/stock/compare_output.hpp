// Compares the output of an example program, number by number, with the output it was shipped with.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace stock {

// When two solution values agree, beyond one unit of the last printed digit and kValueTolerance.
enum class Allowance
{
  zeros,        // both are below the atol that the program gave to IDA: zero as far as IDA is concerned
  integration,  // they differ by no more than the rtol and atol that the program gave to IDA
};

inline constexpr double kValueTolerance = 1e-3;  // relative; one unit of the last printed digit is always allowed
inline constexpr double kStepsTolerance = 0.1;   // relative

struct Largest
{
  double deviation = 0.0;
  std::string where = "none";
};

struct Comparison
{
  int values = 0;
  int values_by_allowance = 0;  // those of them that agree only by the Allowance
  int steps = 0;
  int setup = 0;
  int statistics = 0;
  Largest value_deviation;  // relative; without deviations of one unit of the last digit and of zeros
  Largest steps_deviation;  // relative
  std::vector<std::string> differences;
};

// Throws std::runtime_error if one of the outputs holds a table that is not understood.
Comparison compare_outputs(std::istream& expected, std::istream& actual, Allowance allowance);

// One unit of the last digit of a printed number, e.g. 1e-7 for "1.234e-04".
double last_digit_unit(const std::string& printed);

}  // namespace stock
