#pragma once
#include "ida_consistent_init/derivatives/jet.hpp"
#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::derivatives {

/// The extra conditions B(t0, y, y') = 0 as rows of the consistency equations.
class ConditionRows
{
 public:
  explicit ConditionRows(const problem::Problem& problem) : problem_(problem) {}

  [[nodiscard]] int count() const { return problem_.condition_count(); }
  problem::Outcome values(const Jet& jet, Vector& b) const;

  /// [count x 2 n]: B_y beside B_y', by central differences, one-sided where the domain of B ends.
  /// Throws Error(IDACI_RES_NOT_FINITE) where B cannot be evaluated around the point.
  [[nodiscard]] Eigen::MatrixXd jacobian(const Jet& jet) const;

 private:
  [[nodiscard]] Vector column(const Vector& y, const Vector& yp, const Vector& at_point, int j,
                              bool of_derivative) const;

  const problem::Problem& problem_;
};

}  // namespace ida_consistent_init::derivatives
