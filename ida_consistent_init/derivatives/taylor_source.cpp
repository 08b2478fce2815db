#include "ida_consistent_init/derivatives/taylor_source.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::derivatives {

using problem::Outcome;
using support::Error;

namespace {

constexpr double roundoff = 4 * std::numeric_limits<double>::epsilon();
/// Two codings of one F differ by the round-off of their terms, whose magnitude is known where the step began, not
/// exactly here; another F differs by far more.
constexpr double same_function = 1e-10;

}  // namespace

TaylorSource::TaylorSource(const problem::Problem& problem, DifferenceOptions options)
    : problem_(problem), differences_(*problem.residual, problem.t0, std::move(options))
{
}

DerivativeTable TaylorSource::derivatives(const Jet& jet, int highest, const Vector& roundoff_scale)
{
  DerivativeTable table;
  table.outcome = problem_.taylor->evaluate(t0(), jet.coefficients(), highest, table.value);
  table.error = roundoff * roundoff_scale.replicate(1, highest + 1);
  if (table.outcome != Outcome::ok) return table;
  compare_with_residual(jet, table.value.col(0), roundoff_scale);
  estimate_errors(jet.coefficients(), highest, roundoff_scale, table);
  return table;
}

void TaylorSource::compare_with_residual(const Jet& jet, const Vector& value, const Vector& roundoff_scale) const
{
  Vector y, yp, residual;
  jet.evaluate(0, y, yp);
  if (problem_.residual->evaluate(t0(), y, yp, residual) != Outcome::ok) return;
  for (int i = 0; i < jet.size(); ++i) {
    const double scale = roundoff_scale[i] + std::abs(residual[i]) + std::abs(value[i]);
    if (std::abs(value[i] - residual[i]) <= same_function * scale) continue;
    throw Error(
        IDACI_ILL_INPUT,
        support::format("The Taylor function (IDACISetTaylorFn) and the residual are different functions: at t = {} "
                        "{} is {:.10g} by the one and {:.10g} by the other.",
                        t0(), problem_.names.equation(i), value[i], residual[i]));
  }
}

/// The terms of a derivative may be much larger than those of F (short time scales): a jet changed in its last digits
/// shows what their cancellation leaves.
void TaylorSource::estimate_errors(const Eigen::MatrixXd& jet, int highest, const Vector& roundoff_scale,
                                   DerivativeTable& table)
{
  std::mt19937 generator(11);  // the same changes in each call
  std::bernoulli_distribution upwards(0.5);
  Eigen::MatrixXd changed = jet;
  for (double& entry : changed.reshaped()) entry *= upwards(generator) ? 1 + roundoff : 1 - roundoff;
  Eigen::MatrixXd value;
  if (problem_.taylor->evaluate(t0(), changed, highest, value) != Outcome::ok) return;
  table.error = (value - table.value).cwiseAbs() + roundoff * roundoff_scale.replicate(1, highest + 1);
}

}  // namespace ida_consistent_init::derivatives
