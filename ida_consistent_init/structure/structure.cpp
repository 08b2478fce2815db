#include "ida_consistent_init/structure/structure.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "ida_consistent_init/structure/locality_order.hpp"

namespace ida_consistent_init::structure {
namespace {

/* From about this size on, the arrays of a pass do not fit into a processor's own cache. */
constexpr int kFitsIntoCache = 20000;

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

Analysis analyse_as_numbered(Signature signature, int max_index)
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

/* Back to the old numbers; arrays that were not computed are empty. */
void move_back(std::vector<int>& values, const std::vector<int>& old_number)
{
  std::vector<int> moved(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) moved[old_number[k]] = values[k];
  values = std::move(moved);
}

void rename(std::vector<int>& members, const std::vector<int>& old_number)
{
  for (int& member : members) {
    if (member >= 0) member = old_number[member];
  }
}

void restore_numbers(const Renumbering& order, Analysis& analysis)
{
  Structure& structure = analysis.structure;
  rename(structure.assignment.column_of_row, order.column);
  rename(structure.assignment.row_of_column, order.row);
  for (std::vector<int>* of_rows :
       {&structure.assignment.column_of_row, &structure.offsets.equation, &structure.blocks.of_equation}) {
    move_back(*of_rows, order.row);
  }
  for (std::vector<int>* of_columns : {&structure.assignment.row_of_column, &structure.offsets.variable,
                                       &structure.blocks.of_variable, &structure.variable_index}) {
    move_back(*of_columns, order.column);
  }
  Singularity& parts = analysis.singularity;
  for (std::vector<int>* rows : {&parts.overdetermined_equations, &parts.underdetermined_equations}) {
    rename(*rows, order.row);
    std::sort(rows->begin(), rows->end());
  }
  for (std::vector<int>* columns : {&parts.overdetermined_variables, &parts.underdetermined_variables}) {
    rename(*columns, order.column);
    std::sort(columns->begin(), columns->end());
  }
}

}  // namespace

Analysis analyse(Signature signature, int max_index)
{
  if (signature.n <= kFitsIntoCache || is_local(signature)) return analyse_as_numbered(std::move(signature), max_index);
  const std::optional<Renumbering> order = locality_order(signature);
  if (!order) return analyse_as_numbered(std::move(signature), max_index);
  Analysis analysis = analyse_as_numbered(renumbered(signature, order->row, order->column), max_index);
  restore_numbers(*order, analysis);
  analysis.structure.signature = std::move(signature);
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
