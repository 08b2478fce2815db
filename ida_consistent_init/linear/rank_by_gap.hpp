#pragma once
#include <Eigen/Core>
#include <algorithm>

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

/// values: singular values or pivots, decreasing. Number of those that count.
inline int rank_by_gap(const Eigen::VectorXd& values, const RankTolerance& tolerance)
{
  const auto count = static_cast<int>(values.size());
  int rank = 0;
  while (rank < count && values[rank] > tolerance.possible) ++rank;
  // Errors are hardly ever smaller than this beside their bound: a value may stand out from round-off and be one.
  constexpr double least_share = 1e-5;
  const double floor = std::max({tolerance.certain, least_share * tolerance.possible, 1e-300});
  int best = rank;
  double widest = 0;
  // Cutting before value k leaves the gap from value k - 1 (before the first one: the bound) down to value k (or
  // round-off).
  for (int k = rank; k <= count; ++k) {
    const double above = k > 0 ? values[k - 1] : std::max(tolerance.possible, floor);
    if (k > rank && above <= tolerance.certain) break;
    const double below = std::max(k < count ? values[k] : 0.0, floor);
    if (above / below > widest) {
      widest = above / below;
      best = k;
    }
  }
  return best;
}

}  // namespace ida_consistent_init::linear
