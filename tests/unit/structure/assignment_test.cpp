#include "ida_consistent_init/structure/assignment.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

/* Highest total order over all permutations; -1 if none is without a missing entry. */
int highest_value(const Signature& signature)
{
  std::vector<int> permutation(signature.n);
  std::iota(permutation.begin(), permutation.end(), 0);
  int best = -1;
  do {
    int value = 0;
    bool possible = true;
    for (int i = 0; i < signature.n && possible; ++i) {
      const int order = test::order_at(signature, i, permutation[i]);
      possible = order >= 0;
      value += order;
    }
    if (possible) best = std::max(best, value);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  return best;
}

int value_of(const Signature& signature, const Assignment& assignment)
{
  int value = 0;
  for (int i = 0; i < signature.n; ++i) {
    BOOST_REQUIRE(assignment.row_of_column[assignment.column_of_row[i]] == i);
    const int order = test::order_at(signature, i, assignment.column_of_row[i]);
    BOOST_REQUIRE(order >= 0);
    value += order;
  }
  return value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(assignment)

BOOST_AUTO_TEST_CASE(no_permutation_of_random_small_systems_has_a_higher_value)
{
  std::mt19937 generator(1);
  std::uniform_int_distribution<int> size(2, 6);
  std::uniform_real_distribution<double> density(0.25, 0.8);
  int complete = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const Signature signature = test::random_signature(size(generator), density(generator), generator);
    const Assignment found = highest_value_transversal(signature);
    const int best = highest_value(signature);
    BOOST_REQUIRE(found.complete == (best >= 0));
    if (!found.complete) continue;
    ++complete;
    BOOST_TEST(value_of(signature, found) == best);
  }
  BOOST_TEST(complete >= 100);
  BOOST_TEST(complete <= 290);
}

BOOST_AUTO_TEST_CASE(an_incomplete_assignment_is_as_large_as_possible)
{
  // Three equations in one variable, one equation in the two others.
  const Signature signature = test::signature_of({{{0}, {}}, {{}, {0}}, {{}, {0}}, {{2}, {1, 3}}});
  const Assignment found = highest_value_transversal(signature);
  BOOST_TEST(!found.complete);
  BOOST_TEST(std::count(found.column_of_row.begin(), found.column_of_row.end(), -1) == 2);
  BOOST_TEST(std::count(found.row_of_column.begin(), found.row_of_column.end(), -1) == 2);
}

BOOST_AUTO_TEST_CASE(one_path_through_100000_equations_is_found)
{
  // y_k' = y_(k+1), and the last equation contains only y_0: the highest value is reached without any derivative.
  const int n = 100000;
  std::vector<SignatureEntry> entries;
  for (int k = 0; k + 1 < n; ++k) {
    entries.push_back({k, k, 1});
    entries.push_back({k, k + 1, 0});
  }
  entries.push_back({n - 1, 0, 0});
  const Assignment found = highest_value_transversal(make_signature(n, entries));
  BOOST_TEST(found.complete);
  BOOST_TEST(found.column_of_row[n - 1] == 0);
  BOOST_TEST(found.column_of_row[0] == 1);
}

BOOST_AUTO_TEST_SUITE_END()
