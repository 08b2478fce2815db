#include "ida_consistent_init/methods/least_squares/free_derivatives.hpp"

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/methods/least_squares/array_scale.hpp"

namespace ida_consistent_init::methods {

std::optional<derivatives::Jet> with_calm_derivatives(derivatives::DerivativeArray& array, const Stage& block,
                                                      const derivatives::Jet& jet, const derivatives::Jet& start)
{
  constexpr double little = 0.1;
  std::vector<Column> columns;
  columns.reserve(block.columns.size());
  for (const Column& column : block.columns) {
    if (column.order > 0) columns.push_back(column);
  }
  if (columns.empty()) return {};
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = array.jacobian(block.rows, columns, jet, false, &error);
  const Vector weight = ArrayScale(array, jet).columns(columns).cwiseInverse();
  const auto step = linear::make_constrained_step(matrix, weight, array.jacobians().noise(), {}, error);
  if (step == nullptr) return {};
  Vector home(static_cast<Eigen::Index>(columns.size()));
  Eigen::Index k = 0;
  for (const auto& [j, order] : columns) home[k++] = start(j, order) - jet(j, order);
  const Vector back = step->solve(Vector::Zero(matrix.rows()), home);
  if (!(weight.cwiseProduct(back).norm() > little * weight.cwiseProduct(home).norm())) return {};
  derivatives::Jet result = jet;
  k = 0;
  for (const auto& [j, order] : columns) result(j, order) += back[k++];
  return result;
}

}  // namespace ida_consistent_init::methods
