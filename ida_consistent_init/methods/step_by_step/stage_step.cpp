#include "ida_consistent_init/methods/step_by_step/stage_step.hpp"

#include <utility>

#include "ida_consistent_init/linear/array_step.hpp"

namespace ida_consistent_init::methods {

std::unique_ptr<linear::ConstrainedStep> stage_step(const Stage& stage, const linear::SparseMatrix& matrix,
                                                    const support::Vector& weight, double noise,
                                                    const linear::SparseMatrix& error,
                                                    std::unique_ptr<linear::ConstrainedStep> former)
{
  if (!stage.by_ranks) return linear::make_constrained_step(matrix, weight, noise, {}, error, std::move(former));
  linear::ArrayColumns columns;
  for (const Column& column : stage.columns) {
    if (column.order == 0) ++columns.values;
    if (column.order == 1) ++columns.derivatives;
  }
  return std::make_unique<linear::ArrayStep>(matrix, columns, weight, noise, error);
}

}  // namespace ida_consistent_init::methods
