#include "ida_consistent_init/methods/step_by_step/cancelling_combination.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/QR>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <set>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {
namespace {

using derivatives::DerivativeArray;
using derivatives::Jet;
using support::Vector;
using Matrix = Eigen::SparseMatrix<double>;

/// Coefficients below this share of the largest one are errors.
constexpr double negligible_share = 1e-6;

/// The system Jacobians at the start and beside it, side by side and transposed: [points n x n]. Empty if F cannot be
/// evaluated at two points at least, since one point says nothing about what is constant.
Matrix transposed_samples(DerivativeArray& array, const structure::Offsets& offsets, const Jet& jet)
{
  const int n = jet.size();
  std::vector<Eigen::Triplet<double>> entries;
  int points = 0;
  for (unsigned point = 0; point <= 2; ++point) {
    try {
      const Matrix sample = system_jacobian(array, offsets, jet_beside(jet, point));
      for (int j = 0; j < sample.outerSize(); ++j) {
        for (Matrix::InnerIterator entry(sample, j); entry; ++entry) {
          entries.emplace_back(points * n + j, static_cast<int>(entry.row()), entry.value());
        }
      }
      ++points;
    } catch (const support::Error&) {
      // F or its Jacobian cannot be evaluated there.
    }
  }
  Matrix samples(points * n, points < 2 ? 0 : n);
  if (points >= 2) samples.setFromTriplets(entries.begin(), entries.end());
  return samples;
}

Vector largest_in_columns(const Matrix& matrix)
{
  Vector largest = Vector::Zero(matrix.cols());
  for (int j = 0; j < matrix.outerSize(); ++j) {
    for (Matrix::InnerIterator entry(matrix, j); entry; ++entry) {
      largest[j] = std::max(largest[j], std::abs(entry.value()));
    }
  }
  return largest;
}

/// Basis of the null space of a matrix in which each vector has one component of its own, from a pivoted QR
/// factorization.
class NullSpace
{
 public:
  NullSpace(const Matrix& samples, double noise)
      : scale_(largest_in_columns(samples).unaryExpr([](double size) { return size > 0 ? 1 / size : 1.0; }))
  {
    Matrix scaled = samples * scale_.asDiagonal();
    scaled.makeCompressed();
    constexpr double threshold_in_noise = 1e3;
    if (scaled.cols() <= largest_dense) {
      factor_dense(scaled, threshold_in_noise * noise);
    } else {
      factor_sparse(scaled, threshold_in_noise * noise);
    }
    triangle_ = factor_.leftCols(rank_);
  }

  /// 0 if everything or nothing lies in the null space.
  [[nodiscard]] int dimension() const { return rank_ == 0 ? 0 : static_cast<int>(order_.size()) - rank_; }
  /// The component that only vector k has.
  [[nodiscard]] int own(int k) const { return order_[rank_ + k]; }
  [[nodiscard]] Vector vector(int k) const
  {
    const Vector right = factor_.col(rank_ + k);
    const Vector solved = triangle_.triangularView<Eigen::Upper>().solve(right);
    Vector result = Vector::Zero(order_.size());
    for (int i = 0; i < rank_; ++i) result[order_[i]] = -solved[i] * scale_[order_[i]];
    result[own(k)] = scale_[own(k)];
    return result;
  }

 private:
  /// SparseQR of Eigen 3.4 writes to NULL when memory runs short: it is kept for what is too large to be dense.
  static constexpr int largest_dense = 500;

  void factor_dense(const Matrix& scaled, double threshold)
  {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr{Eigen::MatrixXd(scaled)};
    const auto& diagonal = qr.matrixQR().diagonal();
    while (rank_ < scaled.cols() && std::abs(diagonal[rank_]) > threshold) ++rank_;
    factor_ = Eigen::MatrixXd(qr.matrixQR().topRows(rank_).triangularView<Eigen::Upper>()).sparseView();
    order_ = qr.colsPermutation().indices();
  }

  void factor_sparse(const Matrix& scaled, double threshold)
  {
    Eigen::SparseQR<Matrix, Eigen::COLAMDOrdering<int>> qr;
    qr.setPivotThreshold(threshold);
    qr.compute(scaled);
    rank_ = static_cast<int>(qr.rank());
    factor_ = qr.matrixR().topRows(rank_);
    order_ = qr.colsPermutation().indices();
  }

  Vector scale_;
  int rank_ = 0;
  Matrix factor_;  // R: rank x n
  Eigen::VectorXi order_;
  Matrix triangle_;
};

/// The equations that take part in a combination; `first` in front.
std::vector<int> support_of(const Vector& u, const Vector& size, int first)
{
  const double largest = u.cwiseProduct(size).cwiseAbs().maxCoeff();
  std::vector<int> rows{first};
  for (int i = 0; i < u.size(); ++i) {
    if (i != first && std::abs(u[i]) * size[i] > negligible_share * largest) rows.push_back(i);
  }
  return rows;
}

/// 3, -1/2, 2/3: what coefficients that come from incidences and equal components are.
double nearest_simple_fraction(double value)
{
  for (int denominator = 1; denominator <= 6; ++denominator) {
    const double fraction = std::round(value * denominator) / denominator;
    if (fraction != 0 && std::abs(value - fraction) < 1e-9 * std::abs(fraction)) return fraction;
  }
  return value;
}

/// The coefficients once more from F itself. Leading entries that cancel are mostly constants; changes of (y, y') as
/// large as the terms of F give them to round-off, where small differences would leave errors that later
/// differentiations amplify.
class Refinement
{
 public:
  Refinement(DerivativeArray& array, const problem::Problem& problem, const structure::Offsets& offsets, const Jet& jet)
      : problem_(problem), offsets_(offsets), jet_(jet), scale_(array.term_scale(jet))
  {
  }

  /// rows: target first. samples: as above. Returns the coefficients of the others.
  Vector coefficients(const std::vector<int>& rows, const Matrix& samples)
  {
    Eigen::MatrixXd leading = from_samples(rows, samples);
    if (problem_.jacobian == nullptr) refine(rows, leading);
    const auto others = static_cast<Eigen::Index>(rows.size()) - 1;
    return leading.rightCols(others).colPivHouseholderQr().solve(-leading.col(0));
  }

 private:
  /// [affected columns x rows], of the first sample; columns_ lists the columns.
  Eigen::MatrixXd from_samples(const std::vector<int>& rows, const Matrix& samples)
  {
    std::set<int> affected;
    for (const int i : rows) {
      for (Matrix::InnerIterator entry(samples, i); entry; ++entry) {
        if (entry.row() < problem_.n) affected.insert(static_cast<int>(entry.row()));
      }
    }
    columns_.assign(affected.begin(), affected.end());
    Eigen::MatrixXd leading = Eigen::MatrixXd::Zero(columns_.size(), rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t c = 0; c < columns_.size(); ++c) leading(c, k) = samples.coeff(columns_[c], rows[k]);
    }
    return leading;
  }

  void refine(const std::vector<int>& rows, Eigen::MatrixXd& leading)
  {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      double terms = 0, entries = 0;
      for (std::size_t k = 0; k < rows.size(); ++k) {
        terms = std::max(terms, scale_[rows[k]]);
        entries = std::max(entries, std::abs(leading(c, k)));
      }
      if (entries == 0) continue;
      const double step = std::exp2(std::round(std::log2(terms > 0 ? terms / entries : 1.0)));
      const std::optional<Vector> far = slopes(rows, columns_[c], step), near = slopes(rows, columns_[c], step / 2);
      constexpr double same = 1e-13;
      if (far && near && (*far - *near).cwiseAbs().maxCoeff() <= same * far->cwiseAbs().maxCoeff()) {
        leading.row(c) = far->transpose();
      }
    }
  }

  std::optional<Vector> slopes(const std::vector<int>& rows, int column, double step)
  {
    const bool of_derivative = offsets_.variable[column] - offsets_.equation[rows[0]] == 1;
    Vector y = jet_.derivative(0), yp = jet_.derivative(1), above, below;
    Vector& changed = of_derivative ? yp : y;
    const double middle = changed[column];
    changed[column] = middle + step;
    if (problem_.residual->evaluate(problem_.t0, y, yp, above) != problem::Outcome::ok) return {};
    changed[column] = middle - step;
    if (problem_.residual->evaluate(problem_.t0, y, yp, below) != problem::Outcome::ok) return {};
    Vector result(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) result[k] = (above[rows[k]] - below[rows[k]]) / (2 * step);
    return result;
  }

  const problem::Problem& problem_;
  const structure::Offsets& offsets_;
  const Jet& jet_;
  Vector scale_;
  std::vector<int> columns_;
};

/// u^T J = 0 at all samples, beyond what the errors of its entries say.
bool cancels(const problem::CombinedEquation& equation, const Matrix& samples, double noise)
{
  Vector sum = samples.col(equation.target), size = sum.cwiseAbs();
  for (const auto& [other, coefficient] : equation.others) {
    const Vector column = samples.col(other);
    sum += coefficient * column;
    size += std::abs(coefficient) * column.cwiseAbs();
  }
  constexpr double noise_margin = 1e4;
  return (sum.cwiseAbs().array() <= noise_margin * noise * size.array()).all();
}

}  // namespace

std::optional<problem::Combination> cancelling_combination(DerivativeArray& array, const problem::Problem& problem,
                                                           const structure::Offsets& offsets, const Jet& jet)
{
  // Beyond, a rank-revealing factorization of three Jacobians takes longer than anything it could save.
  constexpr int most_unknowns = 20000;
  if (problem.n > most_unknowns) return {};
  const Matrix samples = transposed_samples(array, offsets, jet);
  if (samples.cols() == 0) return {};
  const double noise = array.jacobians().noise();
  const NullSpace found(samples, noise);
  const Vector size = largest_in_columns(samples);
  Refinement refinement(array, problem, offsets, jet);
  std::vector<problem::CombinedEquation> equations;
  equations.reserve(found.dimension());
  for (int k = 0; k < found.dimension(); ++k) {
    const std::vector<int> rows = support_of(found.vector(k), size, found.own(k));
    const bool equally_often =
        std::all_of(rows.begin(), rows.end(), [&](int i) { return offsets.equation[i] == offsets.equation[rows[0]]; });
    if (rows.size() < 2 || !equally_often) continue;
    const Vector coefficient = refinement.coefficients(rows, samples);
    problem::CombinedEquation equation{rows[0], {}};
    for (std::size_t i = 1; i < rows.size(); ++i) {
      equation.others.emplace_back(rows[i], nearest_simple_fraction(coefficient[static_cast<Eigen::Index>(i) - 1]));
    }
    if (cancels(equation, samples, noise)) equations.push_back(std::move(equation));
  }
  if (equations.empty()) return {};
  return problem::Combination(std::move(equations));
}

}  // namespace ida_consistent_init::methods
