#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace ida_consistent_init::support {

/// The items of key k are item[start[k]] .. item[start[k+1]-1], in the order in which they came.
template <class Item>
struct Groups
{
  std::vector<int> start;
  std::vector<Item> item;
};

/// Writing each entry straight to its group touches memory at random; at millions of entries that takes longer than
/// everything else. There the entries are first dealt out to ranges of keys, then to the keys of one range after the
/// other, and both steps stay within the cache.
template <class Item, class ForEach>
Groups<Item> group_in_two_steps(int keys, ForEach& for_each)
{
  constexpr int key_bits = 10;  // of a range: its entries fit into a first-level cache
  const int ranges = (keys >> key_bits) + 1;
  std::vector<int> range_start(ranges + 1, 0);
  for_each([&](int key, Item) { ++range_start[(key >> key_bits) + 1]; });
  for (int range = 0; range < ranges; ++range) range_start[range + 1] += range_start[range];

  std::vector<std::pair<int, Item>> dealt(range_start[ranges]);
  std::vector<int> next(range_start.begin(), range_start.end() - 1);
  for_each([&](int key, Item item) { dealt[next[key >> key_bits]++] = {key, item}; });

  Groups<Item> groups{std::vector<int>(keys + 1), std::vector<Item>(dealt.size())};
  groups.start[keys] = range_start[ranges];
  for (int range = 0; range < ranges; ++range) {
    const int first_key = range << key_bits, end_key = std::min(keys, (range + 1) << key_bits);
    next.assign(end_key - first_key + 1, 0);
    for (int k = range_start[range]; k < range_start[range + 1]; ++k) ++next[dealt[k].first - first_key + 1];
    next[0] = range_start[range];
    for (int key = first_key; key < end_key; ++key) {
      next[key - first_key + 1] += next[key - first_key];
      groups.start[key] = next[key - first_key];
    }
    for (int k = range_start[range]; k < range_start[range + 1]; ++k) {
      groups.item[next[dealt[k].first - first_key]++] = dealt[k].second;
    }
  }
  return groups;
}

/// Entries collected by key. for_each(visit) calls visit(key, item) for every entry, keys in 0 .. keys-1; it is run
/// twice, in the same order.
template <class Item, class ForEach>
Groups<Item> group_by_key(int keys, ForEach for_each)
{
  constexpr int keys_within_cache = 1 << 17;
  if (keys > keys_within_cache) return group_in_two_steps<Item>(keys, for_each);
  Groups<Item> groups{std::vector<int>(keys + 1, 0), {}};
  for_each([&](int key, Item) { ++groups.start[key + 1]; });
  std::partial_sum(groups.start.begin(), groups.start.end(), groups.start.begin());
  groups.item.resize(groups.start[keys]);
  std::vector<int> next(groups.start.begin(), groups.start.end() - 1);
  for_each([&](int key, Item item) { groups.item[next[key]++] = item; });
  return groups;
}

}  // namespace ida_consistent_init::support
