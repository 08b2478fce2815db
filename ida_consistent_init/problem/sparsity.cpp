#include "ida_consistent_init/problem/sparsity.hpp"

#include <algorithm>
#include <numeric>

namespace ida_consistent_init::problem {

int Sparsity::find(int i, int j) const
{
  const auto begin = column.begin() + row_start[i];
  const auto end = column.begin() + row_start[i + 1];
  const auto place = std::lower_bound(begin, end, j);
  return place != end && *place == j ? static_cast<int>(place - column.begin()) : -1;
}

Sparsity make_sparsity(int n, const std::vector<std::pair<int, int>>& entries)
{
  // By row first, then within the short rows: sorting all entries at once takes several times as long.
  std::vector<int> start(n + 1, 0);
  for (const auto& [row, column] : entries) ++start[row + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1), columns(entries.size());
  for (const auto& [row, column] : entries) columns[next[row]++] = column;

  Sparsity sparsity{n, {0}, {}};
  sparsity.row_start.reserve(n + 1);
  for (int row = 0; row < n; ++row) {
    const auto begin = columns.begin() + start[row], end = columns.begin() + start[row + 1];
    std::sort(begin, end);
    sparsity.column.insert(sparsity.column.end(), begin, std::unique(begin, end));
    sparsity.row_start.push_back(static_cast<int>(sparsity.column.size()));
  }
  return sparsity;
}

Sparsity full_sparsity(int n)
{
  Sparsity sparsity{n, std::vector<int>(n + 1), std::vector<int>(static_cast<std::size_t>(n) * n)};
  for (int i = 0; i <= n; ++i) sparsity.row_start[i] = i * n;
  for (int k = 0; k < n * n; ++k) sparsity.column[k] = k % n;
  return sparsity;
}

}  // namespace ida_consistent_init::problem
