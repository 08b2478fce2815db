#include "ida_consistent_init/methods/least_squares/determinacy.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <limits>

#include "ida_consistent_init/linear/equilibration.hpp"
#include "ida_consistent_init/linear/rank_revealing.hpp"

namespace ida_consistent_init::methods {

namespace {

/// Round-off leaves 1e-8 and less of a component that a null vector does not touch.
constexpr double negligible = 1e-7;
/// The same for rows of a null space whose matrix carries the errors of differentiated Jacobians. A row that is dropped
/// though it is needed shows in the ranks of the rest.
constexpr double negligible_in_null_space = 1e-5;

/// The equilibrated Jacobian, its columns sorted into [U P V].
struct ScaledArray
{
  Eigen::MatrixXd of_values, of_derivatives, of_higher;
  std::vector<int> value_variable, derivative_variable;  // of the columns of U and P
  Eigen::VectorXd value_scale;                           // of the columns of U
  linear::RankTolerance tolerance;
};

ScaledArray scaled_array(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet)
{
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = array.jacobian(block.rows, block.columns, jet, false, &error);
  const linear::Equilibration scale = linear::equilibrate(matrix);
  const Eigen::MatrixXd scaled = scale.row.asDiagonal() * Eigen::MatrixXd(matrix) * scale.column.asDiagonal();
  ScaledArray result;
  const double certain = array.jacobians().noise() * static_cast<double>(matrix.cols());
  result.tolerance = linear::rank_tolerance(certain, error, scale);
  std::vector<int> values, derivatives, higher;
  for (std::size_t k = 0; k < block.columns.size(); ++k) {
    const Column& column = block.columns[k];
    std::vector<int>& part = column.order == 0 ? values : column.order == 1 ? derivatives : higher;
    part.push_back(static_cast<int>(k));
    if (column.order == 0) result.value_variable.push_back(column.variable);
    if (column.order == 1) result.derivative_variable.push_back(column.variable);
  }
  result.of_values = scaled(Eigen::all, values);
  result.value_scale = scale.column(values);
  result.of_derivatives = scaled(Eigen::all, derivatives);
  result.of_higher = scaled(Eigen::all, higher);
  return result;
}

/// How clear the decision was: 1 says nothing, infinity is certain.
double gap_of(const linear::RankRevealed& revealed, const linear::RankTolerance& tolerance)
{
  if (revealed.rank == 0) return std::numeric_limits<double>::infinity();
  return revealed.smallest_kept / std::max(revealed.largest_dropped, tolerance.certain);
}

}  // namespace

Determinacy determinacy(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet, int m)
{
  const ScaledArray scaled = scaled_array(array, block, jet);
  const linear::RankRevealed higher = linear::reveal_rank(scaled.of_higher, scaled.tolerance);
  const linear::RankRevealed derivatives =
      linear::reveal_rank(higher.left_null.transpose() * scaled.of_derivatives, scaled.tolerance);
  const Eigen::MatrixXd on_values =
      derivatives.left_null.transpose() * (higher.left_null.transpose() * scaled.of_values);
  const linear::RankRevealed values = linear::reveal_rank(on_values, scaled.tolerance);

  Determinacy result;
  result.differentiations = m;
  result.derivative_determined.assign(jet.size(), 0);
  for (std::size_t k = 0; k < scaled.derivative_variable.size(); ++k) {
    const bool free = derivatives.null_space.cols() > 0 && derivatives.null_space.row(k).norm() > negligible;
    result.derivative_determined[scaled.derivative_variable[k]] = free ? 0 : 1;
  }
  result.derivatives_determined =
      std::count(result.derivative_determined.begin(), result.derivative_determined.end(), 1) == jet.size();
  result.constraints = values.rank;
  result.constrained.assign(jet.size(), 0);
  const Eigen::MatrixXd row_space =
      Eigen::MatrixXd::Identity(on_values.cols(), on_values.cols()) - values.null_space * values.null_space.transpose();
  for (std::size_t k = 0; k < scaled.value_variable.size(); ++k) {
    if (values.rank > 0 && row_space.row(k).norm() > negligible) result.constrained[scaled.value_variable[k]] = 1;
  }
  const Eigen::MatrixXd directions = scaled.value_scale.asDiagonal() * values.null_space;
  result.free_directions =
      directions.householderQr().householderQ() * Eigen::MatrixXd::Identity(directions.rows(), directions.cols());
  result.row_needed.assign(block.rows.size(), 0);
  for (std::size_t k = 0; k < block.rows.size(); ++k) {
    if (higher.left_null.row(static_cast<Eigen::Index>(k)).norm() > negligible_in_null_space) result.row_needed[k] = 1;
  }
  result.gap = std::min(
      {gap_of(higher, scaled.tolerance), gap_of(derivatives, scaled.tolerance), gap_of(values, scaled.tolerance)});
  return result;
}

std::vector<int> variable_index(const std::vector<Determinacy>& levels)
{
  const std::size_t n = levels.back().constrained.size();
  std::vector<int> derivative_level(n, static_cast<int>(levels.size()));
  for (std::size_t level = levels.size(); level-- > 0;) {
    for (std::size_t j = 0; j < n; ++j) {
      if (levels[level].derivative_determined[j] != 0) derivative_level[j] = static_cast<int>(level);
    }
  }
  // Where the derivative is found late the variable is algebraic, and the level says its index.
  std::vector<int> index = derivative_level;
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto newly_constrained = [&](std::size_t j) {
      return levels[level].constrained[j] != 0 && (level == 0 || levels[level - 1].constrained[j] == 0);
    };
    int highest = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (newly_constrained(j)) highest = std::max(highest, derivative_level[j]);
    }
    for (std::size_t j = 0; j < n; ++j) {
      const bool involved = newly_constrained(j) && derivative_level[j] == highest;
      if (involved) index[j] = std::max(index[j], static_cast<int>(level) + 1);
    }
  }
  return index;
}

}  // namespace ida_consistent_init::methods
