#pragma once
#include <Eigen/Core>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::verify {

/// [columns] the change of each unknown that is as large as the terms of an equation in which it counts (in the matched
/// scaling of the equations), directly or over other unknowns; 0 where all terms vanish. An acceleration that happens
/// to be zero is known well if its error is small against the other forces. matrix, error: Jacobian of the equations
/// and absolute errors of its entries, or 0 x 0. x: the unknowns. terms: [rows] size of terms that the unknowns do not
/// show, such as those that depend on time only.
Eigen::VectorXd natural_units(const linear::SparseMatrix& matrix, const linear::SparseMatrix& error,
                              const Eigen::VectorXd& x, const Eigen::VectorXd& terms);

}  // namespace ida_consistent_init::verify
