#include "ida_consistent_init/structure/greedy_matching.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

using namespace ida_consistent_init::structure;

namespace {

/* Blocks of two rows and columns with four entries each and random entries in earlier columns, in random order. */
Pattern shuffled_block_triangle(int blocks, std::mt19937& generator)
{
  const int n = 2 * blocks;
  std::vector<int> row(n), column(n);
  std::iota(row.begin(), row.end(), 0);
  std::iota(column.begin(), column.end(), 0);
  std::shuffle(row.begin(), row.end(), generator);
  std::shuffle(column.begin(), column.end(), generator);
  std::vector<std::vector<int>> columns_of_row(n);
  for (int i = 0; i < n; ++i) {
    const int first = i - i % 2;
    columns_of_row[row[i]] = {column[first], column[first + 1]};
    for (int k = 0; k < 3 && first > 0; ++k) {
      columns_of_row[row[i]].push_back(column[std::uniform_int_distribution<int>(0, first - 1)(generator)]);
    }
  }
  Pattern pattern{n, n, {0}, {}};
  for (std::vector<int>& columns : columns_of_row) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    pattern.column.insert(pattern.column.end(), columns.begin(), columns.end());
    pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(greedy)

BOOST_AUTO_TEST_CASE(nearly_all_of_a_block_triangular_pattern_is_matched_and_no_pair_is_left_open)
{
  std::mt19937 generator(5);
  for (const int blocks : {1, 3, 40, 500}) {
    const Pattern pattern = shuffled_block_triangle(blocks, generator);
    const Matching matching = greedy_matching(pattern);
    BOOST_TEST(matching.size >= 0.9 * pattern.rows);
    int matched = 0;
    for (int row = 0; row < pattern.rows; ++row) {
      const auto begin = pattern.column.begin() + pattern.row_start[row];
      const auto end = pattern.column.begin() + pattern.row_start[row + 1];
      const int column = matching.column_of_row[row];
      if (column < 0) {
        BOOST_TEST(std::none_of(begin, end, [&](int other) { return matching.row_of_column[other] < 0; }));
        continue;
      }
      ++matched;
      BOOST_REQUIRE((std::find(begin, end, column) != end));
      BOOST_TEST(matching.row_of_column[column] == row);
    }
    BOOST_TEST(matched == matching.size);
  }
}

BOOST_AUTO_TEST_CASE(a_pattern_transposed_twice_is_the_same)
{
  std::mt19937 generator(6);
  const Pattern pattern = shuffled_block_triangle(50, generator);
  const Pattern twice = transposed(transposed(pattern));
  BOOST_TEST(twice.row_start == pattern.row_start, boost::test_tools::per_element());
  BOOST_TEST(twice.column == pattern.column, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
