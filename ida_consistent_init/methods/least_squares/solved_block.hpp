#pragma once
#include <vector>

#include "ida_consistent_init/methods/method.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"

namespace ida_consistent_init::methods {

/// Equations, the jet that solves them, and how it was found.
struct SolvedBlock
{
  Stage block;
  derivatives::Jet jet;
  StageSolution solution;
  std::vector<StageRecord> stages;
};

/// Whether y and each y_j' with derivative_determined[j] are the same but for tolerance and estimated errors.
bool agree(const SolvedBlock& a, const SolvedBlock& b, const std::vector<char>& derivative_determined,
           const Options& options);

}  // namespace ida_consistent_init::methods
