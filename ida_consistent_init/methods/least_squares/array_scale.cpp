#include "ida_consistent_init/methods/least_squares/array_scale.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/linear/equilibration.hpp"

namespace ida_consistent_init::methods {

using derivatives::Column;
using derivatives::Row;
using support::Vector;
using Matrix = Eigen::SparseMatrix<double>;

FirstJacobians first_jacobians(derivatives::DerivativeArray& array, const derivatives::Jet& jet)
{
  const int n = jet.size();
  std::vector<Row> rows;
  std::vector<Column> values, slopes;
  rows.reserve(n);
  values.reserve(n);
  slopes.reserve(n);
  for (int k = 0; k < n; ++k) {
    rows.push_back({k, 0});
    values.push_back({k, 0});
    slopes.push_back({k, 1});
  }
  return {array.jacobian(rows, values, jet, true), array.jacobian(rows, slopes, jet, true)};
}

ArrayScale::ArrayScale(derivatives::DerivativeArray& array, const derivatives::Jet& jet)
{
  const FirstJacobians jacobians = first_jacobians(array, jet);
  const Matrix of_values = jacobians.of_values.cwiseAbs(), of_slopes = jacobians.of_slopes.cwiseAbs();
  const linear::Equilibration scale = linear::equilibrate(of_values + of_slopes);
  equation_ = scale.row;
  variable_ = scale.column;
  const auto size = [&](const Matrix& matrix) {
    return Matrix(scale.row.asDiagonal() * matrix * scale.column.asDiagonal()).norm();
  };
  if (of_values.nonZeros() > 0 && of_slopes.nonZeros() > 0) time_ = size(of_slopes) / size(of_values);
}

Vector ArrayScale::rows(const std::vector<Row>& rows) const
{
  Vector factor(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto [i, order] = rows[k];
    factor[static_cast<Eigen::Index>(k)] = i < equation_.size() ? equation_[i] * std::pow(time_, order) : 1.0;
  }
  return factor;
}

Vector ArrayScale::columns(const std::vector<Column>& columns) const
{
  Vector size(static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto [j, order] = columns[k];
    size[static_cast<Eigen::Index>(k)] = variable_[j] * std::pow(time_, -order);
  }
  return size;
}

}  // namespace ida_consistent_init::methods
