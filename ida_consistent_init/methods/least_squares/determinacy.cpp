#include "ida_consistent_init/methods/least_squares/determinacy.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <string>

#include "ida_consistent_init/linear/elimination.hpp"
#include "ida_consistent_init/linear/rank_revealing.hpp"
#include "ida_consistent_init/methods/least_squares/array_scale.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

namespace {

/// Round-off leaves 1e-8 and less of a component that a null vector does not touch.
constexpr double negligible = 1e-7;
/// The same for rows of a null space whose matrix carries the errors of differentiated Jacobians. A row that is dropped
/// though it is needed shows in the ranks of the rest.
constexpr double negligible_in_null_space = 1e-5;

/// The Jacobian, its columns sorted into [U P V].
struct SortedArray
{
  linear::Uncertain of_values, of_derivatives, of_higher;
  std::vector<int> value_variable, derivative_variable;  // of the columns of U and P
  double certain = 0;
};

SortedArray sorted_array(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet,
                         const derivatives::Jet* beside)
{
  Eigen::SparseMatrix<double> error;
  const Eigen::MatrixXd matrix = array.jacobian(block.rows, block.columns, jet, false, &error);
  const double noise = array.jacobians().noise();
  Eigen::MatrixXd errors = Eigen::MatrixXd(error) + noise * matrix.cwiseAbs();
  if (beside != nullptr) {
    errors += (Eigen::MatrixXd(array.jacobian(block.rows, block.columns, *beside, false)) - matrix).cwiseAbs();
  }
  SortedArray result;
  result.certain = noise * static_cast<double>(matrix.cols());
  std::vector<int> values, derivatives, higher;
  for (std::size_t k = 0; k < block.columns.size(); ++k) {
    const Column& column = block.columns[k];
    std::vector<int>& part = column.order == 0 ? values : column.order == 1 ? derivatives : higher;
    part.push_back(static_cast<int>(k));
    if (column.order == 0) result.value_variable.push_back(column.variable);
    if (column.order == 1) result.derivative_variable.push_back(column.variable);
  }
  const auto part = [&](const std::vector<int>& columns) {
    return linear::Uncertain{matrix(Eigen::all, columns), errors(Eigen::all, columns)};
  };
  result.of_values = part(values);
  result.of_derivatives = part(derivatives);
  result.of_higher = part(higher);
  return result;
}

}  // namespace

Determinacy determinacy(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet, int m,
                        const derivatives::Jet* beside)
{
  const SortedArray sorted = sorted_array(array, block, jet, beside);
  const linear::Elimination higher = linear::eliminate(sorted.of_higher, sorted.certain);
  const linear::Uncertain on_derivatives = linear::remainder(higher, sorted.of_higher, sorted.of_derivatives);
  const linear::Elimination derivatives = linear::eliminate(on_derivatives, sorted.certain);
  const linear::Uncertain on_values =
      linear::remainder(derivatives, on_derivatives, linear::remainder(higher, sorted.of_higher, sorted.of_values));
  const linear::Elimination values = linear::eliminate(on_values, sorted.certain);
  const Eigen::MatrixXd& free_derivatives = derivatives.revealed.null_space;
  const Eigen::MatrixXd& free_values = values.revealed.null_space;

  Determinacy result;
  result.differentiations = m;
  result.derivative_determined.assign(jet.size(), 0);
  for (std::size_t k = 0; k < sorted.derivative_variable.size(); ++k) {
    const bool free = free_derivatives.cols() > 0 && free_derivatives.row(k).norm() > negligible;
    result.derivative_determined[sorted.derivative_variable[k]] = free ? 0 : 1;
  }
  result.derivatives_determined =
      std::count(result.derivative_determined.begin(), result.derivative_determined.end(), 1) == jet.size();
  result.constraints = values.rank();
  result.constrained.assign(jet.size(), 0);
  const Eigen::MatrixXd row_space =
      Eigen::MatrixXd::Identity(free_values.rows(), free_values.rows()) - free_values * free_values.transpose();
  for (std::size_t k = 0; k < sorted.value_variable.size(); ++k) {
    if (values.rank() > 0 && row_space.row(k).norm() > negligible) result.constrained[sorted.value_variable[k]] = 1;
  }
  const Eigen::MatrixXd directions = values.scale.column.asDiagonal() * free_values;
  result.free_directions =
      directions.householderQr().householderQ() * Eigen::MatrixXd::Identity(directions.rows(), directions.cols());
  result.row_needed.assign(block.rows.size(), 0);
  for (std::size_t k = 0; k < block.rows.size(); ++k) {
    if (higher.combinations().row(static_cast<Eigen::Index>(k)).norm() > negligible_in_null_space)
      result.row_needed[k] = 1;
  }
  result.dependent_rows = static_cast<int>(block.rows.size()) - higher.rank() - derivatives.rank() - values.rank();
  result.gap = std::min({higher.gap(), derivatives.gap(), values.gap()});
  result.clarity = std::min({higher.revealed.clarity, derivatives.revealed.clarity, values.revealed.clarity});
  return result;
}

bool has_regular_pencil(derivatives::DerivativeArray& array, const derivatives::Jet& jet)
{
  constexpr double some_slope = 0.7390851;
  const FirstJacobians jacobians = first_jacobians(array, jet);
  const Eigen::SparseMatrix<double> pencil = jacobians.of_values + some_slope * jacobians.of_slopes;
  const int n = jet.size();
  return linear::reveal_equilibrated_rank(pencil, {}, array.jacobians().noise() * n).rank == n;
}

std::vector<int> differentiations_needed(const Determinacy& found, const Stage& equations, int n)
{
  std::vector<int> result(n, 0);
  for (std::size_t k = 0; k < equations.rows.size(); ++k) {
    const auto [i, order] = equations.rows[k];
    if (found.row_needed[k] != 0 && order < std::max(found.differentiations, 1)) result[i] = std::max(result[i], order);
  }
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

support::Error doubtful_ranks(const Determinacy& found)
{
  const std::string measure =
      found.is_clear()
          ? support::format("between the singular values kept and what may be error lies a factor of {:.1e}", found.gap)
          : support::format("the widest gap between singular values exceeds the next one by a factor of {:.1f} only",
                            found.clarity);
  return {IDACI_VERIFY_FAIL,
          support::format(
              "The ranks of the equations with {} differentiation(s) cannot be told from the errors of their "
              "differences ({}), so that hidden constraints may be missing. Give a Jacobian (IDACISetJacFn) or exact "
              "derivatives (IDACISetTaylorFn).",
              found.differentiations, measure)};
}

}  // namespace ida_consistent_init::methods
