#include "ida_consistent_init/problem/sparsity.hpp"

#include <boost/test/unit_test.hpp>

using namespace ida_consistent_init::problem;

BOOST_AUTO_TEST_SUITE(sparsity)

BOOST_AUTO_TEST_CASE(unsorted_entries_with_doubles_become_ascending_rows)
{
  const Sparsity sparsity = make_sparsity(4, {{2, 3}, {0, 1}, {2, 0}, {0, 1}, {3, 3}});
  BOOST_TEST(sparsity.row_start == (std::vector<int>{0, 1, 1, 3, 4}), boost::test_tools::per_element());
  BOOST_TEST(sparsity.column == (std::vector<int>{1, 0, 3, 3}), boost::test_tools::per_element());
  BOOST_TEST(sparsity.entries() == 4);
}

BOOST_AUTO_TEST_CASE(entries_are_found_and_missing_ones_are_not)
{
  const Sparsity sparsity = make_sparsity(4, {{2, 3}, {0, 1}, {2, 0}, {3, 3}});
  BOOST_TEST(sparsity.find(0, 1) == 0);
  BOOST_TEST(sparsity.find(2, 0) == 1);
  BOOST_TEST(sparsity.find(2, 3) == 2);
  BOOST_TEST(sparsity.find(3, 3) == 3);
  BOOST_TEST(sparsity.find(0, 0) == -1);
  BOOST_TEST(sparsity.find(1, 0) == -1);
  BOOST_TEST(sparsity.find(2, 2) == -1);
}

BOOST_AUTO_TEST_CASE(the_full_pattern_has_every_entry_in_row_order)
{
  const Sparsity sparsity = full_sparsity(3);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) BOOST_TEST(sparsity.find(i, j) == 3 * i + j);
  }
  BOOST_TEST(sparsity.entries() == 9);
}

BOOST_AUTO_TEST_SUITE_END()
