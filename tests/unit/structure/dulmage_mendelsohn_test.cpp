#include "ida_consistent_init/structure/dulmage_mendelsohn.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "check_equal.hpp"
#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

Singularity parts_of(const Signature& signature)
{
  return dulmage_mendelsohn(signature, highest_value_transversal(signature));
}

bool contains(const std::vector<int>& sorted, int value)
{
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dulmage_mendelsohn_parts)

BOOST_AUTO_TEST_CASE(two_equations_for_one_variable_and_one_for_two_are_named)
{
  // F0(y0), F1(y0'), F2(y1', y2), F3(y3): y0 has one equation too many, {y1, y2} one too few, y3 is in order.
  const Singularity parts = parts_of(test::signature_of({{{}, {0}}, {{0}, {}}, {{1}, {2}}, {{}, {3}}}));
  check_equal(parts.overdetermined_equations, {0, 1});
  check_equal(parts.overdetermined_variables, {0});
  check_equal(parts.underdetermined_equations, {2});
  check_equal(parts.underdetermined_variables, {1, 2});
}

BOOST_AUTO_TEST_CASE(a_variable_in_no_equation_and_an_equation_without_variables_are_named)
{
  const Singularity parts = parts_of(test::signature_of({{{0}, {1}}, {{}, {0, 1}}, {{}, {}}}));
  check_equal(parts.overdetermined_equations, {2});
  check_equal(parts.overdetermined_variables, {});
  check_equal(parts.underdetermined_equations, {});
  check_equal(parts.underdetermined_variables, {2});
}

BOOST_AUTO_TEST_CASE(a_regular_system_has_no_parts)
{
  const Singularity parts = parts_of(test::pendulum_index3());
  BOOST_TEST(parts.overdetermined_equations.empty());
  BOOST_TEST(parts.overdetermined_variables.empty());
  BOOST_TEST(parts.underdetermined_equations.empty());
  BOOST_TEST(parts.underdetermined_variables.empty());
}

BOOST_AUTO_TEST_CASE(parts_of_random_systems_are_closed_and_account_for_every_missing_pair)
{
  std::mt19937 generator(4);
  std::uniform_int_distribution<int> size(3, 12);
  int singular = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const Signature signature = test::random_signature(size(generator), 0.2, generator);
    const Assignment assignment = highest_value_transversal(signature);
    const Singularity parts = dulmage_mendelsohn(signature, assignment);
    const auto missing = std::count(assignment.column_of_row.begin(), assignment.column_of_row.end(), -1);
    singular += missing > 0;
    const auto surplus = [](const std::vector<int>& more, const std::vector<int>& less) {
      return static_cast<long>(more.size()) - static_cast<long>(less.size());
    };
    BOOST_TEST(surplus(parts.overdetermined_equations, parts.overdetermined_variables) == missing);
    BOOST_TEST(surplus(parts.underdetermined_variables, parts.underdetermined_equations) == missing);
    for (int i = 0; i < signature.n; ++i) {
      const bool over = contains(parts.overdetermined_equations, i),
                 under = contains(parts.underdetermined_equations, i);
      BOOST_TEST(!(over && under));
      for (int k = signature.row_start[i]; k < signature.row_start[i + 1]; ++k) {
        if (over) BOOST_TEST(contains(parts.overdetermined_variables, signature.column[k]));
        if (!under) BOOST_TEST(!contains(parts.underdetermined_variables, signature.column[k]));
      }
    }
  }
  BOOST_TEST(singular >= 100);
}

BOOST_AUTO_TEST_SUITE_END()
