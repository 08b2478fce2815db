#pragma once
#include <utility>
#include <vector>

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

/// From unsorted (row, column) pairs; duplicates collapse.
Sparsity make_sparsity(int n, const std::vector<std::pair<int, int>>& entries);
Sparsity full_sparsity(int n);

}  // namespace ida_consistent_init::problem
