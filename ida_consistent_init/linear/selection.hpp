#pragma once
#include <vector>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear {

/// [of.size() x size] matrix that picks rows from the left; transposed, columns from the right.
inline SparseMatrix selection(const std::vector<int>& of, Eigen::Index size)
{
  std::vector<Eigen::Triplet<double>> ones;
  for (std::size_t k = 0; k < of.size(); ++k) ones.emplace_back(static_cast<int>(k), of[k], 1.0);
  SparseMatrix matrix(static_cast<Eigen::Index>(of.size()), size);
  matrix.setFromTriplets(ones.begin(), ones.end());
  return matrix;
}

}  // namespace ida_consistent_init::linear
