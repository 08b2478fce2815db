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

Sparsity make_sparsity(int n, std::vector<std::pair<int, int>> entries)
{
  std::sort(entries.begin(), entries.end());
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Sparsity sparsity{n, std::vector<int>(n + 1, 0), {}};
  sparsity.column.reserve(entries.size());
  for (const auto& [row, column] : entries) {
    ++sparsity.row_start[row + 1];
    sparsity.column.push_back(column);
  }
  std::partial_sum(sparsity.row_start.begin(), sparsity.row_start.end(), sparsity.row_start.begin());
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
