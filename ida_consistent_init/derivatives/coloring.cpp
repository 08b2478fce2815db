#include "ida_consistent_init/derivatives/coloring.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace ida_consistent_init::derivatives {
namespace {

/* A set of colours, 64 to a word. */
class ColorSet
{
 public:
  void insert(int color)
  {
    const std::size_t index = static_cast<std::size_t>(color) / 64;
    if (index >= words_.size()) words_.resize(index + 1, 0);
    words_[index] |= std::uint64_t{1} << (color % 64);
    while (first_open_ < words_.size() && words_[first_open_] == ~std::uint64_t{0}) ++first_open_;
  }
  /* Removes the colour together with the others of its word. */
  void clear_word_of(int color)
  {
    const std::size_t index = static_cast<std::size_t>(color) / 64;
    words_[index] = 0;
    first_open_ = std::min(first_open_, index);
  }
  std::uint64_t word(std::size_t index) const { return index < words_.size() ? words_[index] : 0; }
  /* All words before this one are full. */
  std::size_t first_open_word() const { return first_open_; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t first_open_ = 0;
};

/* Greedy colouring, each column taking the smallest colour that none of its neighbours has.

   A row of k entries makes neighbours of all its k columns, which costs k^2 visits. That is too much for the few
   long rows of a sparse system (a sum over all variables): those keep the set of colours they have used instead. */
class GreedyColoring
{
 public:
  GreedyColoring(int rows, int columns, const std::vector<int>& row_start, const std::vector<int>& column)
      : row_start_(row_start), column_(column), column_start_(columns + 1, 0), row_(column.size())
  {
    for (const int j : column) ++column_start_[j + 1];
    std::partial_sum(column_start_.begin(), column_start_.end(), column_start_.begin());
    std::vector<int> next(column_start_.begin(), column_start_.end() - 1);
    for (int i = 0; i < rows; ++i) {
      for (int k = row_start[i]; k < row_start[i + 1]; ++k) row_[next[column[k]]++] = i;
    }
    long_row_.assign(rows, -1);
    for (int i = 0; i < rows; ++i) {
      if (length_of_row(i) <= kLongestScannedRow) continue;
      long_row_[i] = static_cast<int>(used_in_long_row_.size());
      used_in_long_row_.emplace_back();
    }
    coloring_.color_of_column.assign(columns, kNone);
  }

  Coloring run()
  {
    for (const int j : largest_degree_first()) {
      const int color = smallest_free_color(j);
      coloring_.color_of_column[j] = color;
      coloring_.count = std::max(coloring_.count, color + 1);
      for (int k = column_start_[j]; k < column_start_[j + 1]; ++k) {
        if (long_row_[row_[k]] >= 0) used_in_long_row_[long_row_[row_[k]]].insert(color);
      }
    }
    return std::move(coloring_);
  }

 private:
  static constexpr int kNone = -1;
  static constexpr int kLongestScannedRow = 256;

  int length_of_row(int i) const { return row_start_[i + 1] - row_start_[i]; }

  /* Neighbours are counted once for each shared row: an upper bound of the degree that takes no extra memory. */
  std::vector<int> largest_degree_first() const
  {
    const int columns = static_cast<int>(column_start_.size()) - 1;
    std::vector<long> degree(columns, 0);
    for (int j = 0; j < columns; ++j) {
      for (int k = column_start_[j]; k < column_start_[j + 1]; ++k) degree[j] += length_of_row(row_[k]) - 1;
    }
    std::vector<int> sequence(columns);
    std::iota(sequence.begin(), sequence.end(), 0);
    std::stable_sort(sequence.begin(), sequence.end(), [&](int a, int b) { return degree[a] > degree[b]; });
    return sequence;
  }

  int smallest_free_color(int j)
  {
    met_.clear();
    long_rows_.clear();
    for (int k = column_start_[j]; k < column_start_[j + 1]; ++k) {
      const int i = row_[k];
      if (long_row_[i] >= 0) {
        long_rows_.push_back(long_row_[i]);
        continue;
      }
      for (int entry = row_start_[i]; entry < row_start_[i + 1]; ++entry) {
        const int color = coloring_.color_of_column[column_[entry]];
        if (color == kNone) continue;
        taken_.insert(color);
        met_.push_back(color);
      }
    }
    std::size_t index = taken_.first_open_word();
    for (const int number : long_rows_) index = std::max(index, used_in_long_row_[number].first_open_word());
    std::uint64_t occupied = occupied_word(index);
    while (occupied == ~std::uint64_t{0}) occupied = occupied_word(++index);
    for (const int color : met_) taken_.clear_word_of(color);
    return static_cast<int>(64 * index) + std::countr_one(occupied);
  }

  std::uint64_t occupied_word(std::size_t index) const
  {
    std::uint64_t word = taken_.word(index);
    for (const int number : long_rows_) word |= used_in_long_row_[number].word(index);
    return word;
  }

  const std::vector<int>& row_start_;
  const std::vector<int>& column_;
  std::vector<int> column_start_, row_;  // the same pattern by columns
  std::vector<int> long_row_;            // number of a long row, -1 for a short one
  std::vector<ColorSet> used_in_long_row_;
  Coloring coloring_;
  ColorSet taken_;                    // colours of neighbours in short rows of the column at hand, empty in between
  std::vector<int> met_, long_rows_;  // workspace of one column: colours in taken_, long rows that contain it
};

}  // namespace

Coloring color_columns(int rows, int columns, const std::vector<int>& row_start, const std::vector<int>& column)
{
  return GreedyColoring(rows, columns, row_start, column).run();
}

}  // namespace ida_consistent_init::derivatives
