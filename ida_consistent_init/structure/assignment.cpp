#include "ida_consistent_init/structure/assignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "ida_consistent_init/structure/bipartite.hpp"

namespace ida_consistent_init::structure {
namespace {

constexpr int kUnreached = std::numeric_limits<int>::max();

/* Primal-dual solution of the assignment problem with costs 1 - sigma_ij in {0, 1}.

   Potentials p (rows) and q (columns) keep every reduced cost 1 - sigma_ij + p_i - q_j >= 0, with equality on
   matched entries. A round matches as much as possible among the entries of reduced cost zero, then raises the
   potentials by the shortest distance from the unmatched rows to an unmatched column, which makes new entries
   tight. All unmatched rows share one potential and so do all unmatched columns, hence the matching has least
   cost among those of its size.

   That distance D grows from round to round, and k missing pairs at distance D still cost k D out of a total of at
   most n: there are O(sqrt(n)) rounds, a handful in practice. */
class CheapestMatching
{
 public:
  explicit CheapestMatching(const Signature& signature)
      : signature_(signature), row_potential_(signature.n, 0), column_potential_(signature.n, 0)
  {
    matching_.column_of_row.assign(signature.n, -1);
    matching_.row_of_column.assign(signature.n, -1);
  }

  Matching run()
  {
    do {
      matching_ = maximum_matching(tight_pattern(), std::move(matching_));
    } while (matching_.size < signature_.n && raise_potentials());
    return std::move(matching_);
  }

 private:
  int reduced_cost(int row, int entry) const
  {
    return 1 - signature_.order[entry] + row_potential_[row] - column_potential_[signature_.column[entry]];
  }

  Pattern tight_pattern() const
  {
    Pattern tight{signature_.n, signature_.n, {0}, {}};
    tight.row_start.reserve(signature_.n + 1);
    for (int row = 0; row < signature_.n; ++row) {
      for (int entry = signature_.row_start[row]; entry < signature_.row_start[row + 1]; ++entry) {
        if (reduced_cost(row, entry) == 0) tight.column.push_back(signature_.column[entry]);
      }
      tight.row_start.push_back(static_cast<int>(tight.column.size()));
    }
    return tight;
  }

  /* Returns false if no unmatched column can be reached: then the matching has the largest possible size (Berge). */
  bool raise_potentials()
  {
    const int nearest = find_distances();
    if (nearest == kUnreached) return false;
    for (int k = 0; k < signature_.n; ++k) {
      row_potential_[k] += std::min(row_distance_[k], nearest);
      column_potential_[k] += std::min(column_distance_[k], nearest);
    }
    return true;
  }

  /* Dijkstra's method with one bucket a distance, from all unmatched rows at once; matched entries lead back from
     column to row at no cost. Distances beyond the nearest unmatched column, the result, are not needed. */
  int find_distances()
  {
    row_distance_.assign(signature_.n, kUnreached);
    column_distance_.assign(signature_.n, kUnreached);
    std::vector<std::vector<int>> bucket(1);
    for (int row = 0; row < signature_.n; ++row) {
      if (matching_.column_of_row[row] >= 0) continue;
      row_distance_[row] = 0;
      bucket[0].push_back(row);
    }
    int nearest = kUnreached;
    for (int distance = 0; distance < static_cast<int>(bucket.size()) && distance < nearest; ++distance) {
      // The bucket grows while it is read, through entries without cost.
      for (std::size_t k = 0; k < bucket[distance].size(); ++k) {
        const int row = bucket[distance][k];
        if (row_distance_[row] == distance) nearest = std::min(nearest, relax_row(row, bucket));
      }
    }
    return nearest;
  }

  /* Returns the distance of the nearest unmatched column that was reached directly from this row. */
  int relax_row(int row, std::vector<std::vector<int>>& bucket)
  {
    int nearest = kUnreached;
    for (int entry = signature_.row_start[row]; entry < signature_.row_start[row + 1]; ++entry) {
      const int column = signature_.column[entry];
      const int distance = row_distance_[row] + reduced_cost(row, entry);
      if (distance >= column_distance_[column]) continue;
      column_distance_[column] = distance;
      const int owner = matching_.row_of_column[column];
      if (owner < 0) {
        nearest = std::min(nearest, distance);
        continue;
      }
      row_distance_[owner] = distance;
      if (distance >= static_cast<int>(bucket.size())) bucket.resize(distance + 1);
      bucket[distance].push_back(owner);
    }
    return nearest;
  }

  const Signature& signature_;
  Matching matching_;
  std::vector<int> row_potential_, column_potential_, row_distance_, column_distance_;
};

}  // namespace

Assignment highest_value_transversal(const Signature& signature)
{
  Matching matching = CheapestMatching(signature).run();
  return {matching.size == signature.n, std::move(matching.column_of_row), std::move(matching.row_of_column)};
}

}  // namespace ida_consistent_init::structure
