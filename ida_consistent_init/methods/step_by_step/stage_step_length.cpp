// Lengths of Newton steps: bounds, merit, second-order correction, strides.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"

namespace ida_consistent_init::methods {

double StageNewton::scaled_residual(const Point& point) const
{
  return step_->row_scale().cwiseProduct(point.rows.value).norm();
}

double StageNewton::Merit::operator()(const StageNewton& newton, const Point& point) const
{
  const double residual = newton.scaled_residual(point);
  if (mu == 0) return residual;
  return residual + 0.5 * newton.weight_.cwiseProduct(newton.wish(point.x)).squaredNorm() / mu;
}

/// Strict bounds shorten the step as a whole; a bound that includes 0 stops its own component only (`bounded`).
double StageNewton::largest_step(const Vector& x, const Vector& d) const
{
  double alpha = 1;
  for (Eigen::Index k = 0; k < d.size(); ++k) {
    const bool strict = std::abs(constraint_[k]) == 2;
    if (strict && problem::breaks_constraint(constraint_[k], x[k] + d[k]))
      alpha = std::min(alpha, 0.9 * std::abs(x[k] / d[k]));
  }
  return alpha;
}

Vector StageNewton::bounded(Vector x) const
{
  for (Eigen::Index k = 0; k < x.size(); ++k) x[k] = problem::clipped(constraint_[k], x[k]);
  return x;
}

/// Natural monotonicity (Deuflhard, Newton Methods for Nonlinear Problems, 2004, section 3.3): with the same matrix,
/// the next step is shorter. Residuals say less where equations are mixed with squares of others, as long as these are
/// large. Steps towards the guess are judged by their merit alone.
bool StageNewton::comes_nearer(const Point& trial, const Vector& moved) const
{
  constexpr double shorter = 0.5;
  if (stage_.nearest || merit_.mu != 0) return false;
  const Vector next = step_->solve(-trial.rows.value, Vector::Zero(moved.size()));
  return next.cwiseQuotient(column_scale_).norm() < shorter * moved.cwiseQuotient(column_scale_).norm();
}

/// Takes x if its merit stays below the bound (or unconditionally) and F can be evaluated there.
bool StageNewton::try_step(const Vector& x, double bound, bool unconditional, Point& point)
{
  Point trial = evaluate(bounded(x));
  if (!trial.ok()) return false;
  if (!unconditional && merit_(*this, trial) > bound && !comes_nearer(trial, x - point.x)) return false;
  point = std::move(trial);
  return true;
}

/// Newton creeps down exponentials by steps of equal length (a diode far above its voltage): longer ones as long as
/// each doubling gains.
void StageNewton::stride(const Vector& from, const Vector& d, Point& point)
{
  constexpr int most_doublings = 30;
  double factor = 2;
  for (int doubling = 0; doubling < most_doublings && largest_step(from, factor * d) == 1; ++doubling, factor *= 2) {
    if (!try_step(from + factor * d, merit_(*this, point), false, point)) return;
  }
}

/// One damped step; false if no length of it is acceptable.
bool StageNewton::advance(const Vector& d, Point& point)
{
  constexpr int most_halvings = 40;
  merit_.mu = 0;
  if (has_freedom() && stage_.nearest) {
    const linear::ConstrainedStep& active = curved_ != nullptr ? *curved_ : *step_;
    const Vector m = active.multipliers(d, wish(point.x)).cwiseQuotient(step_->row_scale());
    merit_.mu = std::max(2 * m.norm(), 1e-8);
  }
  const double now = merit_(*this, point);
  const double gain = scaled_residual(point);
  // Close to the end the merit is round-off; the size of the next step judges instead.
  constexpr double close = 1e-7;
  const bool nearly_there =
      d.cwiseQuotient((point.x.cwiseAbs().array() + 1.0).matrix()).lpNorm<Eigen::Infinity>() < close;
  double alpha = largest_step(point.x, d);
  for (int halving = 0; halving < most_halvings; ++halving, alpha *= 0.5) {
    const double bound = now - 1e-4 * alpha * gain;
    const Vector from = point.x;
    if (try_step(from + alpha * d, bound, nearly_there, point)) {
      if (halving == 0 && creeps_ && !nearly_there) stride(from, d, point);
      return true;
    }
    if (halving > 0 || !has_freedom()) continue;
    // Second-order correction (Maratos effect): the full step is good but leaves the curved constraints.
    put(point.x + alpha * d);
    const auto beyond = array_.residual(stage_.rows, jet_, term_scale_);
    if (beyond.outcome != problem::Outcome::ok) continue;
    const Vector back = step_->solve(-beyond.value, Vector::Zero(d.size()));
    if (largest_step(point.x, alpha * d + back) == 1 && try_step(point.x + alpha * d + back, bound, false, point)) {
      return true;
    }
  }
  put(point.x);
  return false;
}

}  // namespace ida_consistent_init::methods
