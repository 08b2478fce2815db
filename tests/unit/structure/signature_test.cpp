#include "ida_consistent_init/structure/signature.hpp"

#include <boost/test/unit_test.hpp>

#include "check_equal.hpp"

using namespace ida_consistent_init::structure;

BOOST_AUTO_TEST_SUITE(signature)

BOOST_AUTO_TEST_CASE(entries_are_sorted_and_the_highest_order_of_duplicates_is_kept)
{
  const Signature s = make_signature(3, {{2, 1, 0}, {0, 2, 0}, {0, 0, 0}, {0, 2, 1}, {0, 2, 0}, {2, 0, 1}});
  check_equal(s.row_start, {0, 2, 2, 4});
  check_equal(s.column, {0, 2, 0, 1});
  check_equal(s.order, {0, 1, 1, 0});
}

BOOST_AUTO_TEST_CASE(transposed_lists_the_equations_of_each_variable)
{
  const Signature s = transposed(make_signature(3, {{0, 2, 1}, {0, 0, 0}, {2, 0, 1}, {2, 1, 0}}));
  check_equal(s.row_start, {0, 2, 3, 4});
  check_equal(s.column, {0, 2, 2, 0});
  check_equal(s.order, {0, 1, 0, 1});
}

BOOST_AUTO_TEST_SUITE_END()
