#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"

#include <algorithm>

#include "ida_consistent_init/structure/bipartite.hpp"

namespace ida_consistent_init::methods {
namespace {

/// Entry (F_i^(m), y_j^(q)) exists where y_j or y_j' occurs in F_i and m <= q <= m + 1 (the leading terms), in blocks
/// of several stages for all q <= m + 1.
structure::Pattern stage_pattern(const Stage& stage, const problem::Sparsity& sparsity)
{
  int highest = 0;
  for (const Column& column : stage.columns) highest = std::max(highest, column.order);
  std::vector<std::vector<int>> position(highest + 1, std::vector<int>(sparsity.n, -1));
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    position[stage.columns[k].order][stage.columns[k].variable] = static_cast<int>(k);
  }
  structure::Pattern pattern{static_cast<int>(stage.rows.size()), static_cast<int>(stage.columns.size()), {0}, {}};
  for (const auto& [equation, order] : stage.rows) {
    if (equation >= sparsity.n) {  // an extra condition may contain anything
      for (int j = 0; j < sparsity.n; ++j) {
        for (int q = 0; q <= std::min(1, highest); ++q) {
          if (position[q][j] >= 0) pattern.column.push_back(position[q][j]);
        }
      }
      pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
      continue;
    }
    for (int q = stage.merged() ? 0 : order; q <= std::min(order + 1, highest); ++q) {
      for (int k = sparsity.row_start[equation]; k < sparsity.row_start[equation + 1]; ++k) {
        if (position[q][sparsity.column[k]] >= 0) pattern.column.push_back(position[q][sparsity.column[k]]);
      }
    }
    pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

}  // namespace

bool structurally_deficient(const Stage& stage, const problem::Sparsity& sparsity)
{
  const structure::Pattern pattern = stage_pattern(stage, sparsity);
  return structure::maximum_matching(pattern).size < pattern.rows;
}

std::vector<char> structurally_determined(const Stage& stage, const problem::Sparsity& sparsity)
{
  const structure::Pattern pattern = stage_pattern(stage, sparsity);
  const structure::Matching matching = structure::maximum_matching(pattern);
  std::vector<std::vector<int>> rows_of_column(pattern.columns);
  for (int i = 0; i < pattern.rows; ++i) {
    for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
      rows_of_column[pattern.column[k]].push_back(i);
  }
  std::vector<char> determined(pattern.columns, 1);
  std::vector<int> open;
  for (int j = 0; j < pattern.columns; ++j) {
    if (matching.row_of_column[j] < 0) {
      determined[j] = 0;
      open.push_back(j);
    }
  }
  while (!open.empty()) {
    const int column = open.back();
    open.pop_back();
    for (const int row : rows_of_column[column]) {
      const int other = matching.column_of_row[row];
      if (other < 0 || determined[other] == 0) continue;
      determined[other] = 0;
      open.push_back(other);
    }
  }
  return determined;
}

std::vector<char> structurally_unique(const Stage& stage, const problem::Sparsity& sparsity)
{
  Stage derivatives_only = stage;
  std::erase_if(derivatives_only.columns, [](const Column& column) { return column.order == 0; });
  const std::vector<char> determined = structurally_determined(derivatives_only, sparsity);
  std::vector<char> unique(stage.columns.size(), 1);
  std::size_t next = 0;
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    if (stage.columns[k].order > 0) unique[k] = determined[next++];
  }
  return unique;
}

}  // namespace ida_consistent_init::methods
