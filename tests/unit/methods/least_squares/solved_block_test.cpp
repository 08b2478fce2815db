#include "ida_consistent_init/methods/least_squares/solved_block.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

using namespace ida_consistent_init;
using methods::SolvedBlock;
using support::Vector;

namespace {

/// Two variables; the block has y, y' and y_0''.
SolvedBlock solved(double y0, double slope1, double error)
{
  SolvedBlock result{{}, derivatives::Jet(2, 2), {}, {}};
  result.block.columns = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}};
  result.jet(0, 0) = y0;
  result.jet(1, 1) = slope1;
  result.solution.errors = Vector::Constant(5, error);
  return result;
}

methods::Options options()
{
  methods::Options result;
  result.rtol = 0;
  result.atol = 1e-8;
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(solved_block)

BOOST_AUTO_TEST_CASE(values_may_differ_by_tolerance_and_errors)
{
  const std::vector<char> determined = {1, 1};
  BOOST_TEST(agree(solved(1, 2, 0), solved(1 + 9e-9, 2, 0), determined, options()));
  BOOST_TEST(!agree(solved(1, 2, 0), solved(1 + 2e-8, 2, 0), determined, options()));
  BOOST_TEST(agree(solved(1, 2, 1e-9), solved(1 + 6e-8, 2, 1e-9), determined, options()));
  BOOST_TEST(!agree(solved(1, 2, 1e-9), solved(1 + 8e-8, 2, 1e-9), determined, options()));
}

BOOST_AUTO_TEST_CASE(derivatives_count_where_they_are_determined)
{
  BOOST_TEST(!agree(solved(1, 2, 0), solved(1, 3, 0), {1, 1}, options()));
  BOOST_TEST(agree(solved(1, 2, 0), solved(1, 3, 0), {1, 0}, options()));
}

BOOST_AUTO_TEST_CASE(higher_derivatives_do_not_count_and_not_a_number_never_agrees)
{
  SolvedBlock other = solved(1, 2, 0);
  other.jet(0, 2) = 1e9;
  BOOST_TEST(agree(solved(1, 2, 0), other, {1, 1}, options()));
  other.jet(1, 0) = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(!agree(solved(1, 2, 0), other, {1, 1}, options()));
}

BOOST_AUTO_TEST_SUITE_END()
