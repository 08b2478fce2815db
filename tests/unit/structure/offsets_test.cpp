#include "ida_consistent_init/structure/offsets.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

/* d from c by equality on the assignment; true if then d_j - c_i >= sigma_ij everywhere. */
bool admissible(const Signature& signature, const Assignment& assignment, const std::vector<int>& c)
{
  for (int j = 0; j < signature.n; ++j) {
    const int owner = assignment.row_of_column[j];
    const int d = c[owner] + test::order_at(signature, owner, j);
    for (int i = 0; i < signature.n; ++i) {
      const int order = test::order_at(signature, i, j);
      if (order >= 0 && d - c[i] < order) return false;
    }
  }
  return true;
}

/* Next vector of digits 0 .. highest, false after the last. */
bool count_up(std::vector<int>& digits, int highest)
{
  for (int& digit : digits) {
    if (digit < highest) {
      ++digit;
      return true;
    }
    digit = 0;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(offsets)

BOOST_AUTO_TEST_CASE(offsets_of_random_small_systems_are_valid_and_below_all_other_solutions)
{
  std::mt19937 generator(2);
  std::uniform_int_distribution<int> size(2, 5);
  std::uniform_real_distribution<double> density(0.3, 0.7);
  int regular = 0, of_higher_index = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const Signature signature = test::random_signature(size(generator), density(generator), generator);
    const Assignment assignment = highest_value_transversal(signature);
    if (!assignment.complete) continue;
    ++regular;
    const auto found = canonical_offsets(signature, assignment, signature.n);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(check_offsets(signature, *found) == "");
    BOOST_TEST(admissible(signature, assignment, found->equation));
    std::vector<int> c(signature.n, 0);
    do {
      if (!admissible(signature, assignment, c)) continue;
      for (int i = 0; i < signature.n; ++i) BOOST_REQUIRE(found->equation[i] <= c[i]);
    } while (count_up(c, signature.n));
    for (const int value : found->equation) of_higher_index += value > 0;
  }
  BOOST_TEST(regular >= 100);
  BOOST_TEST(of_higher_index >= 50);
}

BOOST_AUTO_TEST_CASE(the_pendulum_has_offsets_11002_and_22110)
{
  const Signature signature = test::pendulum_index3();
  const auto found = canonical_offsets(signature, highest_value_transversal(signature), 2);
  BOOST_REQUIRE(found.has_value());
  const std::vector<int> c{1, 1, 0, 0, 2}, d{2, 2, 1, 1, 0};
  BOOST_TEST(found->equation == c, boost::test_tools::per_element());
  BOOST_TEST(found->variable == d, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(offsets_above_the_limit_are_refused)
{
  const Signature signature = test::pendulum_index3();
  BOOST_TEST(!canonical_offsets(signature, highest_value_transversal(signature), 1).has_value());
}

BOOST_AUTO_TEST_CASE(a_users_offsets_are_refused_with_the_violated_relation)
{
  const Signature signature = test::pendulum_index3();
  const Offsets good{{1, 1, 0, 0, 2}, {2, 2, 1, 1, 0}};
  const auto message = [&](Offsets offsets) {
    return check_offsets(signature, offsets);
  };
  BOOST_TEST(message(good) == "");

  BOOST_TEST(message({{1, 1, 0, 0}, good.variable}) == "c has 4 entries, but the system has 5 equations");
  BOOST_TEST(message({good.equation, {2, 2, 1, 1, 0, 0}}) == "d has 6 entries, but the system has 5 equations");
  BOOST_TEST(message({{1, 1, 0, -1, 2}, good.variable}) == "c[3] = -1 of F[3] is negative");
  BOOST_TEST(message({good.equation, {2, 2, 1, 1, -2}}) == "d[4] = -2 of y[4] is negative");
  BOOST_TEST(message({{2, 2, 1, 1, 3}, {3, 3, 2, 2, 1}}) == "the smallest c is 1, it must be 0");
  BOOST_TEST(message({good.equation, {2, 1, 1, 1, 0}}) ==
             "d[1] - c[1] = 1 - 1 is less than 1, but the derivative of y[1] occurs in F[1]");
  BOOST_TEST(message({{1, 1, 0, 0, 3}, good.variable}) ==
             "d[0] - c[4] = 2 - 3 is less than 0, but the value of y[0] occurs in F[4]");
  BOOST_TEST(message({{1, 1, 0, 0, 1}, good.variable}) ==
             "the entries with d[j] - c[i] equal to the order of differentiation pair only 4 of 5 equations with a "
             "variable each; F[4] is left over");
}

BOOST_AUTO_TEST_CASE(the_system_jacobian_keeps_exactly_the_entries_without_slack)
{
  const Pattern jacobian = system_jacobian_pattern(test::pendulum_index3(), {{1, 1, 0, 0, 2}, {2, 2, 1, 1, 0}});
  const std::vector<int> row_start{0, 2, 4, 6, 8, 10}, column{0, 2, 1, 3, 2, 4, 3, 4, 0, 1};
  BOOST_TEST(jacobian.row_start == row_start, boost::test_tools::per_element());
  BOOST_TEST(jacobian.column == column, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
