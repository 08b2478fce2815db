#include "ida_consistent_init/verify/natural_unit.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::verify {

namespace {

/// Scaled entries are at most 1, those of the matching are 1.
constexpr double counts = 0.1;

/// One sweep: sizes of terms from sizes of unknowns, and back where the unknowns count.
Eigen::VectorXd sweep(const linear::SparseMatrix& matrix, const linear::Equilibration& scale,
                      const Eigen::VectorXd& size, Eigen::VectorXd largest_term)
{
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (linear::SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      const double scaled = scale.row[entry.row()] * std::abs(entry.value());
      if (scaled * scale.column[j] < counts) continue;
      largest_term[entry.row()] = std::max(largest_term[entry.row()], scaled * size[j]);
    }
  }
  Eigen::VectorXd unit = size;
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (linear::SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
      if (scale.row[entry.row()] * std::abs(entry.value()) * scale.column[j] < counts) continue;
      unit[j] = std::max(unit[j], scale.column[j] * largest_term[entry.row()]);
    }
  }
  return unit;
}

}  // namespace

Eigen::VectorXd natural_units(const linear::SparseMatrix& matrix, const linear::SparseMatrix& error,
                              const Eigen::VectorXd& x, const Eigen::VectorXd& terms)
{
  // An acceleration meets the forces over v' = w and M w = f: two equations.
  constexpr int sweeps = 3;
  const linear::Equilibration scale = linear::matched_scaling(matrix, error);
  Eigen::VectorXd unit = x.cwiseAbs();
  for (int k = 0; k < sweeps; ++k) unit = sweep(matrix, scale, unit, scale.row.cwiseProduct(terms));
  return unit;
}

}  // namespace ida_consistent_init::verify
