#pragma once
#include "ida_consistent_init/solver/solver.hpp"

namespace ida_consistent_init::solver {

/// The point nearest to the guess on all constraints at problem.t0, for values that have drifted off them by little:
/// post-stabilisation with the structure and the difference step that are already known. Where that does not settle
/// (values far away, another pattern, a time scale that has become shorter) the whole way of `solve`.
/// groundwork: of an earlier solve or projection, in and out; nothing: the whole way.
report::Result project(const problem::Problem& problem, const methods::Options& options,
                       std::optional<Groundwork>& groundwork);

}  // namespace ida_consistent_init::solver
