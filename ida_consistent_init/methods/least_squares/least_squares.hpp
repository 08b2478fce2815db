#pragma once
#include "ida_consistent_init/methods/least_squares/determinacy.hpp"
#include "ida_consistent_init/methods/method.hpp"
#include "ida_consistent_init/methods/options.hpp"

namespace ida_consistent_init::methods {

/// What least squares finds besides values, by ranks and without structure.
struct LeastSquaresFindings
{
  int index = -1;  // -1: no number of differentiations determines y'
  long degrees_of_freedom = -1;
  std::vector<int> variable_index;
  std::vector<int> differentiations;  // [n] of the equations, for the constraints on (y, y')
};

/// The method of Leimkuhler, Petzold and Gear: the consistency equations F = 0, F' = 0, ..., F^(m) = 0, B = 0 solved at
/// once for (y, y', ..., y^(m+1)), in the least-squares sense where the user's wishes contradict them, nearest to the
/// guess where they leave freedom. m is raised until y' is determined.
///
/// structure: offsets whose system Jacobian is regular, or null. Not needed for values that the equations and wishes
/// determine; it says in which order values that they leave free come near the guess (positions before velocities, as
/// the stages of step by step do), and reduces systems too large for dense rank decisions.
/// result: its jet holds the guess; order of the jet at least options.max_index + 1.
/// Throws support::Error with the explanation.
LeastSquaresFindings least_squares(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                   const structure::Signature& signature, const structure::Structure* structure,
                                   const Options& options, MethodResult& result);

}  // namespace ida_consistent_init::methods
