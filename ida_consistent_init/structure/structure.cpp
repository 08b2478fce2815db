#include "ida_consistent_init/structure/structure.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace ida_consistent_init::structure {
namespace {

/* What follows from signature, assignment and offsets. */
void complete(Structure& structure)
{
  const std::vector<int>& c = structure.offsets.equation;
  const std::vector<int>& d = structure.offsets.variable;
  const bool has_algebraic_variable = std::find(d.begin(), d.end(), 0) != d.end();
  structure.index = (c.empty() ? 0 : *std::max_element(c.begin(), c.end())) + (has_algebraic_variable ? 1 : 0);
  structure.degrees_of_freedom = std::accumulate(d.begin(), d.end(), 0L) - std::accumulate(c.begin(), c.end(), 0L);
  structure.blocks = block_triangular_form(structure.signature, structure.offsets, structure.assignment);
  structure.variable_index = variable_index(structure.signature, structure.offsets, structure.blocks);
}

}  // namespace

Analysis analyse(Signature signature, int max_index)
{
  Analysis analysis;
  Structure& structure = analysis.structure;
  structure.signature = std::move(signature);
  structure.assignment = highest_value_transversal(structure.signature);
  if (!structure.assignment.complete) {
    analysis.verdict = Verdict::structurally_singular;
    analysis.singularity = dulmage_mendelsohn(structure.signature, structure.assignment);
    return analysis;
  }

  std::optional<Offsets> offsets = canonical_offsets(structure.signature, structure.assignment, max_index);
  if (!offsets) {
    analysis.verdict = Verdict::index_too_high;
    structure.index = max_index + 1;
    return analysis;
  }
  structure.offsets = std::move(*offsets);
  complete(structure);
  if (structure.index > max_index) analysis.verdict = Verdict::index_too_high;
  return analysis;
}

Analysis analyse_with_offsets(Signature signature, const Offsets& offsets)
{
  Analysis analysis;
  Structure& structure = analysis.structure;
  structure.signature = std::move(signature);
  structure.offsets = offsets;
  // Valid offsets are a dual solution of the assignment problem: every complete matching of J has highest value.
  Matching matching = maximum_matching(system_jacobian_pattern(structure.signature, offsets));
  structure.assignment = {true, std::move(matching.column_of_row), std::move(matching.row_of_column)};
  complete(structure);
  return analysis;
}

}  // namespace ida_consistent_init::structure
