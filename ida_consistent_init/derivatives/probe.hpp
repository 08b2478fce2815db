#pragma once
#include <vector>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::derivatives {

/// y_variable (or its derivative) occurs in F_equation.
struct Place
{
  int equation, variable;
  bool of_derivative;
};

/// All entries of a pattern, for y and for y'.
std::vector<Place> candidates_from(const problem::Sparsity& sparsity);

Occurrence make_occurrence(int n, const std::vector<Place>& places);

/// 2 n residual calls with one component of y or y' set to NaN; a call that fails is replaced by finite changes.
std::vector<Place> probe_with_nan(const problem::Problem& problem);

/// Adds the places that finite changes of single components show.
void add_by_changes(const problem::Problem& problem, std::vector<Place>& places);

/// Clears flags of an occurrence: an entry stays unless no change of its component, over many orders of magnitude,
/// changes a bit of its equation. Columns without a common equation are changed together.
void confirm_by_changes(const problem::Problem& problem, Occurrence& occurrence);

}  // namespace ida_consistent_init::derivatives
