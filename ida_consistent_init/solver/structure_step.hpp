#pragma once
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::solver {

structure::Signature signature_of(const derivatives::Occurrence& occurrence);

/// Detected, or by the user's offsets. Throws support::Error (structurally singular, index too high, offsets that do
/// not fit) with the names of equations and variables.
structure::Structure find_structure(const problem::Problem& problem, const methods::Options& options,
                                    structure::Signature signature);

/// max d, at least 0.
int highest_derivative(const structure::Structure& structure);

}  // namespace ida_consistent_init::solver
