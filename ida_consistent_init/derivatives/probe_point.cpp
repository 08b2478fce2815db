#include "ida_consistent_init/derivatives/probe_point.hpp"

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

using problem::Outcome;
using problem::Problem;
using support::Vector;

std::optional<Vector> try_residual(const Problem& problem, const Vector& y, const Vector& yp)
{
  Vector r;
  try {
    if (problem.residual->evaluate(problem.t0, y, yp, r) == Outcome::recoverable) return std::nullopt;
  } catch (const support::Error&) {
    return std::nullopt;
  }
  return r;
}

std::optional<ProbePoint> probe_point(const Problem& problem)
{
  for (const double relative : {1e-3, 1e-6, 0.0}) {
    const Vector y = beside(problem.guess_y, 1, relative);
    const Vector yp = beside(problem.guess_yp, 101, relative);
    std::optional<Vector> r = try_residual(problem, y, yp);
    if (!r || !r->allFinite()) continue;
    // A residual that gives other bits for the same arguments cannot be probed by changes.
    const std::optional<Vector> again = try_residual(problem, y, yp);
    if (!again || *again != *r) return std::nullopt;
    return ProbePoint{y, yp, *r};
  }
  return std::nullopt;
}

}  // namespace ida_consistent_init::derivatives
