#pragma once
/// Room `solver`: the only place that names all rooms, in the order in which data flows.
#include <optional>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::solver {

/// What the pattern of F says, whatever the time and the values.
struct Groundwork
{
  derivatives::Occurrence occurrence;
  structure::Structure structure;
  double difference_step = 0;   // that served the last projection; 0: none yet
  double difference_noise = 0;  // of the projection that chose it, in units of the tolerance
};

/// Consistent values for the problem, or the reason why not; never throws support::Error.
/// groundwork: receives what was found, nothing if there is no regular structure; may be null.
report::Result solve(const problem::Problem& problem, const methods::Options& options,
                     std::optional<Groundwork>* groundwork = nullptr);

/// Whether the guess is consistent as it stands: status IDACI_SUCCESS, IDACI_INCONSISTENT or negative. Held components
/// do not matter. y' counts only where it occurs in F.
report::Result check(const problem::Problem& problem, const methods::Options& options);

}  // namespace ida_consistent_init::solver
