// One problem with an inconsistent guess, answered by IDACalcIC and by this library, printed side by side.
#ifndef IDACI_EXAMPLES_INITIAL_VALUES_HPP
#define IDACI_EXAMPLES_INITIAL_VALUES_HPP

#include <ida/ida.h>

#include <string>
#include <vector>

#include "support/consistent_init_handle.hpp"
#include "support/dense_ida.hpp"

namespace example {

struct Problem
{
  IDAResFn residual;
  void* user_data;
  double t0;
  std::vector<const char*> variables;
  std::vector<double> guess;            // of y; y' is guessed as 0
  std::vector<double> fixed;            // 1: held at its guess
  std::vector<double> differential;     // id vector of IDACalcIC: 1 where y' occurs
  std::vector<double> reference;        // the consistent y
  std::vector<double> reference_slope;  // and y'
};

// What IDACalcIC(IDA_YA_YDP_INIT) answers: its flag and, if it claims success, its y.
struct StockAnswer
{
  std::string flag_name;
  std::vector<double> y;  // empty on failure
};
StockAnswer stock_answer(const Problem& problem);

// IDA memory re-initialised with this library's consistent values.
struct PreparedRun
{
  PreparedRun(const Problem& problem, double tolerance);  // throws if the library refuses
  DenseIda own;
  ConsistentInit consistent;
};

// Prints index, degrees of freedom and a table with one line a variable; returns the largest error of y and y',
// |value - reference| / max(1, |reference|).
double print_answers(const Problem& problem, const StockAnswer& stock, const PreparedRun& ours);

}  // namespace example

#endif
