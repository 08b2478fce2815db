#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

namespace ida_consistent_init::report {

/// Positions of the `most` items with the largest weight, in their old order; of fewer items, all.
template <class Rows, class Weight>
std::vector<int> largest_rows(const Rows& rows, std::size_t most, Weight weight)
{
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  if (order.size() <= most) return order;
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight(rows[a]) > weight(rows[b]); });
  order.resize(most);
  std::sort(order.begin(), order.end());
  return order;
}

}  // namespace ida_consistent_init::report
