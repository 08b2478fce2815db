#pragma once
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

/// The flag and the paragraph for a stage that failed: which equations, which variables, what to do.
/// conflict: names of held values and conditions that already contradict the equations; empty: not known.
support::Error explain(const problem::Problem& problem, const Stage& stage, const StageSolution& solution,
                       const std::vector<std::string>& conflict = {});

/// A stage that its unknowns could solve by its pattern, but whose Jacobian is singular where Newton's method stopped:
/// the guess is too far away, or there is no solution.
support::Error explain_singular_guess(const problem::Problem& problem, const Stage& stage,
                                      const StageSolution& solution, const std::vector<std::string>& conflict);

/// The refusal of a system whose structure is regular but whose system Jacobian is singular.
/// dependent: names of the equations whose leading derivatives cancel in a combination; "" if not known.
support::Error explain_deceptive_structure(int structural_index, int rank, int n, const std::string& dependent);

}  // namespace ida_consistent_init::methods
