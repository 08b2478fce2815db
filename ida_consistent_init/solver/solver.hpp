#pragma once
/// Room `solver`: the only place that names all rooms, in the order in which data flows.
#include <optional>

#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/solver/groundwork.hpp"

namespace ida_consistent_init::solver {

/// Consistent values for the problem, or the reason why not; never throws support::Error.
/// groundwork: where it still holds, the structure in it is taken; receives what was found, nothing if there is no
/// regular structure; may be null.
report::Result solve(const problem::Problem& problem, const methods::Options& options,
                     std::optional<Groundwork>* groundwork = nullptr);

/// Whether the guess is consistent as it stands: status IDACI_SUCCESS, IDACI_INCONSISTENT or negative. Held components
/// do not matter. y' counts only where it occurs in F.
report::Result check(const problem::Problem& problem, const methods::Options& options);

}  // namespace ida_consistent_init::solver
