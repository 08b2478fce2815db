#include "ida_consistent_init/methods/least_squares/free_derivatives.hpp"

#include "ida_consistent_init/methods/least_squares/array_scale.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_step.hpp"

namespace ida_consistent_init::methods {

std::optional<derivatives::Jet> with_calm_derivatives(derivatives::DerivativeArray& array, const Stage& block,
                                                      const derivatives::Jet& jet, const derivatives::Jet& start)
{
  constexpr double little = 0.1;
  Stage derivatives = block;
  derivatives.by_ranks = true;
  std::erase_if(derivatives.columns, [](const Column& column) { return column.order == 0; });
  const std::vector<Column>& columns = derivatives.columns;
  if (columns.empty()) return {};
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = array.jacobian(block.rows, columns, jet, false, &error);
  const Vector weight = ArrayScale(array, jet).columns(columns).cwiseInverse();
  const auto step = stage_step(derivatives, matrix, weight, array.jacobians().noise(), error);
  Vector home(static_cast<Eigen::Index>(columns.size()));
  Eigen::Index k = 0;
  for (const auto& [j, order] : columns) home[k++] = start(j, order) - jet(j, order);
  const Vector back = step->solve(Vector::Zero(matrix.rows()), home);
  if (!(weight.cwiseProduct(back).norm() > little * weight.cwiseProduct(home).norm())) return {};
  return moved_by(back, derivatives, jet);
}

}  // namespace ida_consistent_init::methods
