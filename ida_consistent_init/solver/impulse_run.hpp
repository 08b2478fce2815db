#pragma once
#include <limits>
#include <optional>

#include "ida_consistent_init/methods/impulse/impulse.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/solver/solver.hpp"

namespace ida_consistent_init::solver {

/// What IDACI_IMPULSE gets.
struct ImpulseTask
{
  methods::impulse::System system;
  methods::impulse::VectorOffsets offsets;    // empty: found in the structure of `problem`
  const problem::Problem* problem = nullptr;  // the same equations; null: vectors without element access
  long n = 0;
  int most_index = std::numeric_limits<int>::max();  // above it IDACI_NOT_SUPPORTED, with the structure as groundwork
};

/// Consistent values by the method impulse, or the reason why not; never throws support::Error.
/// answer: nothing after a failure. groundwork (of vectors with element access): as for `solve`.
report::Result solve_by_impulse(ImpulseTask task, const methods::Options& options,
                                std::optional<methods::impulse::Answer>& answer, std::optional<Groundwork>& groundwork);

}  // namespace ida_consistent_init::solver
