#include "ida_consistent_init/derivatives/derivative_array.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ida_consistent_init::derivatives {
namespace {

/// A component that is zero in the guess still takes part in sums; this is the least size it is counted with.
constexpr double least_magnitude = 1e-3;
/// Relative noise of central differences.
constexpr double noise_of_differences = 1e-10;

double magnitude(double value)
{
  return std::max(std::abs(value), least_magnitude);
}

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

/// Entries of a matrix and of its errors, row by row and each place once.
class Entries
{
 public:
  Entries(std::size_t rows, std::size_t columns) : rows_(static_cast<int>(rows)), start_(columns + 1, 0) {}

  void add(std::size_t row, int column, double value, double error)
  {
    if (value == 0) return;
    entries_.push_back({static_cast<int>(row), column, value, error});
    ++start_[column + 1];
  }
  /// Sorted by columns in one pass: several times as fast as from triplets.
  [[nodiscard]] Eigen::SparseMatrix<double> values() const { return matrix(&Entry::value); }
  [[nodiscard]] Eigen::SparseMatrix<double> errors() const { return matrix(&Entry::error); }

 private:
  struct Entry
  {
    int row, column;
    double value, error;
  };

  [[nodiscard]] Eigen::SparseMatrix<double> matrix(double Entry::*part) const
  {
    const auto columns = static_cast<int>(start_.size()) - 1;
    Eigen::SparseMatrix<double> result(rows_, columns);
    result.resizeNonZeros(static_cast<Eigen::Index>(entries_.size()));
    std::vector<int> next(start_.begin(), start_.end());
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::copy(next.begin(), next.end(), result.outerIndexPtr());
    for (const Entry& entry : entries_) {
      const int place = next[entry.column]++;
      result.innerIndexPtr()[place] = entry.row;
      result.valuePtr()[place] = entry.*part;
    }
    return result;
  }

  int rows_;
  std::vector<int> start_;  // of the columns, before summation
  std::vector<Entry> entries_;
};

double largest_at_nodes(const std::vector<JacobianPair>& nodes, EntryValues JacobianPair::*part, std::size_t k)
{
  double largest = 0;
  for (const JacobianPair& pair : nodes) largest = std::max(largest, std::abs((pair.*part)[k]));
  return largest;
}

/// sum_i weights_i part_i[k]
double combined(const std::vector<JacobianPair>& nodes, EntryValues JacobianPair::*part, std::size_t k,
                const Eigen::RowVectorXd& weights)
{
  double sum = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) sum += weights[node] * (nodes[node].*part)[k];
  return sum;
}

/// Round-off that the terms of an equation leave in a central difference by y_j or y_j', however small the entry is.
double roundoff_of_difference(double terms, double step)
{
  return std::numeric_limits<double>::epsilon() * terms / step;
}

}  // namespace

DerivativeArray::Residual DerivativeArray::residual(const std::vector<Row>& rows, const Jet& jet,
                                                    const Vector& roundoff_scale)
{
  const int n = jet.size();
  const DerivativeTable table = source_.derivatives(jet, highest_order(rows), roundoff_scale.head(n));
  Residual result{table.outcome, Vector(rows.size()), Vector(rows.size())};
  Vector conditions;
  if (condition_count() > 0 && result.outcome == problem::Outcome::ok) {
    result.outcome = conditions_->values(jet, conditions);
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto [i, order] = rows[k];
    const bool is_condition = i >= n;
    if (is_condition && conditions.size() == 0) continue;  // F itself could not be evaluated
    result.value[k] = is_condition ? conditions[i - n] : table.value(i, order);
    result.error[k] = is_condition ? std::numeric_limits<double>::epsilon() * roundoff_scale[i] : table.error(i, order);
  }
  return result;
}

Eigen::SparseMatrix<double> DerivativeArray::jacobian(const std::vector<Row>& rows, const std::vector<Column>& columns,
                                                      const Jet& jet, bool leading_only,
                                                      Eigen::SparseMatrix<double>* error)
{
  std::vector<Differentiated> along = jacobian_derivatives(jet, leading_only ? 0 : highest_order(rows));
  if (error != nullptr) along[0].error = entry_errors(along[0].value, jet);
  const int highest_kept = static_cast<int>(along.size()) - 1;
  const auto error_of = [&](int r, EntryValues JacobianPair::*part, int k) {
    return error != nullptr ? (along[r].error.*part)[k] : 0.0;
  };
  const int n = jet.size();
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  const ColumnIndex index(columns, n);
  const auto is_condition = [&](const Row& row) {
    return row.equation >= n;
  };
  Eigen::MatrixXd of_conditions;
  if (std::any_of(rows.begin(), rows.end(), is_condition)) of_conditions = conditions_->jacobian(jet);
  Entries entries(rows.size(), columns.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto [i, m] = rows[row];
    if (i >= n) {
      for (std::size_t column = 0; column < columns.size(); ++column) {
        if (columns[column].order > 1) continue;
        const double value = of_conditions(i - n, columns[column].order * n + columns[column].variable);
        entries.add(row, static_cast<int>(column), value, noise_of_differences * std::abs(value));
      }
      continue;
    }
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      for (int q = std::max(0, m - highest_kept); q <= std::min(m + 1, index.highest()); ++q) {
        const int column = index.position(j, q);
        if (column < 0) continue;
        double value = 0, value_error = 0;
        if (m - q >= 0) {
          value += binomial(m, q) * along[m - q].value.y[k];
          value_error += binomial(m, q) * error_of(m - q, &JacobianPair::y, k);
        }
        if (q >= 1 && m - q + 1 <= highest_kept) {
          value += binomial(m, q - 1) * along[m - q + 1].value.yp[k];
          value_error += binomial(m, q - 1) * error_of(m - q + 1, &JacobianPair::yp, k);
        }
        entries.add(row, column, value, value_error);
      }
    }
  }
  if (error != nullptr) *error = entries.errors();
  return entries.values();
}

/// The noise of the Jacobians relative to each entry, and the round-off of differences.
JacobianPair DerivativeArray::entry_errors(const JacobianPair& value, const Jet& jet)
{
  JacobianPair error = value;
  for (const auto part : {&JacobianPair::y, &JacobianPair::yp}) {
    for (double& entry : error.*part) entry = jacobians_.noise() * std::abs(entry);
  }
  if (jacobians_.difference_step(0) == 0) return error;
  Vector y, yp;
  jet.evaluate(0, y, yp);
  const Vector terms = equation_scale(jet).cwiseMax(value.magnitude);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  for (int i = 0; i < jet.size(); ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      error.y[k] += roundoff_of_difference(terms[i], jacobians_.difference_step(y[sparsity.column[k]]));
      error.yp[k] += roundoff_of_difference(terms[i], jacobians_.difference_step(yp[sparsity.column[k]]));
    }
  }
  return error;
}

/// By the weights of the source's own stencils. Errors: the difference to the formula of another order, and the noise
/// of the Jacobians at the nodes, amplified.
std::vector<DerivativeArray::Differentiated> DerivativeArray::jacobian_derivatives(const Jet& jet, int highest)
{
  Vector y, yp;
  jet.evaluate(0, y, yp);
  std::vector<Differentiated> result(highest + 1);
  const JacobianPair& at_t0 = result[0].value = jacobians_.at(source_.t0(), y, yp);
  if (highest == 0) return result;
  for (const NodeSet& set : source_.node_sets(jet, highest, equation_scale(jet))) {
    std::vector<JacobianPair> nodes{at_t0};
    for (int node = 1; node <= set.stencil.count(); ++node) {
      const double tau = set.stencil.node(node) * set.step;
      jet.evaluate(tau, y, yp);
      nodes.push_back(jacobians_.at(source_.t0() + tau, y, yp));
    }
    for (int r = set.lowest; r <= set.highest; ++r) differentiate(set, nodes, r, result[r]);
  }
  return result;
}

void DerivativeArray::differentiate(const NodeSet& set, const std::vector<JacobianPair>& nodes, int r,
                                    Differentiated& result) const
{
  const double scale = std::pow(set.step, -r);
  const double amplification = jacobians_.noise() * scale * set.weights.row(r).cwiseAbs().sum();
  for (const auto part : {&JacobianPair::y, &JacobianPair::yp}) {
    (result.value.*part).resize((nodes[0].*part).size());
    (result.error.*part).resize((nodes[0].*part).size());
    for (std::size_t k = 0; k < (nodes[0].*part).size(); ++k) {
      const double value = scale * combined(nodes, part, k, set.weights.row(r));
      const double noise = amplification * largest_at_nodes(nodes, part, k);
      // What drowns in the noise is zero: a linear system has no differentiated Jacobian.
      (result.value.*part)[k] = std::abs(value) > noise ? value : 0;
      (result.error.*part)[k] = std::abs(value - scale * combined(nodes, part, k, set.compared.row(r))) + noise;
    }
  }
}

Vector DerivativeArray::equation_scale(const Jet& jet)
{
  Vector y, yp;
  jet.evaluate(0, y, yp);
  const JacobianPair& pair = jacobians_.at(source_.t0(), y, yp);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  Vector scale = Vector::Zero(jet.size());
  for (int i = 0; i < jet.size(); ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      scale[i] += std::abs(pair.y[k]) * magnitude(y[j]) + std::abs(pair.yp[k]) * magnitude(yp[j]);
    }
    if (scale[i] == 0) scale[i] = 1;
  }
  return scale;
}

Vector DerivativeArray::term_scale(const Jet& jet)
{
  Vector scale = equation_scale(jet);
  if (condition_count() == 0) return scale;
  Vector y, yp;
  jet.evaluate(0, y, yp);
  scale.conservativeResize(jet.size() + condition_count());
  const Eigen::MatrixXd of_conditions = conditions_->jacobian(jet).cwiseAbs();
  for (int i = 0; i < condition_count(); ++i) {
    double sum = 0;
    for (int j = 0; j < jet.size(); ++j) {
      sum += of_conditions(i, j) * magnitude(y[j]) + of_conditions(i, jet.size() + j) * magnitude(yp[j]);
    }
    scale[jet.size() + i] = sum == 0 ? 1 : sum;
  }
  return scale;
}

}  // namespace ida_consistent_init::derivatives
