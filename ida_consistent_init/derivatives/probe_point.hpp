#pragma once
#include <optional>

#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::derivatives {

/// A generic point near the guess at which F can be evaluated: products with a zero of the guess would hide entries.
struct ProbePoint
{
  support::Vector y, yp, r;
};

/// Nothing if F is not finite near the guess, or gives other bits for the same arguments (sums in parallel).
std::optional<ProbePoint> probe_point(const problem::Problem& problem);

/// Residual, or nothing if F cannot be evaluated there. Components may be NaN.
std::optional<support::Vector> try_residual(const problem::Problem& problem, const support::Vector& y,
                                            const support::Vector& yp);

}  // namespace ida_consistent_init::derivatives
