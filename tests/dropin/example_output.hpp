#pragma once
// Compares what two runs of an example program printed, number by number.

#include <string>

namespace dropin_test {

struct Deviation
{
  int numbers = 0;
  double value = 0;          // largest relative one of real numbers, beyond one unit of the last printed digit
  double count = 0;          // largest relative one of whole numbers
  std::string where;         // the first number that is further off than allowed
  bool same_numbers = true;  // the outputs have equally many
  [[nodiscard]] bool small() const { return same_numbers && where.empty(); }
};

inline constexpr double kValueTolerance = 1e-4;
inline constexpr double kCountTolerance = 0.05;

// Words that are no numbers do not matter: SUNDIALS has changed some of them since the outputs were made.
Deviation compare_numbers(const std::string& expected, const std::string& actual);

}  // namespace dropin_test
