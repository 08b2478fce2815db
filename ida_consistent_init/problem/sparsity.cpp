#include "ida_consistent_init/problem/sparsity.hpp"

#include <algorithm>
#include <utility>

namespace ida_consistent_init::problem {

int Sparsity::find(int i, int j) const
{
  const auto begin = column.begin() + row_start[i];
  const auto end = column.begin() + row_start[i + 1];
  const auto place = std::lower_bound(begin, end, j);
  return place != end && *place == j ? static_cast<int>(place - column.begin()) : -1;
}

Sparsity sparsity_of_rows(int n, support::Groups<int> rows)
{
  // Within the short rows: sorting all entries at once takes several times as long.
  int kept = 0;
  for (int row = 0; row < n; ++row) {
    const auto begin = rows.item.begin() + rows.start[row], end = rows.item.begin() + rows.start[row + 1];
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
    rows.start[row] = kept;
    // To the left: the rows before are complete.
    for (auto column = begin; column != end; ++column) {
      if (kept == rows.start[row] || rows.item[kept - 1] != *column) rows.item[kept++] = *column;
    }
  }
  rows.start[n] = kept;
  rows.item.resize(kept);
  return {n, std::move(rows.start), std::move(rows.item)};
}

Sparsity make_sparsity(int n, const std::vector<std::pair<int, int>>& entries)
{
  return sparsity_of_rows(n, support::group_by_key<int>(n, [&](auto visit) {
                            for (const auto& [row, column] : entries) visit(row, column);
                          }));
}

Sparsity full_sparsity(int n)
{
  Sparsity sparsity{n, std::vector<int>(n + 1), std::vector<int>(static_cast<std::size_t>(n) * n)};
  for (int i = 0; i <= n; ++i) sparsity.row_start[i] = i * n;
  for (int k = 0; k < n * n; ++k) sparsity.column[k] = k % n;
  return sparsity;
}

}  // namespace ida_consistent_init::problem
