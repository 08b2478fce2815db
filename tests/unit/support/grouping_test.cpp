#include "ida_consistent_init/support/grouping.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <utility>
#include <vector>

using namespace ida_consistent_init::support;

namespace {

using Entries = std::vector<std::pair<int, int>>;  // key, item

void check(int keys, const Entries& entries, const Groups<int>& groups)
{
  std::map<int, std::vector<int>> expected;
  for (const auto& [key, item] : entries) expected[key].push_back(item);
  BOOST_REQUIRE(groups.start.size() == static_cast<std::size_t>(keys) + 1);
  BOOST_TEST(groups.start.back() == static_cast<int>(entries.size()));
  bool same = groups.start.front() == 0;
  for (int key = 0; key < keys; ++key) {
    const std::vector<int> found(groups.item.begin() + groups.start[key], groups.item.begin() + groups.start[key + 1]);
    same = same && found == expected[key];
  }
  BOOST_TEST(same);
}

/// Entries whose keys jump about, several to a key.
Entries jumping(int keys, int count)
{
  Entries entries;
  for (int k = 0; k < count; ++k) entries.emplace_back(static_cast<int>(k * 7919LL % keys), k);
  return entries;
}

auto visitor_of(const Entries& entries)
{
  return [&entries](auto visit) {
    for (const auto& [key, item] : entries) visit(key, item);
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(grouping)

BOOST_AUTO_TEST_CASE(items_of_a_key_keep_their_order)
{
  for (const auto& [keys, count] : {std::pair{1, 0}, {1, 5}, {10, 3}, {1024, 3000}, {3000, 10000}}) {
    const Entries entries = jumping(keys, count);
    check(keys, entries, group_by_key<int>(keys, visitor_of(entries)));
  }
  check(0, {}, group_by_key<int>(0, visitor_of({})));
}

BOOST_AUTO_TEST_CASE(two_steps_come_to_the_same)
{
  for (const auto& [keys, count] : {std::pair{1, 0}, {1, 5}, {10, 3}, {1024, 3000}, {3000, 10000}}) {
    const Entries entries = jumping(keys, count);
    auto visitor = visitor_of(entries);
    check(keys, entries, group_in_two_steps<int>(keys, visitor));
  }
}

BOOST_AUTO_TEST_CASE(more_keys_than_a_cache_holds)
{
  const int keys = 200'000;
  const Entries entries = jumping(keys, 500'000);
  check(keys, entries, group_by_key<int>(keys, visitor_of(entries)));
}

BOOST_AUTO_TEST_SUITE_END()
