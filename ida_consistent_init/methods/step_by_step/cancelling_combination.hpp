#pragma once
#include <optional>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/structure/offsets.hpp"

namespace ida_consistent_init::methods {

/// Sums of equations in which the leading derivatives cancel, with constant coefficients: the constant left null space
/// of a singular system Jacobian, as found from its values at the start of the jet and at points beside it. For
/// A x' + b(x, t) = 0 that is the left null space of A, the projector W_0 of Estevez Schwarz; applied to the sums of
/// algebraic equations that are left, it is W_1. The equivalent system problem.combined(...) has a structure in which
/// constraints that hid in sums (coupled capacitors, loops and cutsets of circuits) can be seen.
/// Nothing if no such sums exist, or only of equations that are differentiated unequally often.
std::optional<problem::Combination> cancelling_combination(derivatives::DerivativeArray& array,
                                                           const problem::Problem& problem,
                                                           const structure::Offsets& offsets,
                                                           const derivatives::Jet& jet);

}  // namespace ida_consistent_init::methods
