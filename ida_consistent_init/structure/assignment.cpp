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
   matched entries: a complete matching of such tight entries has least cost. A round matches as much as possible among
   the tight entries, then raises the potentials by the shortest distance from the unmatched rows to an unmatched
   column, which makes new entries tight.

   There are at most 2 + max c rounds, c the canonical offsets. For let M be a complete matching of tight entries for
   (c, d). An augmenting path to M, from row i to column j, costs 1 + c_i - d_j, less the slack of the entries it takes
   out, hence at most 1 + max c. On the other hand it costs at least q_j - p_i; the potential of an unmatched column has
   grown by 1 or more in each round, that of an unmatched row has not grown. */
class CheapestMatching
{
 public:
  explicit CheapestMatching(const Signature& signature)
      : signature_(signature), row_potential_(signature.n, 0), column_potential_(signature.n, 0)
  {
    reduce_costs();
  }

  Matching run()
  {
    matching_ = maximum_matching(tight_pattern());
    while (matching_.size < signature_.n && raise_potentials()) {
      matching_ = maximum_matching(tight_pattern(), std::move(matching_));
    }
    return std::move(matching_);
  }

 private:
  /* Potentials that make an entry tight in each column, then, by lowering p where none of them lies in it, one in each
     row: in many systems of index 1 these are already all entries of the system Jacobian. */
  void reduce_costs()
  {
    for (int j = 0; j < signature_.n; ++j) column_potential_[j] = 1;
    for (std::size_t entry = 0; entry < signature_.order.size(); ++entry) {
      if (signature_.order[entry] == 1) column_potential_[signature_.column[entry]] = 0;
    }
    for (int row = 0; row < signature_.n; ++row) {
      int least = 1;
      for (int entry = signature_.row_start[row]; entry < signature_.row_start[row + 1]; ++entry) {
        least = std::min(least, reduced_cost(row, entry));
      }
      row_potential_[row] = -least;
    }
  }

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
