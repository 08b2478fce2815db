#pragma once
#include "ida_consistent_init/methods/method.hpp"

namespace ida_consistent_init::methods {

/// What is left after the sweeps.
struct Stabilization
{
  bool settled = false;  // if not, the values in the result are at best a start for another call
  double noise = 0;      // of the differences, in units of the tolerance of y and y'
  double explicit_norm = 0, hidden_norm = 0;
};

/// Values that have drifted off the constraints by little go back to them: all stages, each with one factorization of
/// its matrix at the values that come in, in two sweeps y <- y - H^T (H H^T)^-1 h(y) (post-stabilisation of Ascher and
/// Petzold; Spiteri, section 10.2.2). From a distance delta the first sweep leaves delta^2, the second delta^3.
///
/// Settled: a third sweep would move nothing by more than the tolerance, or than what the noise of the differences
/// explains; and the second one moved no value that the constraints leave free by more than the tolerance, so that
/// the values are the nearest ones to within it. Extra conditions join all stages to one block.
///
/// result: the jet in, holding y and y' in its first two columns, or what an earlier call left (the nearest point is
/// always that to the guess of the problem); the values out.
Stabilization post_stabilize(derivatives::DerivativeArray& array, const problem::Problem& problem,
                             const structure::Offsets& offsets, const Options& options, MethodResult& result);

}  // namespace ida_consistent_init::methods
