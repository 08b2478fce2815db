#include "ida_consistent_init/structure/bipartite.hpp"

#include <utility>

namespace ida_consistent_init::structure {
namespace {

/* Hopcroft, Karp, An n^(5/2) algorithm for maximum matchings in bipartite graphs, SIAM J. Comput. 2 (1973):
   each phase flips a maximal set of disjoint shortest augmenting paths; there are O(sqrt(rows)) phases. */
class HopcroftKarp
{
 public:
  HopcroftKarp(const Pattern& pattern, Matching start) : pattern_(pattern), matching_(std::move(start)) {}

  Matching run()
  {
    match_free_pairs();
    while (find_layers()) {
      cursor_.assign(pattern_.row_start.begin(), pattern_.row_start.end() - 1);
      for (int row = 0; row < pattern_.rows; ++row) {
        if (matching_.column_of_row[row] < 0) augment_from(row);
      }
    }
    return std::move(matching_);
  }

 private:
  static constexpr int kOutside = -1;

  void match(int row, int column)
  {
    matching_.column_of_row[row] = column;
    matching_.row_of_column[column] = row;
  }

  void match_free_pairs()
  {
    for (int row = 0; row < pattern_.rows; ++row) {
      for (int entry = pattern_.row_start[row]; entry < pattern_.row_start[row + 1] && matching_.column_of_row[row] < 0;
           ++entry) {
        if (matching_.row_of_column[pattern_.column[entry]] >= 0) continue;
        match(row, pattern_.column[entry]);
        ++matching_.size;
      }
    }
  }

  /* Breadth-first distances of rows from the unmatched rows, up to the layer that touches an unmatched column.
     Returns whether there is such a layer, that is, an augmenting path. */
  bool find_layers()
  {
    layer_.assign(pattern_.rows, kOutside);
    std::vector<int> frontier, next;
    for (int row = 0; row < pattern_.rows; ++row) {
      if (matching_.column_of_row[row] >= 0) continue;
      layer_[row] = 0;
      frontier.push_back(row);
    }
    bool found = false;
    for (int depth = 1; !frontier.empty() && !found; ++depth) {
      next.clear();
      for (const int row : frontier) {
        for (int entry = pattern_.row_start[row]; entry < pattern_.row_start[row + 1]; ++entry) {
          const int owner = matching_.row_of_column[pattern_.column[entry]];
          if (owner < 0) {
            found = true;
          } else if (layer_[owner] == kOutside) {
            layer_[owner] = depth;
            next.push_back(owner);
          }
        }
      }
      frontier.swap(next);
    }
    return found;
  }

  /* Depth-first search through ascending layers. Rows that led nowhere, and those of a flipped path, leave the
     layers, so that a phase looks at each entry once. */
  void augment_from(int root)
  {
    path_.assign(1, root);
    while (!path_.empty()) {
      const int row = path_.back();
      if (cursor_[row] == pattern_.row_start[row + 1]) {
        layer_[row] = kOutside;
        path_.pop_back();
        continue;
      }
      const int column = pattern_.column[cursor_[row]++];
      const int owner = matching_.row_of_column[column];
      if (owner < 0) {
        flip_path(column);
        return;
      }
      if (layer_[owner] == layer_[row] + 1) path_.push_back(owner);
    }
  }

  /* Each row of the path takes over the column of its successor; the last row takes the unmatched column. */
  void flip_path(int column)
  {
    for (std::size_t k = path_.size(); k-- > 0;) {
      const int row = path_[k];
      const int released = matching_.column_of_row[row];
      match(row, column);
      layer_[row] = kOutside;
      column = released;
    }
    ++matching_.size;
  }

  const Pattern& pattern_;
  Matching matching_;
  std::vector<int> layer_, cursor_, path_;
};

}  // namespace

Matching maximum_matching(const Pattern& pattern)
{
  Matching empty;
  empty.column_of_row.assign(pattern.rows, -1);
  empty.row_of_column.assign(pattern.columns, -1);
  return maximum_matching(pattern, std::move(empty));
}

Matching maximum_matching(const Pattern& pattern, Matching start)
{
  return HopcroftKarp(pattern, std::move(start)).run();
}

}  // namespace ida_consistent_init::structure
