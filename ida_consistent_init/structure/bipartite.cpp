#include "ida_consistent_init/structure/bipartite.hpp"

#include <utility>

#include "ida_consistent_init/structure/greedy_matching.hpp"
#include "ida_consistent_init/support/grouping.hpp"

namespace ida_consistent_init::structure {
namespace {

/* Depth-first searches with look-ahead, in passes: Duff, Kaya, Ucar, Design, implementation, and analysis of maximum
   transversal algorithms, ACM Trans. Math. Softw. 38 (2011), section 2.2 (Pothen and Fan's method, with fairness).

   A pass searches augmenting paths from all unmatched rows and visits each row once, so that the paths are disjoint
   and a pass costs no more than one look at each entry. A pass without a path proves the matching largest (Berge).
   Free passes take any path. They are fast, and a few of them usually suffice; but they may take long detours that
   spoil the passes to come. So after the first ones every other pass keeps to shortest paths, of which
   O(sqrt(rows)) suffice: Hopcroft, Karp, An n^(5/2) algorithm for maximum matchings in bipartite graphs, SIAM J.
   Comput. 2 (1973). Shortest paths alone need 1,400 passes for a million equations in chains of 1,400 lengths. */
class AugmentingSearch
{
 public:
  AugmentingSearch(const Pattern& pattern, Matching start)
      : pattern_(pattern), matching_(std::move(start)), rows_(pattern.rows)
  {
    for (int row = 0; row < pattern.rows; ++row) {
      rows_[row].look_ahead = pattern.row_start[row];
      if (matching_.column_of_row[row] < 0) unmatched_.push_back(row);
    }
  }

  Matching run()
  {
    bool shortest = false;
    while (!unmatched_.empty()) {
      if (shortest && !find_layers()) break;
      const std::size_t before = unmatched_.size();
      augment_along_disjoint_paths(shortest);
      if (unmatched_.size() == before) break;
      shortest = !shortest && pass_ >= kFreePasses;
    }
    return std::move(matching_);
  }

 private:
  struct Row
  {
    int look_ahead = 0;  // entries before this one have a matched column, for good
    int scanned = 0;     // entries that the search has followed in the pass at hand
    int pass = 0;        // last pass that visited the row
  };

  static constexpr int kFreePasses = 8;
  static constexpr int kUnreached = -1;

  /* Breadth-first distances of rows from the unmatched rows, up to the layer that touches an unmatched column.
     Returns whether there is such a layer, that is, an augmenting path. */
  bool find_layers()
  {
    layer_.assign(rows_.size(), kUnreached);
    for (const int row : unmatched_) layer_[row] = 0;
    std::vector<int> frontier = unmatched_, next;
    bool found = false;
    for (int layer = 1; !frontier.empty() && !found; ++layer) {
      next.clear();
      for (const int row : frontier) {
        for (int entry = pattern_.row_start[row]; entry < pattern_.row_start[row + 1]; ++entry) {
          const int owner = matching_.row_of_column[pattern_.column[entry]];
          if (owner < 0) {
            found = true;
          } else if (layer_[owner] == kUnreached) {
            layer_[owner] = layer;
            next.push_back(owner);
          }
        }
      }
      frontier.swap(next);
    }
    return found;
  }

  void augment_along_disjoint_paths(bool shortest)
  {
    ++pass_;
    shortest_ = shortest;
    std::size_t left = 0;
    for (const int row : unmatched_) {
      if (!augment_from(row)) unmatched_[left++] = row;
    }
    unmatched_.resize(left);
  }

  bool augment_from(int root)
  {
    path_.clear();
    visit(root);
    while (!path_.empty()) {
      const int column = next_unmatched_column(path_.back());
      if (column >= 0) {
        flip_path(column);
        return true;
      }
      const int next = next_unvisited_row(path_.back());
      if (next >= 0) {
        visit(next);
      } else {
        path_.pop_back();
      }
    }
    return false;
  }

  void visit(int row)
  {
    rows_[row].pass = pass_;
    rows_[row].scanned = 0;
    path_.push_back(row);
  }

  int next_unmatched_column(int row)
  {
    for (int& entry = rows_[row].look_ahead; entry < pattern_.row_start[row + 1];) {
      const int column = pattern_.column[entry++];
      if (matching_.row_of_column[column] < 0) return column;
    }
    return -1;
  }

  /* The row matched to some column of this one, in the next layer if paths are to be shortest. Odd and even passes read
     a row from opposite ends (fairness): else each pass would follow the same entries into the same dead ends. */
  int next_unvisited_row(int row)
  {
    const int begin = pattern_.row_start[row], end = pattern_.row_start[row + 1];
    for (int& scanned = rows_[row].scanned; scanned < end - begin;) {
      const int entry = pass_ % 2 == 1 ? begin + scanned : end - 1 - scanned;
      ++scanned;
      const int owner = matching_.row_of_column[pattern_.column[entry]];
      if (rows_[owner].pass == pass_) continue;
      if (!shortest_ || layer_[owner] == layer_[row] + 1) return owner;
    }
    return -1;
  }

  /* Each row of the path takes over the column of its successor; the last row takes the unmatched column. */
  void flip_path(int column)
  {
    for (std::size_t k = path_.size(); k-- > 0;) {
      const int row = path_[k];
      const int released = matching_.column_of_row[row];
      matching_.column_of_row[row] = column;
      matching_.row_of_column[column] = row;
      column = released;
    }
    ++matching_.size;
  }

  const Pattern& pattern_;
  Matching matching_;
  std::vector<Row> rows_;
  std::vector<int> layer_;  // of rows: distance from the unmatched rows when it was last looked for
  std::vector<int> unmatched_, path_;
  int pass_ = 0;
  bool shortest_ = false;
};

}  // namespace

Pattern transposed(const Pattern& pattern)
{
  support::Groups<int> columns = support::group_by_key<int>(pattern.columns, [&](auto visit) {
    for (int i = 0; i < pattern.rows; ++i) {
      for (int entry = pattern.row_start[i]; entry < pattern.row_start[i + 1]; ++entry) {
        visit(pattern.column[entry], i);
      }
    }
  });
  return {pattern.columns, pattern.rows, std::move(columns.start), std::move(columns.item)};
}

Matching maximum_matching(const Pattern& pattern)
{
  return maximum_matching(pattern, greedy_matching(pattern));
}

Matching maximum_matching(const Pattern& pattern, Matching start)
{
  return AugmentingSearch(pattern, std::move(start)).run();
}

}  // namespace ida_consistent_init::structure
