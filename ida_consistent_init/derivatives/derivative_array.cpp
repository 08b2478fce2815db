#include "ida_consistent_init/derivatives/derivative_array.hpp"

#include <algorithm>
#include <cmath>

namespace ida_consistent_init::derivatives {
namespace {

/// A component that is zero in the guess still takes part in sums; this is the least size it is counted with.
constexpr double least_magnitude = 1e-3;

int highest_order(const std::vector<Row>& rows)
{
  int highest = 0;
  for (const Row& row : rows) highest = std::max(highest, row.order);
  return highest;
}

double binomial(int n, int k)
{
  double value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// position(j, q): index of y_j^(q) among the columns, or -1.
class ColumnIndex
{
 public:
  ColumnIndex(const std::vector<Column>& columns, int n) : n_(n)
  {
    for (const Column& column : columns) highest_ = std::max(highest_, column.order);
    index_.assign(static_cast<std::size_t>(n) * (highest_ + 1), -1);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      index_[static_cast<std::size_t>(columns[k].order) * n + columns[k].variable] = static_cast<int>(k);
    }
  }
  [[nodiscard]] int position(int variable, int order) const
  {
    return index_[static_cast<std::size_t>(order) * n_ + variable];
  }
  [[nodiscard]] int highest() const { return highest_; }

 private:
  int n_;
  int highest_ = 0;
  std::vector<int> index_;
};

}  // namespace

DerivativeArray::Residual DerivativeArray::residual(const std::vector<Row>& rows, const Jet& jet,
                                                    const Vector& roundoff_scale)
{
  const DerivativeTable table = source_.derivatives(jet, highest_order(rows), roundoff_scale);
  Residual result{table.outcome, Vector(rows.size()), Vector(rows.size())};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    result.value[k] = table.value(rows[k].equation, rows[k].order);
    result.error[k] = table.error(rows[k].equation, rows[k].order);
  }
  return result;
}

Eigen::SparseMatrix<double> DerivativeArray::jacobian(const std::vector<Row>& rows, const std::vector<Column>& columns,
                                                      const Jet& jet, bool leading_only)
{
  const std::vector<JacobianPair> along = jacobian_derivatives(jet, leading_only ? 0 : highest_order(rows));
  const int highest_kept = static_cast<int>(along.size()) - 1;
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  const ColumnIndex index(columns, jet.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto [i, m] = rows[row];
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      for (int q = std::max(0, m - highest_kept); q <= std::min(m + 1, index.highest()); ++q) {
        const int column = index.position(j, q);
        if (column < 0) continue;
        double value = 0;
        if (m - q >= 0) value += binomial(m, q) * along[m - q].y[k];
        if (q >= 1 && m - q + 1 <= highest_kept) value += binomial(m, q - 1) * along[m - q + 1].yp[k];
        if (value != 0) entries.emplace_back(static_cast<int>(row), column, value);
      }
    }
  }
  Eigen::SparseMatrix<double> matrix(static_cast<int>(rows.size()), static_cast<int>(columns.size()));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// D^r F_y and D^r F_y', r = 0 .. highest, by the weights of the residual's own stencil.
std::vector<JacobianPair> DerivativeArray::jacobian_derivatives(const Jet& jet, int highest)
{
  Vector y, yp;
  jet.evaluate(0, y, yp);
  std::vector<JacobianPair> result{jacobians_.at(source_.t0(), y, yp)};
  if (highest == 0) return result;
  const std::size_t entries = result[0].y.size();
  result.resize(highest + 1, JacobianPair{std::vector<double>(entries, 0.0), std::vector<double>(entries, 0.0)});
  const Eigen::MatrixXd weights = source_.stencil().weights(highest);
  for (int node = 0; node <= source_.stencil().count(); ++node) {
    const double tau = source_.stencil().node(node) * source_.step();
    jet.evaluate(tau, y, yp);
    const JacobianPair pair = node == 0 ? result[0] : jacobians_.at(source_.t0() + tau, y, yp);
    for (int r = 1; r <= highest; ++r) {
      const double weight = weights(r, node) * std::pow(source_.step(), -r);
      for (std::size_t k = 0; k < entries; ++k) {
        result[r].y[k] += weight * pair.y[k];
        result[r].yp[k] += weight * pair.yp[k];
      }
    }
  }
  return result;
}

Vector DerivativeArray::term_scale(const Jet& jet)
{
  Vector y, yp;
  jet.evaluate(0, y, yp);
  const JacobianPair& pair = jacobians_.at(source_.t0(), y, yp);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  Vector scale = Vector::Zero(jet.size());
  for (int i = 0; i < jet.size(); ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      scale[i] += std::abs(pair.y[k]) * std::max(std::abs(y[j]), least_magnitude) +
                  std::abs(pair.yp[k]) * std::max(std::abs(yp[j]), least_magnitude);
    }
    if (scale[i] == 0) scale[i] = 1;
  }
  return scale;
}

}  // namespace ida_consistent_init::derivatives
