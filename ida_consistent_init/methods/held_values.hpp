#pragma once
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

/// Names of held components and conditions of a failed block that contradict its equations: a minimal set, releasing
/// any one of which removes the contradiction to first order. Empty if the equations contradict each other by
/// themselves, or if the block is too large for the test.
std::vector<std::string> conflicting_wishes(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                            const Stage& block, const StageSolution& solution,
                                            const derivatives::Jet& jet);

/// One sentence for each held component or condition of a solved block that the equations and the others imply.
std::vector<std::string> redundant_wishes(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                          const Stage& block, const derivatives::Jet& jet);

/// explain() of a failed block, with the conflicting wishes where it contradicts them.
support::Error explain_failure(derivatives::DerivativeArray& array, const problem::Problem& problem, const Stage& block,
                               const StageSolution& solution, const derivatives::Jet& jet);

}  // namespace ida_consistent_init::methods
