#pragma once
#include <Eigen/Core>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear {

/// Positive scale factors that bring the largest entry of every row and column of diag(row) A diag(column) near 1.
/// Ranks are decided on the scaled matrix, so units of equations and variables do not matter.
struct Equilibration
{
  Eigen::VectorXd row, column;
};

/// A few sweeps of D. Ruiz' iteration (division by the square roots of the largest entries). Zero rows and columns
/// keep the factor 1.
Equilibration equilibrate(const SparseMatrix& matrix);

}  // namespace ida_consistent_init::linear
