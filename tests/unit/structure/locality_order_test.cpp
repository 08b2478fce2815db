#include "ida_consistent_init/structure/locality_order.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "ida_consistent_init/structure/structure.hpp"

using namespace ida_consistent_init::structure;

namespace {

std::vector<int> shuffled_numbers(int n, unsigned seed)
{
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::mt19937 generator(seed);
  std::shuffle(numbers.begin(), numbers.end(), generator);
  return numbers;
}

/* Pendulum-like triples in a row, 0 = x' - v, 0 = v' - lambda, 0 = x, of index 3, each with v of the one before. */
std::vector<SignatureEntry> chain_of_triples(int triples)
{
  std::vector<SignatureEntry> entries;
  for (int k = 0; k < triples; ++k) {
    const int x = 3 * k, v = x + 1, force = x + 2;
    for (const SignatureEntry& entry : {SignatureEntry{x, x, 1}, {x, v, 0}, {v, v, 1}, {v, force, 0}, {force, x, 0}}) {
      entries.push_back(entry);
    }
    if (k > 0) entries.push_back({v, v - 3, 0});
  }
  return entries;
}

Signature in_random_order(int n, std::vector<SignatureEntry> entries)
{
  const std::vector<int> row = shuffled_numbers(n, 1), column = shuffled_numbers(n, 2);
  for (SignatureEntry& entry : entries) entry = {row[entry.row], column[entry.column], entry.order};
  return make_signature(n, entries);
}

int bandwidth(const Signature& signature)
{
  int widest = 0;
  for (int row = 0; row < signature.n; ++row) {
    for (int k = signature.row_start[row]; k < signature.row_start[row + 1]; ++k) {
      widest = std::max(widest, std::abs(signature.column[k] - row));
    }
  }
  return widest;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(locality)

BOOST_AUTO_TEST_CASE(a_chain_in_random_order_becomes_a_band)
{
  const Signature shuffled = in_random_order(30000, chain_of_triples(10000));
  const std::optional<Renumbering> order = locality_order(shuffled);
  BOOST_REQUIRE(order.has_value());
  BOOST_TEST(bandwidth(shuffled) > 10000);
  BOOST_TEST(bandwidth(renumbered(shuffled, order->row, order->column)) < 30);
}

BOOST_AUTO_TEST_CASE(a_chain_is_local_as_it_is_and_not_in_random_order)
{
  const std::vector<SignatureEntry> entries = chain_of_triples(10000);
  BOOST_TEST(is_local(make_signature(30000, entries)));
  BOOST_TEST(!is_local(in_random_order(30000, entries)));
}

BOOST_AUTO_TEST_CASE(renumbering_there_and_back_gives_the_same_signature)
{
  const Signature signature = in_random_order(300, chain_of_triples(100));
  const std::vector<int> row = shuffled_numbers(300, 5), column = shuffled_numbers(300, 6);
  const Signature moved = renumbered(signature, row, column);
  BOOST_TEST((moved.column != signature.column));
  std::vector<int> row_back(300), column_back(300);
  for (int k = 0; k < 300; ++k) {
    row_back[row[k]] = k;
    column_back[column[k]] = k;
  }
  const Signature back = renumbered(moved, row_back, column_back);
  BOOST_TEST(back.row_start == signature.row_start, boost::test_tools::per_element());
  BOOST_TEST(back.column == signature.column, boost::test_tools::per_element());
  BOOST_TEST(back.order == signature.order, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_variable_in_no_equation_keeps_a_number)
{
  const std::optional<Renumbering> order = locality_order(make_signature(3, {{0, 2, 0}, {1, 2, 0}, {2, 0, 1}}));
  BOOST_REQUIRE(order.has_value());
  std::vector<int> columns = order->column;
  std::sort(columns.begin(), columns.end());
  BOOST_TEST(columns == (std::vector<int>{0, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST(order->row.size() == 3);
}

BOOST_AUTO_TEST_CASE(equations_with_random_variables_are_left_in_their_order)
{
  constexpr int n = 30000;
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> any(0, n - 1);
  std::vector<SignatureEntry> entries;
  for (int i = 0; i < n; ++i) {
    entries.push_back({i, i, 1});
    for (int k = 0; k < 4; ++k) entries.push_back({i, any(generator), 0});
  }
  BOOST_TEST(!locality_order(make_signature(n, entries)).has_value());
}

BOOST_AUTO_TEST_CASE(a_large_analysis_reports_in_the_numbers_it_was_given)
{
  constexpr int triples = 8000, n = 3 * triples;
  const Signature signature = in_random_order(n, chain_of_triples(triples));
  const std::vector<int> row = shuffled_numbers(n, 1), column = shuffled_numbers(n, 2);
  const Analysis analysis = analyse(signature, 10);
  BOOST_REQUIRE((analysis.verdict == Verdict::regular));
  const Structure& found = analysis.structure;
  BOOST_TEST(found.index == 3);
  BOOST_TEST(found.signature.column == signature.column, boost::test_tools::per_element());
  int wrong = 0;
  for (int k = 0; k < triples; ++k) {
    const int x = 3 * k, v = x + 1, force = x + 2;
    const bool offsets_right = found.offsets.equation[row[x]] == 1 && found.offsets.equation[row[v]] == 0 &&
                               found.offsets.equation[row[force]] == 2 && found.offsets.variable[column[x]] == 2 &&
                               found.offsets.variable[column[v]] == 1 && found.offsets.variable[column[force]] == 0;
    const bool assignment_right = found.assignment.column_of_row[row[v]] == column[force] &&
                                  found.assignment.row_of_column[column[force]] == row[v] &&
                                  found.assignment.column_of_row[row[force]] == column[x];
    const bool index_right = found.variable_index[column[x]] == 1 && found.variable_index[column[v]] == 2 &&
                             found.variable_index[column[force]] == 3;
    const bool blocks_right = found.blocks.of_equation[row[v]] == found.blocks.of_variable[column[force]];
    if (!offsets_right || !assignment_right || !index_right || !blocks_right) ++wrong;
  }
  BOOST_TEST(wrong == 0);
}

BOOST_AUTO_TEST_CASE(a_large_singular_system_names_its_own_equations_and_variables)
{
  constexpr int triples = 8000, n = 3 * triples;
  std::vector<SignatureEntry> entries = chain_of_triples(triples);
  // The last triple loses x in 0 = x: this equation has no variable, and x no other equation than 0 = x' - v.
  std::erase_if(entries, [](const SignatureEntry& entry) { return entry.row == n - 1; });
  const std::vector<int> row = shuffled_numbers(n, 1);
  const Analysis analysis = analyse(in_random_order(n, entries), 10);
  BOOST_REQUIRE((analysis.verdict == Verdict::structurally_singular));
  BOOST_TEST(analysis.singularity.overdetermined_equations == std::vector<int>{row[n - 1]},
             boost::test_tools::per_element());
  BOOST_TEST(analysis.singularity.overdetermined_variables.empty());
  BOOST_TEST(std::is_sorted(analysis.singularity.underdetermined_variables.begin(),
                            analysis.singularity.underdetermined_variables.end()));
}

BOOST_AUTO_TEST_SUITE_END()
