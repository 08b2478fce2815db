#pragma once
/// What users should know about a success, with names, numbers and a next step.
#include "ida_consistent_init/methods/method.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/report/result.hpp"

namespace ida_consistent_init::solver {

/// One paragraph; "" if there is nothing to say. found: verified; result: with its values.
std::string remarks(derivatives::DerivativeArray& array, const problem::Problem& problem,
                    const methods::Options& options, const methods::MethodResult& found, const report::Result& result);

/// Values that neither the equations nor the user determine.
struct Freedom
{
  int count = 0;             // of independent ones
  std::vector<int> stayed;   // variables near the guess
  std::vector<int> to_hold;  // some of them that determine the others; empty: not known
};

Freedom find_freedom(derivatives::DerivativeArray& array, const problem::Problem& problem,
                     const methods::MethodResult& found, const report::Result& result);

/// Equations of which some follow from the others at (t0, y, y'), whatever the step size, and the variables that they
/// therefore leave open.
struct Dependence
{
  int count = 0;
  std::vector<int> equations, variables;
};

Dependence find_dependence(derivatives::DerivativeArray& array, const problem::Problem& problem,
                           const derivatives::Jet& jet);

}  // namespace ida_consistent_init::solver
