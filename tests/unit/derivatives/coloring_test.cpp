#include "ida_consistent_init/derivatives/coloring.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <random>

using namespace ida_consistent_init::derivatives;

namespace {

struct Rows
{
  int columns = 0;
  std::vector<int> start{0}, column{};

  void add(const std::vector<int>& row)
  {
    column.insert(column.end(), row.begin(), row.end());
    start.push_back(static_cast<int>(column.size()));
  }
  int count() const { return static_cast<int>(start.size()) - 1; }
  int longest() const
  {
    int length = 0;
    for (int i = 0; i < count(); ++i) length = std::max(length, start[i + 1] - start[i]);
    return length;
  }
};

Coloring color(const Rows& rows)
{
  return color_columns(rows.count(), rows.columns, rows.start, rows.column);
}

/* No row has two columns of the same colour, and colours are numbered 0 .. count-1. */
bool is_valid(const Rows& rows, const Coloring& coloring)
{
  std::vector<int> last_row(coloring.count, -1), used(coloring.count, 0);
  for (const int c : coloring.color_of_column) {
    if (c < 0 || c >= coloring.count) return false;
    used[c] = 1;
  }
  for (int i = 0; i < rows.count(); ++i) {
    for (int k = rows.start[i]; k < rows.start[i + 1]; ++k) {
      int& last = last_row[coloring.color_of_column[rows.column[k]]];
      if (last == i) return false;
      last = i;
    }
  }
  return std::count(used.begin(), used.end(), 1) == coloring.count;
}

Rows tridiagonal(int n)
{
  Rows rows{n};
  for (int i = 0; i < n; ++i) {
    std::vector<int> row;
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) row.push_back(j);
    rows.add(row);
  }
  return rows;
}

template <typename Function>
double processor_seconds_of(Function function)
{
  const std::clock_t start = std::clock();
  function();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(coloring)

BOOST_AUTO_TEST_CASE(columns_sharing_a_row_of_random_patterns_have_different_colors)
{
  std::mt19937 generator(10);
  std::uniform_int_distribution<int> size(1, 40);
  std::uniform_real_distribution<double> density(0.02, 0.6);
  for (int sample = 0; sample < 200; ++sample) {
    Rows rows{size(generator)};
    std::bernoulli_distribution occurs(density(generator));
    const int count = size(generator);
    for (int i = 0; i < count; ++i) {
      std::vector<int> row;
      for (int j = 0; j < rows.columns; ++j) {
        if (occurs(generator)) row.push_back(j);
      }
      rows.add(row);
    }
    const Coloring found = color(rows);
    BOOST_TEST(is_valid(rows, found));
    BOOST_TEST(found.count >= rows.longest());
    BOOST_TEST(found.count <= rows.columns);
  }
}

BOOST_AUTO_TEST_CASE(a_diagonal_needs_one_color_and_a_full_matrix_all)
{
  Rows diagonal{50}, full{50};
  std::vector<int> all;
  for (int j = 0; j < 50; ++j) all.push_back(j);
  for (int i = 0; i < 50; ++i) {
    diagonal.add({i});
    full.add(all);
  }
  BOOST_TEST(color(diagonal).count == 1);
  BOOST_TEST(color(full).count == 50);
  BOOST_TEST(is_valid(full, color(full)));
}

BOOST_AUTO_TEST_CASE(a_tridiagonal_matrix_of_100000_columns_needs_few_colors_and_little_time)
{
  const Rows rows = tridiagonal(100000);
  Coloring found;
  const double seconds = processor_seconds_of([&] { found = color(rows); });
  BOOST_TEST(is_valid(rows, found));
  BOOST_TEST(found.count == 3);
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_CASE(long_rows_share_colors_and_cost_little_time)
{
  // Ten sums over 10,000 variables each below a tridiagonal matrix.
  const int n = 100000, sums = 10;
  Rows rows = tridiagonal(n);
  for (int s = 0; s < sums; ++s) {
    std::vector<int> sum;
    for (int j = s; j < n; j += sums) sum.push_back(j);
    rows.add(sum);
  }
  Coloring found;
  const double seconds = processor_seconds_of([&] { found = color(rows); });
  BOOST_TEST(is_valid(rows, found));
  BOOST_TEST(found.count >= n / sums);
  BOOST_TEST(found.count <= n / sums + 10);
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_CASE(a_row_through_all_of_100000_columns_gives_each_its_own_color)
{
  const int n = 100000;
  Rows rows = tridiagonal(n);
  std::vector<int> all;
  for (int j = 0; j < n; ++j) all.push_back(j);
  rows.add(all);
  Coloring found;
  const double seconds = processor_seconds_of([&] { found = color(rows); });
  BOOST_TEST(is_valid(rows, found));
  BOOST_TEST(found.count == n);
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_CASE(columns_in_no_row_share_the_first_color)
{
  Rows rows{4};
  rows.add({1, 2});
  const Coloring found = color(rows);
  BOOST_TEST(is_valid(rows, found));
  BOOST_TEST(found.count == 2);
  BOOST_TEST(found.color_of_column[0] == 0);
  BOOST_TEST(color(Rows{}).count == 0);
}

BOOST_AUTO_TEST_SUITE_END()
