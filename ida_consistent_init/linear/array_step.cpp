#include "ida_consistent_init/linear/array_step.hpp"

#include "ida_consistent_init/linear/dense_least_squares.hpp"

namespace ida_consistent_init::linear {

namespace {

std::unique_ptr<DenseStep> step_of(const Uncertain& matrix, const Eigen::VectorXd& weight, double noise)
{
  return std::make_unique<DenseStep>(without_mere_noise(matrix).sparseView(), weight, noise, matrix.error.sparseView());
}

/// The right-hand sides of the equations that are left.
Eigen::VectorXd combined(const Elimination& elimination, const Eigen::VectorXd& b)
{
  return elimination.combinations().transpose() * elimination.scale.row.cwiseProduct(b);
}

}  // namespace

ArrayStep::ArrayStep(const SparseMatrix& matrix, const ArrayColumns& columns, const Eigen::VectorXd& weight,
                     double noise, const SparseMatrix& error)
    : columns_(columns), matrix_(matrix), weight_(weight)
{
  const Eigen::MatrixXd errors = Eigen::MatrixXd(error) + noise * matrix_.cwiseAbs();
  const double certain = noise * static_cast<double>(matrix_.cols());
  const Eigen::Index before_higher = columns.values + columns.derivatives, higher = matrix_.cols() - before_higher;
  const auto part = [&](Eigen::Index first, Eigen::Index count) {
    return Uncertain{matrix_.middleCols(first, count), errors.middleCols(first, count)};
  };
  const Uncertain of_values = part(0, columns.values), of_higher = part(before_higher, higher);
  higher_ = eliminate(of_higher, certain);
  const Uncertain rest = remainder(higher_, of_higher, part(columns.values, columns.derivatives));
  const Uncertain values_in_rest = remainder(higher_, of_higher, of_values);
  values_in_rest_ = values_in_rest.value;
  derivatives_ = eliminate(rest, certain);
  const Uncertain constraints = remainder(derivatives_, rest, values_in_rest);
  of_values_ = step_of(constraints, weight.head(columns.values), noise);
  of_derivatives_ = step_of(rest, weight.segment(columns.values, columns.derivatives), noise);
  of_higher_ = step_of(of_higher, weight.tail(higher), noise);
  row_scale_ = equilibrate(matrix).row;
  find_freedom(certain);
}

/// What is free in an earlier part takes the later ones along.
void ArrayStep::find_freedom(double certain)
{
  const Eigen::Index before_higher = columns_.values + columns_.derivatives, all = matrix_.cols();
  const Eigen::MatrixXd &of_values = of_values_->null_space(), &of_derivatives = of_derivatives_->null_space(),
                        &of_higher = of_higher_->null_space();
  const Eigen::Index free_values = of_values.cols(), free_derivatives = of_derivatives.cols();
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(all, free_values + free_derivatives + of_higher.cols());
  directions.topLeftCorner(columns_.values, free_values) = of_values;
  for (Eigen::Index k = 0; k < free_values; ++k) {
    directions.col(k).segment(columns_.values, columns_.derivatives) =
        of_derivatives_->shortest(-values_in_rest_ * of_values.col(k));
  }
  directions.block(columns_.values, free_values, columns_.derivatives, free_derivatives) = of_derivatives;
  for (Eigen::Index k = 0; k < free_values + free_derivatives; ++k) {
    directions.col(k).tail(all - before_higher) =
        of_higher_->shortest(-matrix_.leftCols(before_higher) * directions.col(k).head(before_higher));
  }
  directions.bottomRightCorner(all - before_higher, of_higher.cols()) = of_higher;
  Eigen::VectorXd scale(all);
  scale << of_values_->column_scale(), of_derivatives_->column_scale(), of_higher_->column_scale();
  freedom_ = Freedom(std::move(directions), std::move(scale), weight_, certain);
}

Eigen::VectorXd ArrayStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  const Eigen::Index before_higher = columns_.values + columns_.derivatives;
  const Eigen::VectorXd rest = combined(higher_, b);
  Eigen::VectorXd d(toward.size());
  d.head(columns_.values) = of_values_->solve(combined(derivatives_, rest), toward.head(columns_.values));
  d.segment(columns_.values, columns_.derivatives) = of_derivatives_->solve(
      rest - values_in_rest_ * d.head(columns_.values), toward.segment(columns_.values, columns_.derivatives));
  const auto higher = toward.size() - before_higher;
  d.tail(higher) = of_higher_->solve(b - matrix_.leftCols(before_higher) * d.head(before_higher), toward.tail(higher));
  return d;
}

Eigen::VectorXd ArrayStep::multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  return dense_least_squares(matrix_.transpose(), weight_.cwiseAbs2().cwiseProduct(toward - d));
}

}  // namespace ida_consistent_init::linear
