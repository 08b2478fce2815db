#include "ida_consistent_init/derivatives/difference_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"

namespace ida_consistent_init::derivatives {

using problem::Outcome;
using support::Error;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double first_interval = 0.5;  // of the nodes, in units of t; the search only goes down from here
constexpr double coarse_ratio = 0.25;   // of successive steps in the search
constexpr double smallest_step = 1e-13;
constexpr int crude_order = 3;

/// One figure for a table: the largest estimated error of the highest derivative, in units of the equations' terms.
double error_norm(const DerivativeTable& table, const Vector& roundoff_scale)
{
  return (table.error.col(table.error.cols() - 1).array() / roundoff_scale.array()).maxCoeff();
}

/// Error of the highest derivative by round-off, in the same units.
double roundoff_error(const NodeSet& set)
{
  return eps * set.weights.row(set.highest).cwiseAbs().sum() / std::pow(set.step, set.highest);
}

double truncation_error(const DerivativeTable& table, const NodeSet& set, const Vector& roundoff_scale)
{
  return std::max(0.0, error_norm(table, roundoff_scale) - roundoff_error(set));
}

/// Some derivative of the set differs by far more than the errors of both tables. Terms that vanish at t0 only make the
/// round-off of their equation look small; that of the largest equation is allowed for all.
bool contradicts(const DerivativeTable& finer, const NodeSet& set, const Vector& roundoff_scale,
                 const DerivativeTable& coarser)
{
  constexpr double margin = 100;
  constexpr double relative = 0.01;
  for (int k = set.lowest; k <= set.highest; ++k) {
    const double roundoff =
        eps * std::pow(set.step, -k) * set.weights.row(k).cwiseAbs().sum() * roundoff_scale.maxCoeff();
    const Eigen::ArrayXd difference = (finer.value.col(k) - coarser.value.col(k)).cwiseAbs();
    const Eigen::ArrayXd error = (finer.error.col(k) + coarser.error.col(k)).array() + roundoff;
    const Eigen::ArrayXd size = finer.value.col(k).cwiseAbs() + coarser.value.col(k).cwiseAbs();
    if ((difference > margin * error + relative * size).any()) return true;
  }
  return false;
}

void validate(const DifferenceOptions& options)
{
  const auto positive = [](double value) {
    return std::isfinite(value) && value > 0;
  };
  const std::vector<double>& nodes = options.nodes;
  const std::set<double> distinct(nodes.begin(), nodes.end());
  if (!std::all_of(nodes.begin(), nodes.end(), positive) || distinct.size() != nodes.size()) {
    throw Error(IDACI_ILL_INPUT, "The nodes of a difference formula must be distinct and positive.");
  }
  if (!std::all_of(options.displacements.begin(), options.displacements.end(), positive)) {
    throw Error(IDACI_ILL_INPUT, "The displacements of difference formulas must be positive.");
  }
  if (options.order < 1 || options.order > most_difference_order) {
    throw Error(IDACI_ILL_INPUT, fmt::format("The order of a difference formula is {}, not in 1..{}.", options.order,
                                             most_difference_order));
  }
}

}  // namespace

DifferenceSource::DifferenceSource(problem::Residual& residual, double t0, DifferenceOptions options)
    : residual_(residual), t0_(t0), options_(std::move(options))
{
  validate(options_);
}

Stencil DifferenceSource::make_stencil(int highest, int order) const
{
  const int count = highest + std::max(order, 2) - 1;
  const std::vector<double>& nodes = options_.nodes;
  if (nodes.empty()) {
    return options_.kind == DifferenceKind::one_sided ? one_sided_stencil(count) : centered_stencil(count);
  }
  if (count > static_cast<int>(nodes.size())) {
    throw Error(IDACI_ILL_INPUT, fmt::format("Differences of order {} for derivative {} need {} nodes; {} are given.",
                                             order, highest, count, nodes.size()));
  }
  return Stencil({nodes.begin(), nodes.begin() + count});
}

NodeSet DifferenceSource::make_set(int lowest, int highest, int order) const
{
  const Stencil stencil = make_stencil(highest, order);
  NodeSet set{stencil, stencil.weights(highest), stencil.lower_order_weights(highest), lowest, highest};
  // There is no formula of order 0 to compare with: order 1 is compared with order 2, on one node more.
  if (order == 1) std::swap(set.weights, set.compared);
  return set;
}

void DifferenceSource::prepare(int highest)
{
  if (highest == prepared_for_) return;
  prepared_for_ = -1;
  if (sets_.count(highest) == 0) sets_.emplace(highest, make_sets(highest));
  prepared_for_ = highest;
}

std::vector<NodeSet> DifferenceSource::make_sets(int highest) const
{
  std::vector<NodeSet> sets;
  if (searches()) {
    sets.push_back(make_set(1, highest, options_.order));
    sets.back().step = options_.step;
    return sets;
  }
  if (highest > static_cast<int>(options_.displacements.size())) {
    throw Error(IDACI_ILL_INPUT, fmt::format("Derivative {} has no displacement; {} are given.", highest,
                                             options_.displacements.size()));
  }
  for (int k = 1; k <= highest; ++k) {
    sets.push_back(make_set(k, k, options_.order));
    sets.back().step = options_.displacements[k - 1] * options_.step_factor;
  }
  return sets;
}

void DifferenceSource::reset_step()
{
  in_doubt_ = false;
  if (!searches()) return;
  for (auto& [highest, sets] : sets_) sets.front().step = options_.step;
}

/// The jet is not much rougher than the one for which the step was found, nor so smooth that a larger step is better.
/// Truncation below round-off cannot be measured, so that the larger step has to be tried.
bool DifferenceSource::still_serves(const DerivativeTable& table, const Jet& jet, const Vector& roundoff_scale)
{
  constexpr double rougher = 2;
  const NodeSet& set = sets().front();
  if (truncation_error(table, set, roundoff_scale) > rougher * set.truncation + roundoff_error(set)) return false;
  NodeSet larger = set;
  larger.step /= coarse_ratio;
  if (larger.step > first_step(set)) return true;
  DerivativeTable trial = table;
  return !differentiate(larger, jet, roundoff_scale, trial) ||
         error_norm(trial, roundoff_scale) >= error_norm(table, roundoff_scale);
}

double DifferenceSource::first_step(const NodeSet& set) const
{
  return first_interval * options_.step_factor / set.stencil.reach();
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
  const bool judged = in_doubt_ && searches() && options_.step == 0;
  in_doubt_ = false;
  if (step() > 0 && differentiate(jet, roundoff_scale, table)) {
    if (!judged || still_serves(table, jet, roundoff_scale)) return table;
  }
  if (searches()) {
    search_step(jet, roundoff_scale, table);
  } else {
    table.outcome = Outcome::not_finite;
  }
  return table;
}

const std::vector<NodeSet>& DifferenceSource::node_sets(const Jet& jet, int highest, const Vector& roundoff_scale)
{
  if (highest != prepared_for_ || step() == 0) derivatives(jet, highest, roundoff_scale);
  // Where F has failed at t0 the sets are still those of other derivatives.
  if (highest != prepared_for_ || step() == 0) {
    throw Error(IDACI_RES_NOT_FINITE, fmt::format("The residual cannot be evaluated shortly after t = {}.", t0_));
  }
  return sets();
}

/// Steps for which the nodes cover first_interval, a quarter of it, ... until round-off dominates; then the finer
/// neighbours of the best one.
/// The search starts at the large end: a step far above the time scale of F shows as a large difference of the two
/// formulas, whereas a small start could stop at a local minimum of the noise. Two formulas may agree by chance, or be
/// wrong by little in absolute terms, where F is a pulse between the nodes: what a finer step contradicts does not
/// count.
void DifferenceSource::search_step(const Jet& jet, const Vector& roundoff_scale, DerivativeTable& table)
{
  NodeSet& set = sets_.at(prepared_for_).front();
  DerivativeTable trial = table;
  double best = std::numeric_limits<double>::infinity();
  double best_step = 0;
  const auto attempt = [&](double step) {
    set.step = step;
    if (!differentiate(set, jet, roundoff_scale, trial)) return;
    const double error = error_norm(trial, roundoff_scale);
    const bool disproved = best_step > step && contradicts(trial, set, roundoff_scale, table);
    if (error >= best && !disproved) return;
    best = error;
    best_step = step;
    set.truncation = truncation_error(trial, set, roundoff_scale);
    table = trial;
  };
  for (double step = first_step(set); step > smallest_step; step *= coarse_ratio) {
    attempt(step);
    if (best < 4 * roundoff_error(set) && !disproved_far_below(step, jet, roundoff_scale, table)) break;
  }
  if (best_step > 0) {
    const double coarse_best = best_step;
    attempt(coarse_best * 0.5);
    if (coarse_best < first_step(set)) attempt(coarse_best * 2);
  } else {
    table.outcome = Outcome::not_finite;
  }
  set.step = best_step;
}

/// Looks for time scales that the search has not come to. A formula of few nodes is enough to see them.
bool DifferenceSource::disproved_far_below(double step, const Jet& jet, const Vector& roundoff_scale,
                                           const DerivativeTable& table)
{
  NodeSet set = make_set(1, prepared_for_, std::min(options_.order, crude_order));
  DerivativeTable trial = table;
  for (const double factor : {1e-2, 1e-4, 1e-6, 1e-8}) {
    set.step = step * factor;
    if (set.step < smallest_step || !differentiate(set, jet, roundoff_scale, trial)) return false;
    if (contradicts(trial, set, roundoff_scale, table)) return true;
  }
  return false;
}

bool DifferenceSource::differentiate(const Jet& jet, const Vector& roundoff_scale, DerivativeTable& table)
{
  return std::all_of(sets().begin(), sets().end(),
                     [&](const NodeSet& set) { return differentiate(set, jet, roundoff_scale, table); });
}

/// h^-k sum_i a_i phi(c_i h) for the orders k of the set; false if F cannot be evaluated at some node.
bool DifferenceSource::differentiate(const NodeSet& set, const Jet& jet, const Vector& roundoff_scale,
                                     DerivativeTable& table)
{
  phi_.resize(jet.size(), set.stencil.count() + 1);
  phi_.col(0) = at_t0_;
  for (int i = 1; i <= set.stencil.count(); ++i) {
    // The rounded time, so that the jet and F see the same one however small the step is beside t0.
    const double time = t0_ + set.stencil.node(i) * set.step;
    jet.evaluate_into(time - t0_, residual_.y_in_place(), residual_.yp_in_place());
    if (residual_.evaluate_in_place(time, phi_.col(i)) != Outcome::ok) return false;
  }
  const int orders = set.highest - set.lowest + 1;
  const Eigen::MatrixXd formula = set.weights.middleRows(set.lowest, orders).transpose();
  const Eigen::MatrixXd other = (set.weights - set.compared).middleRows(set.lowest, orders).transpose();
  table.value.middleCols(set.lowest, orders).noalias() = phi_ * formula;
  table.error.middleCols(set.lowest, orders).noalias() = phi_ * other;
  for (int k = set.lowest; k <= set.highest; ++k) {
    const double scale = std::pow(set.step, -k);
    const double amplification = eps * scale * set.weights.row(k).cwiseAbs().sum();
    table.value.col(k) *= scale;
    table.error.col(k) = scale * table.error.col(k).cwiseAbs() + amplification * roundoff_scale;
  }
  return table.value.middleCols(set.lowest, orders).allFinite();
}

}  // namespace ida_consistent_init::derivatives
