#pragma once
#include "ida_consistent_init/derivatives/derivative_array.hpp"

namespace ida_consistent_init::methods {

/// F_y and F_y' at the jet, all of it.
struct FirstJacobians
{
  Eigen::SparseMatrix<double> of_values, of_slopes;
};
FirstJacobians first_jacobians(derivatives::DerivativeArray& array, const derivatives::Jet& jet);

/// Units in which rows and columns of the derivative array are comparable with each other: those of the variables and
/// equations from F_y and F_y' at one point, and one unit of time for all differentiations. Other than an equilibration
/// of the array itself they do not make a large unknown of a derivative that occurs only by the curvature of F.
class ArrayScale
{
 public:
  ArrayScale(derivatives::DerivativeArray& array, const derivatives::Jet& jet);

  /// [rows] factors of the rows' values.
  [[nodiscard]] support::Vector rows(const std::vector<derivatives::Row>& rows) const;
  /// [columns] sizes of the unknowns.
  [[nodiscard]] support::Vector columns(const std::vector<derivatives::Column>& columns) const;

 private:
  support::Vector equation_, variable_;
  double time_ = 1;
};

}  // namespace ida_consistent_init::methods
