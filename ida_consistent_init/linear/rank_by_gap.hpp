#pragma once
#include <Eigen/Core>
#include <algorithm>

namespace ida_consistent_init::linear {

/// Range in which a singular value may be nothing but error: up to `certain` it is (round-off); above `possible`, a
/// bound for the norm of the matrix' errors, it is not. Between, the widest gap decides.
struct RankTolerance
{
  double certain = 0, possible = 0;
};

/// values: singular values or pivots, decreasing. Number of those that count.
inline int rank_by_gap(const Eigen::VectorXd& values, const RankTolerance& tolerance)
{
  const auto count = static_cast<int>(values.size());
  int rank = 0;
  while (rank < count && values[rank] > tolerance.possible) ++rank;
  const double floor = std::max(tolerance.certain, 1e-300);
  int best = rank;
  double widest = 0;
  // Cutting before value k leaves the gap from value k - 1 (or the bound) down to value k (or round-off).
  for (int k = rank; k <= count; ++k) {
    const double above = k > rank ? values[k - 1] : std::max(tolerance.possible, floor);
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
