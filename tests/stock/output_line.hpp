// Reads the printed output of an example program: which words are numbers, and what each number stands for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stock {

enum class Role
{
  text,       // no number: must be the same word
  setup,      // sizes, tolerances, output times: must be printed alike
  rtol,       // set-up: relative tolerance given to IDA
  atol,       // set-up: absolute tolerance given to IDA
  value,      // component of the solution
  steps,      // steps taken by IDA
  statistic,  // other counters and the step size: not compared
};

struct Word
{
  std::string text;  // without a trailing comma
  std::optional<double> number;
  Role role = Role::text;
};

// The words of one printed line after another, with the roles that the table header above gives to the columns.
class OutputReader
{
 public:
  // Throws std::runtime_error for a row of numbers that does not fit under the header.
  std::vector<Word> read_line(std::string_view line);

 private:
  std::vector<std::string> header_;  // column names and separators of the table being read
};

}  // namespace stock
