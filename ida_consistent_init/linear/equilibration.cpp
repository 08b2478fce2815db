#include "ida_consistent_init/linear/equilibration.hpp"

#include <algorithm>
#include <cmath>

namespace ida_consistent_init::linear {

namespace {

/// As near as the sweeps bring entries that lie ten orders of magnitude apart.
bool near_one(const Eigen::VectorXd& largest)
{
  constexpr double near = 1.4;
  return std::all_of(largest.begin(), largest.end(),
                     [](double size) { return size == 0 || (size < near && size > 1 / near); });
}

}  // namespace

Equilibration equilibrate(const SparseMatrix& matrix)
{
  constexpr int sweeps = 6;
  Equilibration scale{Eigen::VectorXd::Ones(matrix.rows()), Eigen::VectorXd::Ones(matrix.cols())};
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    Eigen::VectorXd row_largest = Eigen::VectorXd::Zero(matrix.rows());
    Eigen::VectorXd column_largest = Eigen::VectorXd::Zero(matrix.cols());
    for (int j = 0; j < matrix.outerSize(); ++j) {
      for (SparseMatrix::InnerIterator entry(matrix, j); entry; ++entry) {
        const double size = std::abs(entry.value()) * scale.row[entry.row()] * scale.column[j];
        row_largest[entry.row()] = std::max(row_largest[entry.row()], size);
        column_largest[j] = std::max(column_largest[j], size);
      }
    }
    if (near_one(row_largest) && near_one(column_largest)) break;
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      if (row_largest[i] > 0) scale.row[i] /= std::sqrt(row_largest[i]);
    }
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (column_largest[j] > 0) scale.column[j] /= std::sqrt(column_largest[j]);
    }
  }
  return scale;
}

}  // namespace ida_consistent_init::linear
