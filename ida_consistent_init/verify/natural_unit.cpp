#include "ida_consistent_init/verify/natural_unit.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::verify {

Eigen::VectorXd natural_units(const linear::SparseMatrix& matrix, const linear::SparseMatrix& error,
                              const Eigen::VectorXd& x, const Eigen::VectorXd& terms)
{
  // Scaled entries are at most 1, those of the matching are 1.
  constexpr double counts = 0.1;
  const linear::Equilibration scale = linear::matched_scaling(matrix, error);
  Eigen::VectorXd largest_term = scale.row.cwiseProduct(terms);
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (linear::SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      const double term = scale.row[entry.row()] * std::abs(entry.value() * x[j]);
      largest_term[entry.row()] = std::max(largest_term[entry.row()], term);
    }
  }
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(matrix.cols());
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (linear::SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      if (scale.row[entry.row()] * std::abs(entry.value()) * scale.column[j] < counts) continue;
      unit[j] = std::max(unit[j], scale.column[j] * largest_term[entry.row()]);
    }
  }
  return unit;
}

}  // namespace ida_consistent_init::verify
