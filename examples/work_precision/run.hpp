// One integration of one problem at one tolerance, in one of the ways that are compared.
#ifndef IDACI_EXAMPLES_WORK_PRECISION_RUN_HPP
#define IDACI_EXAMPLES_WORK_PRECISION_RUN_HPP

#include <array>
#include <string>
#include <vector>

#include "work_precision/problem.hpp"

namespace work_precision {

enum class Way
{
  ours,            // this library, its defaults
  exclusion,       // this library, components of index 2 and above left out of the error test
  filter,          // this library, filtered error estimates
  stock_calc_ic,   // IDACalcIC from the same guess, then IDA with all components in its tests
  stock_suppress,  // from this library's consistent values, IDA with IDASetSuppressAlg for algebraic variables
};
inline constexpr std::array kWays = {Way::ours, Way::exclusion, Way::filter, Way::stock_calc_ic, Way::stock_suppress};
const char* name_of(Way way);

enum class Solver
{
  dense,
  dense_scaled,  // IDACIScaleLinearSolver
  krylov,        // SPGMR without preconditioner
  krylov_scaled
};

struct Outcome
{
  std::string failure;  // empty: the end was reached
  double t = 0;         // reached
  std::vector<double> y;
  double error = 0;  // see error_at_end; of a run that reached the end
  long int steps = 0, error_test_failures = 0, newton_failures = 0;
  long int residual_evaluations = 0;  // of the whole run, initial values and differenced Jacobians included
  long int jacobian_evaluations = 0;
  long int linear_iterations = 0;
  double seconds = 0;  // of CPU
};

// rtol, and atol = rtol times the smaller of 1 and the component's scale. Differenced Jacobians.
Outcome integrate(const Problem& problem, Way way, double rtol, long int most_steps, Solver solver = Solver::dense);

}  // namespace work_precision

#endif
