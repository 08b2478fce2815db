#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <limits>

#include "ida_consistent_init/linear/equilibration.hpp"

namespace ida_consistent_init::linear {

/// Range in which a singular value may be nothing but error: up to `certain` it is (round-off); above `possible`, a
/// bound for the norm of the matrix' errors, it is not. Between, the widest gap decides.
struct RankTolerance
{
  double certain = 0, possible = 0;
};

/// Of a matrix that has been equilibrated by `scale`. certain: round-off. error: absolute errors of its entries before;
/// or 0 x 0 where nothing beyond round-off is known of them.
inline RankTolerance rank_tolerance(double certain, const SparseMatrix& error, const Equilibration& scale)
{
  if (error.rows() == 0) return {certain, certain};
  const SparseMatrix scaled = scale.row.asDiagonal() * error * scale.column.asDiagonal();
  return {certain, std::max(certain, scaled.norm())};
}

struct RankByGap
{
  int rank = 0;
  /// By what factor the gap below the values that count exceeds any other that may be the border: 1 decides nothing.
  double clarity = std::numeric_limits<double>::infinity();
};

/// values: singular values or pivots, decreasing.
inline RankByGap rank_by_gap(const Eigen::VectorXd& values, const RankTolerance& tolerance)
{
  const auto count = static_cast<int>(values.size());
  // A bound beyond all values says that each may be error, and not which.
  const double possible = count > 0 ? std::min(tolerance.possible, values[0]) : 0.0;
  RankByGap result;
  while (result.rank < count && values[result.rank] > possible) ++result.rank;
  // Most errors lie between this share of their bound and the bound: below it a gap says nothing.
  constexpr double usual_share = 1e-3;
  const double floor = std::max({tolerance.certain, usual_share * possible, 1e-300});
  double widest = 0, second = 0;
  // Cutting before value k leaves the gap from value k - 1 (before the first one: the bound) down to value k (or
  // round-off).
  for (int k = result.rank, least = k; k <= count; ++k) {
    const double above = k > 0 ? values[k - 1] : std::max(possible, floor);
    if (k > least && above <= tolerance.certain) break;
    const double below = std::max(k < count ? values[k] : 0.0, floor);
    const double gap = above / below;
    second = std::max(second, std::min(gap, widest));
    if (gap <= widest) continue;
    widest = gap;
    result.rank = k;
  }
  if (second > 0) result.clarity = widest / second;
  return result;
}

}  // namespace ida_consistent_init::linear
