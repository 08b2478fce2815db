#include "ida_consistent_init/verify/natural_unit.hpp"

#include <algorithm>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::verify {

Eigen::VectorXd natural_units(const linear::SparseMatrix& matrix, const linear::SparseMatrix& error,
                              const Eigen::VectorXd& x, const Eigen::VectorXd& terms)
{
  // Scaled entries are at most 1, those of the matching are 1.
  constexpr double counts = 0.1;
  // An acceleration meets the forces over v' = w and M w = f: two equations.
  constexpr int sweeps = 3;
  const linear::Equilibration scale = linear::matched_scaling(matrix, error);
  linear::SparseMatrix counting = scale.row.asDiagonal() * matrix.cwiseAbs() * scale.column.asDiagonal();
  counting.prune([](Eigen::Index, Eigen::Index, double entry) { return entry >= counts; });

  const Eigen::VectorXd least_term = scale.row.cwiseProduct(terms);
  Eigen::VectorXd size = x.cwiseAbs().cwiseQuotient(scale.column);
  for (int k = 0; k < sweeps; ++k) {
    Eigen::VectorXd largest_term = least_term;
    for (int j = 0; j < counting.outerSize(); ++j) {
      for (linear::SparseMatrix::InnerIterator entry(counting, j); entry; ++entry) {
        largest_term[entry.row()] = std::max(largest_term[entry.row()], entry.value() * size[j]);
      }
    }
    for (int j = 0; j < counting.outerSize(); ++j) {
      for (linear::SparseMatrix::InnerIterator entry(counting, j); entry; ++entry) {
        size[j] = std::max(size[j], largest_term[entry.row()]);
      }
    }
  }
  return scale.column.cwiseProduct(size);
}

}  // namespace ida_consistent_init::verify
