#include "ida_consistent_init/structure/bipartite.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

using namespace ida_consistent_init::structure;

namespace {

Pattern random_pattern(int rows, int columns, double density, std::mt19937& generator)
{
  std::bernoulli_distribution occurs(density);
  Pattern pattern{rows, columns, {0}, {}};
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if (occurs(generator)) pattern.column.push_back(j);
    }
    pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

/* Most rows from this one on that can be matched outside the columns already taken, by trying everything. */
int largest_matching(const Pattern& pattern, int row, std::vector<char>& taken)
{
  if (row == pattern.rows) return 0;
  int best = largest_matching(pattern, row + 1, taken);
  for (int k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k) {
    char& used = taken[pattern.column[k]];
    if (used) continue;
    used = 1;
    best = std::max(best, 1 + largest_matching(pattern, row + 1, taken));
    used = 0;
  }
  return best;
}

bool is_matching(const Pattern& pattern, const Matching& matching)
{
  int size = 0;
  for (int row = 0; row < pattern.rows; ++row) {
    const int column = matching.column_of_row[row];
    if (column < 0) continue;
    ++size;
    const auto begin = pattern.column.begin() + pattern.row_start[row];
    const auto end = pattern.column.begin() + pattern.row_start[row + 1];
    if (std::find(begin, end, column) == end || matching.row_of_column[column] != row) return false;
  }
  const auto matched_columns =
      std::count_if(matching.row_of_column.begin(), matching.row_of_column.end(), [](int row) { return row >= 0; });
  return size == matching.size && matched_columns == size;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bipartite)

BOOST_AUTO_TEST_CASE(matchings_of_small_rectangular_patterns_are_as_large_as_the_best_of_all)
{
  std::mt19937 generator(20);
  std::uniform_int_distribution<int> size(1, 6);
  std::uniform_real_distribution<double> density(0.1, 0.7);
  for (int sample = 0; sample < 300; ++sample) {
    const Pattern pattern = random_pattern(size(generator), size(generator), density(generator), generator);
    const Matching matching = maximum_matching(pattern);
    std::vector<char> taken(pattern.columns, 0);
    BOOST_TEST(is_matching(pattern, matching));
    BOOST_TEST(matching.size == largest_matching(pattern, 0, taken));
  }
}

BOOST_AUTO_TEST_CASE(a_started_matching_keeps_its_rows_and_columns_matched)
{
  // Row 0 holds column 0, the only one of row 1: row 0 has to move on, and stays matched.
  const Pattern pattern{3, 3, {0, 2, 3, 4}, {0, 1, 0, 1}};
  const Matching matching = maximum_matching(pattern, {{0, -1, -1}, {0, -1, -1}, 1});
  BOOST_TEST(is_matching(pattern, matching));
  BOOST_TEST(matching.size == 2);
  BOOST_TEST(matching.column_of_row[0] >= 0);
  BOOST_TEST(matching.row_of_column[0] >= 0);
}

BOOST_AUTO_TEST_CASE(a_path_through_all_of_200000_rows_is_flipped_without_recursion)
{
  // Rows k and k + 1 share column k; the greedy start leaves the last row alone until all others have moved.
  const int n = 200000;
  Pattern pattern{n, n, {0}, {}};
  for (int row = 0; row < n; ++row) {
    if (row + 1 < n) pattern.column.push_back(row);
    pattern.column.push_back(row + 1 < n ? row + 1 : 0);
    pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
  }
  const Matching matching = maximum_matching(pattern);
  BOOST_TEST(matching.size == n);
  BOOST_TEST(matching.column_of_row[n - 1] == 0);
  BOOST_TEST(matching.column_of_row[0] == 1);
}

BOOST_AUTO_TEST_CASE(empty_patterns_have_empty_matchings)
{
  BOOST_TEST(maximum_matching({0, 3, {0}, {}}).size == 0);
  BOOST_TEST(maximum_matching({2, 0, {0, 0, 0}, {}}).size == 0);
}

BOOST_AUTO_TEST_SUITE_END()
