#include "ida_consistent_init/linear/equilibration.hpp"

#include <algorithm>
#include <cmath>

namespace ida_consistent_init::linear {

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
