#pragma once
#include <memory>
#include <vector>

#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::derivatives {

/// Which y_j and y_j' occur in which F_i: flags along the entries of a sparsity.
struct Occurrence
{
  problem::Sparsity sparsity;
  std::vector<char> of_y, of_yp;

  /// Whether y_j^(order) occurs in F_i, of which (i, j) is entry k.
  [[nodiscard]] bool occurs(int k, int order) const { return order == 1 ? of_yp[k] != 0 : order == 0 && of_y[k] != 0; }
};
/// For what is read in several places and too large to be kept in each of them.
using SharedOccurrence = std::shared_ptr<const Occurrence>;

/// The same in a pattern that has the places of the entries as well.
Occurrence widened(const Occurrence& occurrence, const problem::MatrixEntries& entries);

/// From the user's Jacobian at the guess and at points beside it, if there is one; else by probing the residual.
///
/// Probing sets one component to NaN and sees which equations become NaN; entries whose component can be changed over
/// many orders of magnitude without changing a bit of the residual (0*y) are dropped again. Where a residual fails on
/// NaN, and for small systems in any case (max and min swallow NaN), such changes decide alone.
/// A pattern given by the user replaces the NaN probing.
Occurrence find_occurrence(const problem::Problem& problem);

}  // namespace ida_consistent_init::derivatives
