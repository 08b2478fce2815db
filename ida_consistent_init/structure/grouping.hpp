/* Entries collected by key, in two steps that both stay within the cache.

   Writing each entry straight to its group touches memory at random; at millions of entries that takes longer than
   everything else. Here the entries are first dealt out to ranges of keys, then to the keys of one range after the
   other. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_GROUPING_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_GROUPING_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ida_consistent_init::structure {

/* The items of key k are item[start[k]] .. item[start[k+1]-1], in the order in which they came. */
struct Groups
{
  std::vector<int> start;
  std::vector<std::uint32_t> item;
};

/* for_each(visit) calls visit(key, item) for every entry, keys in 0 .. keys-1; it is run twice, in the same order. */
template <class ForEach>
Groups group_by_key(int keys, ForEach for_each)
{
  constexpr int kKeyBits = 10;  // of a range: its entries fit into a first-level cache
  const int ranges = (keys >> kKeyBits) + 1;
  std::vector<int> range_start(ranges + 1, 0);
  for_each([&](int key, std::uint32_t) { ++range_start[(key >> kKeyBits) + 1]; });
  for (int range = 0; range < ranges; ++range) range_start[range + 1] += range_start[range];

  std::vector<std::pair<int, std::uint32_t>> dealt(range_start[ranges]);
  std::vector<int> next(range_start.begin(), range_start.end() - 1);
  for_each([&](int key, std::uint32_t item) { dealt[next[key >> kKeyBits]++] = {key, item}; });

  Groups groups{std::vector<int>(keys + 1), std::vector<std::uint32_t>(dealt.size())};
  groups.start[keys] = range_start[ranges];
  for (int range = 0; range < ranges; ++range) {
    const int first_key = range << kKeyBits, end_key = std::min(keys, (range + 1) << kKeyBits);
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

}  // namespace ida_consistent_init::structure

#endif
