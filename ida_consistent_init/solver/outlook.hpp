#pragma once
#include <vector>

#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::solver {

/// What can be said of a problem before anything is solved.
struct Outlook
{
  int regular_index = -1;  // index of its structure; -1: no structure, or one that is singular at the guess
  std::vector<char> derivative_occurs;  // [n] in some equation; empty where the residual cannot be probed
};

Outlook look_ahead(const problem::Problem& problem, const methods::Options& options);

}  // namespace ida_consistent_init::solver
