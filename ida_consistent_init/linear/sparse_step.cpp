#include "ida_consistent_init/linear/sparse_step.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "ida_consistent_init/linear/matched_scaling.hpp"

namespace ida_consistent_init::linear {
namespace {

using RowPlaces = SparseStep::RowPlaces;

/* The rows of the saddle point matrix in an order with a zero-free diagonal of large entries: a row of A at the place
   of the unknown it is matched with, in exchange for that unknown's row of W^2. KLU finds such an order too, but for a
   chain in a time quadratic in n; small matrices are left to it. */
RowPlaces place_rows(const SparseMatrix& a)
{
  const int rows = static_cast<int>(a.rows()), columns = static_cast<int>(a.cols());
  constexpr int kQuickForKlu = 4000;
  RowPlaces places{std::vector<int>(columns), {}};
  places.of_equation = rows + columns > kQuickForKlu ? largest_product_matching(a) : std::vector<int>(rows, -1);
  std::iota(places.of_unknown.begin(), places.of_unknown.end(), 0);
  for (int i = 0; i < rows; ++i) {
    int& place = places.of_equation[i];
    if (place < 0) {
      place = columns + i;
    } else {
      places.of_unknown[place] = columns + i;
    }
  }
  return places;
}

SparseMatrix saddle_point(const SparseMatrix& a, const Eigen::VectorXd& wish, const SparseMatrix& curvature,
                          const RowPlaces& places)
{
  const int rows = static_cast<int>(a.rows());
  const int columns = static_cast<int>(a.cols());
  const double least_wish = 1e-12 * std::max(wish.maxCoeff(), 1e-300);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(columns + 2 * a.nonZeros() + curvature.nonZeros());
  for (int j = 0; j < columns; ++j) {
    entries.emplace_back(places.of_unknown[j], j, std::max(wish[j], least_wish));
    for (SparseMatrix::InnerIterator entry(a, j); entry; ++entry) {
      const int i = static_cast<int>(entry.row());
      entries.emplace_back(places.of_equation[i], j, entry.value());
      entries.emplace_back(places.of_unknown[j], columns + i, entry.value());
    }
  }
  for (int j = 0; j < curvature.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator entry(curvature, j); entry; ++entry) {
      entries.emplace_back(places.of_unknown[entry.row()], j, entry.value());
    }
  }
  SparseMatrix saddle(rows + columns, rows + columns);
  saddle.setFromTriplets(entries.begin(), entries.end());
  return saddle;
}

}  // namespace

SparseStep::SparseStep(const SparseMatrix& matrix, const Eigen::VectorXd& weight, const SparseMatrix& curvature,
                       SparseStep* former)
    : rows_(static_cast<int>(matrix.rows())), columns_(static_cast<int>(matrix.cols()))
{
  const Equilibration scale = equilibrate(matrix);
  row_scale_ = scale.row;
  column_scale_ = scale.column;
  wish_ = weight.cwiseProduct(column_scale_).cwiseAbs2();
  const SparseMatrix scaled = row_scale_.asDiagonal() * matrix * column_scale_.asDiagonal();
  if (curvature.rows() > 0) curvature_ = column_scale_.asDiagonal() * curvature * column_scale_.asDiagonal();
  if (former != nullptr && (former->rows_ != rows_ || former->columns_ != columns_)) former = nullptr;
  if (rows_ < columns_) {
    factor_saddle_point(scaled, former);
  } else if (rows_ == columns_) {
    if (former != nullptr) factor_ = std::move(former->factor_);
    regular_ = factor_.factor(scaled);
  }
}

void SparseStep::factor_saddle_point(const SparseMatrix& scaled, SparseStep* former)
{
  if (former != nullptr) {
    const SparseMatrix saddle = saddle_point(scaled, wish_, curvature_, former->places_);
    if (former->factor_.has_pattern_of(saddle)) {
      places_ = std::move(former->places_);
      factor_ = std::move(former->factor_);
      regular_ = factor_.factor(saddle);
      return;
    }
  }
  places_ = place_rows(scaled);
  const std::vector<int>& place = places_.of_equation;
  const bool complete = std::all_of(place.begin(), place.end(), [this](int at) { return at < columns_; });
  factor_ = KluFactor(complete ? KluFactor::Blocks::one : KluFactor::Blocks::search);
  regular_ = factor_.factor(saddle_point(scaled, wish_, curvature_, places_));
}

/* upper: for the rows of W^2, lower: for those of A. */
Eigen::VectorXd SparseStep::solve_saddle(const Eigen::VectorXd& upper, const Eigen::VectorXd& lower) const
{
  Eigen::VectorXd right(rows_ + columns_);
  for (int j = 0; j < columns_; ++j) right[places_.of_unknown[j]] = upper[j];
  for (int i = 0; i < rows_; ++i) right[places_.of_equation[i]] = lower[i];
  return factor_.solve(right);
}

Eigen::VectorXd SparseStep::saddle_multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  // Written for the rest u of the step beyond d: (W^2 + L) u + A^T m = W^2 (toward - d) - L d,  A u = 0.
  const Eigen::VectorXd scaled = d.cwiseQuotient(column_scale_);
  Eigen::VectorXd right = wish_.cwiseProduct(toward.cwiseQuotient(column_scale_) - scaled);
  if (curvature_.rows() > 0) right -= curvature_ * scaled;
  return solve_saddle(right, Eigen::VectorXd::Zero(rows_)).tail(rows_);
}

Eigen::VectorXd SparseStep::solve(const Eigen::VectorXd& b, const Eigen::VectorXd& toward) const
{
  if (rows_ == columns_) return column_scale_.cwiseProduct(factor_.solve(row_scale_.cwiseProduct(b)));
  const Eigen::VectorXd upper = wish_.cwiseProduct(toward.cwiseQuotient(column_scale_));
  return column_scale_.cwiseProduct(solve_saddle(upper, row_scale_.cwiseProduct(b)).head(columns_));
}

Eigen::VectorXd SparseStep::multipliers(const Eigen::VectorXd& d, const Eigen::VectorXd& toward) const
{
  if (rows_ == columns_) return Eigen::VectorXd::Zero(rows_);
  return row_scale_.cwiseProduct(saddle_multipliers(d, toward));
}

}  // namespace ida_consistent_init::linear
