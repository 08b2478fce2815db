#pragma once
/// Room `verify`. Enters: a jet and the way it was made. Leaves: residuals of the explicit and hidden constraints by
/// another difference formula than the method used, an error estimate for each component, and a verdict.
#include <string>
#include <vector>

#include "ida_consistent_init/methods/method.hpp"

namespace ida_consistent_init::verify {

using support::Vector;

/// F_i^(order) = 0, order >= 1, a constraint on (y, y') that F itself does not show.
struct HiddenConstraint
{
  int equation, order;
  double residual;
};

struct Verification
{
  bool passed = false;
  std::string complaint;  // the first reason against the values, "" if passed
  std::string remark;     // how far the tolerance was missed, "" if it was reached
  double explicit_norm = 0, hidden_norm = 0;
  Vector equation_residual;  // n: F(t0, y, y')
  std::vector<HiddenConstraint> hidden;
};

/// Difference options that share neither order nor nodes nor step with those of the method.
derivatives::DifferenceOptions independent_options(const derivatives::DifferenceOptions& of_method);

/// What a method claims about the structure of its solution.
struct Claim
{
  std::vector<int> differentiations;  // [n] of each equation that constrain (y, y')
  const structure::Offsets* regular_offsets =
      nullptr;                  // the system Jacobian that belongs to them is regular; null: none
  bool by_ranks_alone = false;  // no structure vouches for the ranks that differences gave
};

/// Each stage of the result is corrected once more, with derivatives from `array`, an independent source. The
/// corrections are the errors: result.error is raised to them. Fails if a correction exceeds the tolerance and the
/// noise of both difference formulas, if the differences say nothing (a residual that is not smooth at t0), or if the
/// system Jacobian claimed regular is singular at the values.
Verification verify(derivatives::DerivativeArray& array, const problem::Problem& problem, const Claim& claim,
                    const methods::Options& options, methods::MethodResult& result);

}  // namespace ida_consistent_init::verify
