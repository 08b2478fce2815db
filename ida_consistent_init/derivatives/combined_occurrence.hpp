#pragma once
#include "ida_consistent_init/derivatives/occurrence.hpp"

namespace ida_consistent_init::derivatives {

/// Occurrence in problem.combined(combination), from that in the problem itself: what cancels in the values of F_y and
/// F_y' at the guess and at points beside it does not occur. Probing could not tell: NaN does not cancel.
Occurrence combined_occurrence(const problem::Problem& problem, const Occurrence& occurrence,
                               const problem::Combination& combination);

}  // namespace ida_consistent_init::derivatives
