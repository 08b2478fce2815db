#include "ida_consistent_init/derivatives/taylor_source.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

TaylorSource::TaylorSource(problem::TaylorFunction& taylor, problem::Residual& residual, double t0,
                           DifferenceOptions options)
    : taylor_(taylor), differences_(residual, t0, options)
{
}

DerivativeTable TaylorSource::derivatives(const Jet& jet, int highest, const Vector& roundoff_scale)
{
  const bool nodes_wanted = highest > 0 && (highest != nodes_for_ || differences_.step() == 0);
  if (nodes_wanted) nodes_for_ = highest;
  // The residual at t0 says whether the point is in its domain, also where no nodes are wanted.
  DerivativeTable table = differences_.derivatives(jet, nodes_wanted ? highest : 0, roundoff_scale);
  if (table.outcome != problem::Outcome::ok) return table;
  const Vector of_residual = table.value.col(0);
  table.outcome = taylor_.evaluate(t0(), jet.coefficients(), highest, table.value);
  if (table.outcome != problem::Outcome::ok) return table;
  require_same_function(table.value.col(0), of_residual, roundoff_scale);
  // A few operations on terms of the given magnitude; every order has its own magnitude besides.
  constexpr double few_eps = 8 * std::numeric_limits<double>::epsilon();
  table.error = few_eps * table.value.cwiseAbs();
  table.error.colwise() += few_eps * roundoff_scale;
  return table;
}

void TaylorSource::require_same_function(const Vector& exact, const Vector& of_residual,
                                         const Vector& roundoff_scale) const
{
  constexpr double same = 1e-9;
  for (Eigen::Index i = 0; i < exact.size(); ++i) {
    if (std::abs(exact[i] - of_residual[i]) <= same * (roundoff_scale[i] + std::abs(of_residual[i]))) continue;
    throw support::Error(
        IDACI_ILL_INPUT,
        fmt::format("The function of IDACISetTaylorFn gives {:.10g} for equation {} at t0, the residual "
                    "gives {:.10g}; they must be the same system.",
                    exact[i], i, of_residual[i]));
  }
}

}  // namespace ida_consistent_init::derivatives
