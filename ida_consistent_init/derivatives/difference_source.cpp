#include "ida_consistent_init/derivatives/difference_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ida_consistent_init::derivatives {

using problem::Outcome;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double first_step = 0.5;     // units of t; the search only goes down from here
constexpr double coarse_ratio = 0.25;  // of successive steps in the search
constexpr double smallest_step = 1e-13;

/// One figure for a table: the largest estimated error of the highest derivative, in units of the equations' terms.
double error_norm(const DerivativeTable& table, const Vector& roundoff_scale)
{
  return (table.error.col(table.error.cols() - 1).array() / roundoff_scale.array()).maxCoeff();
}

}  // namespace

DifferenceSource::DifferenceSource(problem::Residual& residual, double t0, DifferenceOptions options)
    : residual_(residual), t0_(t0), options_(options)
{
}

void DifferenceSource::prepare(int highest)
{
  if (highest == prepared_for_) return;
  const int nodes = highest + std::max(options_.order, 2) - 1;
  stencil_ = options_.kind == DifferenceKind::one_sided ? one_sided_stencil(nodes) : centered_stencil(nodes);
  weights_ = stencil_.weights(highest);
  compared_weights_ = stencil_.lower_order_weights(highest);
  // There is no formula of order 0 to compare with: order 1 is compared with order 2, on one node more.
  if (options_.order == 1) std::swap(weights_, compared_weights_);
  prepared_for_ = highest;
  step_ = 0;
}

DerivativeTable DifferenceSource::derivatives(const Jet& jet, int highest, const Vector& roundoff_scale)
{
  DerivativeTable table;
  Vector y, yp;
  jet.evaluate(0, y, yp);
  table.outcome = residual_.evaluate(t0_, y, yp, at_t0_);
  table.value = Eigen::MatrixXd::Zero(jet.size(), highest + 1);
  table.error = Eigen::MatrixXd::Zero(jet.size(), highest + 1);
  table.value.col(0) = at_t0_;
  table.error.col(0) = eps * roundoff_scale;
  if (highest == 0 || table.outcome != Outcome::ok) return table;
  prepare(highest);
  if (step_ == 0 || !differentiate(jet, highest, step_, roundoff_scale, table)) {
    search_step(jet, highest, roundoff_scale, table);
  }
  return table;
}

/// Steps first_step, first_step/4, ... until round-off dominates; then the finer neighbours of the best one.
/// The search starts at the large end: a step far above the time scale of F shows as a large difference of the two
/// formulas, whereas a small start could stop at a local minimum of the noise.
void DifferenceSource::search_step(const Jet& jet, int highest, const Vector& roundoff_scale, DerivativeTable& table)
{
  DerivativeTable trial = table;
  double best = std::numeric_limits<double>::infinity();
  double best_step = 0;
  const auto attempt = [&](double step) {
    if (!differentiate(jet, highest, step, roundoff_scale, trial)) return std::numeric_limits<double>::infinity();
    const double error = error_norm(trial, roundoff_scale);
    if (error < best) {
      best = error;
      best_step = step;
      table = trial;
    }
    return error;
  };
  for (double step = first_step * options_.step_factor; step > smallest_step; step *= coarse_ratio) {
    attempt(step);
    const double roundoff = eps * weights_.row(highest).cwiseAbs().sum() / std::pow(step, highest);
    if (best < 4 * roundoff) break;
  }
  if (best_step == 0) {
    table.outcome = Outcome::not_finite;
    return;
  }
  const double coarse_best = best_step;
  attempt(coarse_best * 0.5);
  if (coarse_best < first_step * options_.step_factor) attempt(coarse_best * 2);
  step_ = best_step;
}

/// h^-k sum_i a_i phi(c_i h) for all k <= highest; false if F cannot be evaluated at some node.
bool DifferenceSource::differentiate(const Jet& jet, int highest, double step, const Vector& roundoff_scale,
                                     DerivativeTable& table)
{
  const int n = jet.size();
  Eigen::MatrixXd value = Eigen::MatrixXd::Zero(n, highest + 1);
  Eigen::MatrixXd compared = value;
  Vector y, yp, r;
  for (int i = 0; i <= stencil_.count(); ++i) {
    if (i > 0) {
      const double tau = stencil_.node(i) * step;
      jet.evaluate(tau, y, yp);
      if (residual_.evaluate(t0_ + tau, y, yp, r) != Outcome::ok) return false;
    }
    const Vector& phi = i > 0 ? r : at_t0_;
    value.noalias() += phi * weights_.col(i).transpose();
    compared.noalias() += phi * compared_weights_.col(i).transpose();
  }
  for (int k = 1; k <= highest; ++k) {
    const double scale = std::pow(step, -k);
    const double amplification = eps * scale * weights_.row(k).cwiseAbs().sum();
    table.value.col(k) = scale * value.col(k);
    table.error.col(k) = scale * (value.col(k) - compared.col(k)).cwiseAbs() + amplification * roundoff_scale;
  }
  return table.value.allFinite();
}

}  // namespace ida_consistent_init::derivatives
