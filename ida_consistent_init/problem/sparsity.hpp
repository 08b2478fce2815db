#pragma once
#include <utility>
#include <vector>

#include "ida_consistent_init/support/grouping.hpp"

namespace ida_consistent_init::problem {

/// Row-wise pattern of an n x n matrix; columns ascend in each row.
struct Sparsity
{
  int n = 0;
  std::vector<int> row_start;  // n + 1
  std::vector<int> column;

  [[nodiscard]] int entries() const { return static_cast<int>(column.size()); }
  /// Position of entry (i, j) in `column`, or -1.
  [[nodiscard]] int find(int i, int j) const;
};

/// From the columns of each row, in any order; duplicates collapse.
Sparsity sparsity_of_rows(int n, support::Groups<int> rows);
/// From unsorted (row, column) pairs.
Sparsity make_sparsity(int n, const std::vector<std::pair<int, int>>& entries);
/// Values along one sparsity as values along another one that has all of its places; 0 at the others.
template <class Values>
Values carried_over(const Values& values, const Sparsity& from, const Sparsity& to)
{
  Values result(to.column.size());
  for (int i = 0; i < from.n; ++i) {
    for (int k = from.row_start[i]; k < from.row_start[i + 1]; ++k) result[to.find(i, from.column[k])] = values[k];
  }
  return result;
}
Sparsity full_sparsity(int n);

}  // namespace ida_consistent_init::problem
