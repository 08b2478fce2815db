#include "ida_consistent_init/problem/entry_places.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

using ida_consistent_init::problem::EntryPlaces;
using ida_consistent_init::problem::MatrixEntries;
using ida_consistent_init::problem::MatrixEntry;
using ida_consistent_init::problem::Sparsity;

BOOST_AUTO_TEST_SUITE(entry_places)

BOOST_AUTO_TEST_CASE(places_follow_when_other_entries_come_or_the_same_in_another_order)
{
  const Sparsity sparsity = ida_consistent_init::problem::make_sparsity(3, {{0, 0}, {0, 2}, {1, 1}, {2, 0}});
  EntryPlaces places;
  const std::vector<std::vector<MatrixEntry>> lists = {{{0, 2, 1.0}, {2, 0, 2.0}},
                                                       {{0, 2, 5.0}, {2, 0, 6.0}},
                                                       {{2, 0, 1.0}, {0, 2, 2.0}},
                                                       {{2, 0, 1.0}, {0, 2, 2.0}, {1, 1, 3.0}},
                                                       {{1, 0, 1.0}},
                                                       {}};
  for (const std::vector<MatrixEntry>& entries : lists) {
    const std::vector<int> found = places.of(MatrixEntries(entries), sparsity);
    BOOST_REQUIRE(found.size() == entries.size());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      BOOST_TEST(found[k] == sparsity.find(entries[k].row, entries[k].column));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
