#pragma once
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

/// The flag and the paragraph for a stage that failed: which equations, which variables, what to do.
/// jet: the last iterate.
support::Error explain(derivatives::DerivativeArray& array, const problem::Problem& problem, const Stage& stage,
                       const StageSolution& solution, const derivatives::Jet& jet);

/// The refusal of a system whose structure is regular but whose system Jacobian is singular.
support::Error explain_deceptive_structure(int structural_index, int rank, int n);

}  // namespace ida_consistent_init::methods
