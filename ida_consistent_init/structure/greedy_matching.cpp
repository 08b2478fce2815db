#include "ida_consistent_init/structure/greedy_matching.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ida_consistent_init::structure {
namespace {

/* Rows are the vertices 0 .. rows - 1, columns those from there on. */
class GreedyMatching
{
 public:
  explicit GreedyMatching(const Pattern& pattern)
      : by_row_(pattern), by_column_(transposed(pattern)), partners_left_(pattern.rows + pattern.columns)
  {
    for (int row = 0; row < pattern.rows; ++row) partners_left_[row] = length(by_row_, row);
    for (int column = 0; column < pattern.columns; ++column) {
      partners_left_[pattern.rows + column] = length(by_column_, column);
    }
    // Stacks: the first row is to come out first.
    for (int v = static_cast<int>(partners_left_.size()) - 1; v >= 0; --v) file(v);
  }

  Matching run()
  {
    for (int v = next_vertex(); v >= 0; v = next_vertex()) {
      if (v < by_row_.rows) {
        match(v, neediest_partner(by_row_, v, by_row_.rows));
      } else {
        const int column = v - by_row_.rows;
        match(neediest_partner(by_column_, column, 0), column);
      }
    }
    return std::move(matching_);
  }

 private:
  static constexpr int kMatched = std::numeric_limits<int>::max();
  static constexpr int kHighestNeed = 4;  // more partners than that are not told apart

  static int length(const Pattern& pattern, int v) { return pattern.row_start[v + 1] - pattern.row_start[v]; }
  int stack_of(int v) const { return std::min(partners_left_[v], kHighestNeed); }
  void file(int v) { waiting_[stack_of(v)].push_back(v); }

  /* An unmatched vertex with the fewest partners left, but one; -1 if there is none. A vertex is filed again when it
     changes stacks; what it leaves behind is recognised and dropped here. */
  int next_vertex()
  {
    for (int need = 1; need <= kHighestNeed; ++need) {
      while (!waiting_[need].empty()) {
        const int v = waiting_[need].back();
        waiting_[need].pop_back();
        if (stack_of(v) == need && partners_left_[v] != kMatched) return v;
      }
    }
    return -1;
  }

  int neediest_partner(const Pattern& pattern, int v, int first_partner) const
  {
    int best = -1, fewest = kMatched;
    for (int entry = pattern.row_start[v]; entry < pattern.row_start[v + 1]; ++entry) {
      const int candidate = pattern.column[entry];
      if (partners_left_[first_partner + candidate] >= fewest) continue;
      best = candidate;
      fewest = partners_left_[first_partner + candidate];
    }
    return best;
  }

  void match(int row, int column)
  {
    partners_left_[row] = partners_left_[by_row_.rows + column] = kMatched;
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
    ++matching_.size;
    take_from_neighbours(by_row_, row, by_row_.rows);
    take_from_neighbours(by_column_, column, 0);
  }

  void take_from_neighbours(const Pattern& pattern, int v, int first_neighbour)
  {
    for (int entry = pattern.row_start[v]; entry < pattern.row_start[v + 1]; ++entry) {
      const int neighbour = first_neighbour + pattern.column[entry];
      int& left = partners_left_[neighbour];
      if (left != kMatched && --left < kHighestNeed) file(neighbour);
    }
  }

  const Pattern& by_row_;
  const Pattern by_column_;
  std::vector<int> partners_left_;                          // unmatched neighbours of a vertex without partner
  std::array<std::vector<int>, kHighestNeed + 1> waiting_;  // vertices by the number of partners left
  Matching matching_{std::vector<int>(by_row_.rows, -1), std::vector<int>(by_row_.columns, -1), 0};
};

}  // namespace

Matching greedy_matching(const Pattern& pattern)
{
  return GreedyMatching(pattern).run();
}

}  // namespace ida_consistent_init::structure
