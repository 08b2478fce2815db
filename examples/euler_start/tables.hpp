// What Arevalo, section 5, prints: absolute errors of lambda (tables 5.1 and 5.2), and modified initial velocities (in
// the text). Texts, because the number of printed digits is the claim.
#ifndef IDACI_EXAMPLES_EULER_START_TABLES_HPP
#define IDACI_EXAMPLES_EULER_START_TABLES_HPP

#include <string>
#include <vector>

namespace euler_start {

struct Column
{
  double h;
  std::vector<std::string> exact;       // errors after the steps 1, 2, ... from exact initial values
  std::vector<std::string> consistent;  // and from numerically consistent ones; "": not printed
  std::vector<std::string> velocities;  // modified initial velocities; empty: not quoted
};

// 0.0005, first error: the paper prints 0.004030. Twice the step gives 0.0080120, and Euler's first error is
// proportional to h, so two digits have changed places; 0.004003 is what is compared with.
inline const std::vector<Column> table_5_1{
    {0.0005,
     {"2.0040", "0.0040085", "0.0040185", "0.0040286"},
     {"0.004003", "0.0040085", "0.0040185", "0.0040286"},
     {"1.0814", "-1.6824"}},
    {0.001, {"2.0080", "0.0080341"}, {"0.0080120", "0.0080341"}, {"1.0823", "-1.6819"}},
};

inline const std::vector<Column> table_5_2{
    {0.0005,
     {"2.3973", "0.0056125", "0.0055573", "0.0055028"},
     {"0.0047995", "0.0056125", "0.0055573", "0.0055028"},
     {}},
    {0.001, {"2.3917", "0.011062"}, {"0.009586", "0.011062"}, {"-0.72985", "0.93931", "1"}},
};

}  // namespace euler_start

#endif
