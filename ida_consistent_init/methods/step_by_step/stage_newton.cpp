#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/linear/equilibration.hpp"
#include "ida_consistent_init/linear/error_propagation.hpp"
#include "ida_consistent_init/methods/step_by_step/curvature.hpp"
#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"
#include "ida_consistent_init/methods/step_by_step/kinsol_solve.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_step.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

using derivatives::DerivativeArray;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
/// Newton goes on until its steps are this much below the tolerance asked for (or reach the noise).
constexpr double tolerance_margin = 1e-4;
/// Steps within this factor of what the error of the rows can cause are noise.
constexpr double noise_margin = 30;
/// Searches for the difference step during one iteration, beyond the one at the start.
constexpr int most_renewals = 4;

double largest(const Vector& v)
{
  return v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff();
}

bool is_within(const Vector& residual, const Vector& tolerance)
{
  return (residual.cwiseAbs().array() <= tolerance.array()).all();
}

}  // namespace

StageNewton::StageNewton(DerivativeArray& array, const problem::Problem& problem, const Options& options,
                         const Stage& stage, derivatives::Jet& jet)
    : array_(array), problem_(problem), options_(options), stage_(stage), jet_(jet)
{
  const auto count = static_cast<Eigen::Index>(stage_.columns.size());
  start_.resize(count);
  target_.resize(count);
  weight_ = wish_weights(problem_, stage_);
  constraint_.assign(stage_.columns.size(), 0);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto [j, order] = stage_.columns[k];
    start_[k] = target_[k] = jet_(j, order);
    if (order > 0) continue;
    if (!problem_.constraints.empty()) constraint_[k] = problem_.constraints[j];
    start_[k] = problem::moved_inside(constraint_[k], start_[k]);
    target_[k] = problem::moved_inside(constraint_[k], problem_.guess_y[j]);
  }
}

/// Bounded work: the guess itself, then three documented perturbations of it (relative 1e-3, 1e-2, 1e-1), for guesses
/// at which the Jacobian is singular or F cannot be evaluated. Stages whose rows outnumber their unknowns are not tried
/// again: no start helps them.
StageSolution StageNewton::solve()
{
  if (stage_.columns.empty()) return without_unknowns();
  StageSolution solution = iterate(start_);
  const bool deficient =
      solution.verdict != StageVerdict::converged && structurally_deficient(stage_, array_.jacobians().sparsity());
  for (const double relative : {1e-3, 1e-2, 1e-1}) {
    if (solution.verdict == StageVerdict::converged || deficient) break;
    StageSolution again = iterate(derivatives::beside(start_, 7, relative));
    if (again.verdict == StageVerdict::converged) solution = std::move(again);
  }
  put(solution.values);
  return solution;
}

StageSolution StageNewton::approach()
{
  StageSolution solution = iterate(start_);
  put(solution.values);
  return solution;
}

/// Everything is held: the rows either hold or they do not.
StageSolution StageNewton::without_unknowns()
{
  const Point point = first_point(start_);
  StageSolution solution;
  matrix_.resize(static_cast<int>(stage_.rows.size()), 0);
  if (!point.ok()) {
    solution.verdict = StageVerdict::not_finite;
    solution.values = start_;
    return solution;
  }
  conclude(point, solution);
  return solution;
}

void StageNewton::put(const Vector& x)
{
  for (std::size_t k = 0; k < stage_.columns.size(); ++k)
    jet_(stage_.columns[k].variable, stage_.columns[k].order) = x[k];
}

StageNewton::Point StageNewton::evaluate(const Vector& x)
{
  put(x);
  return {x, array_.residual(stage_.rows, jet_, term_scale_)};
}

/// A start at which F or its Jacobian cannot be evaluated is a point that is not ok.
StageNewton::Point StageNewton::first_point(const Vector& x)
{
  put(x);
  try {
    term_scale_ = array_.term_scale(jet_);
    return evaluate(x);
  } catch (const support::Error& error) {
    if (error.flag() != IDACI_RES_NOT_FINITE) throw;
    Point point{x, {}};
    point.rows.outcome = problem::Outcome::not_finite;
    return point;
  }
}

Vector StageNewton::wish(const Vector& x) const
{
  if (!stage_.nearest) return Vector::Zero(x.size());
  return target_ - x;
}

linear::SparseMatrix StageNewton::jacobian_at(const Vector& x)
{
  put(x);
  return array_.jacobian(stage_.rows, stage_.columns, jet_, !stage_.merged());
}

bool StageNewton::refresh_matrix(Point& point)
{
  put(point.x);
  const Vector before = term_scale_;
  term_scale_ = array_.term_scale(jet_);
  // Far from the last point the terms may have shrunk by orders of magnitude, and the errors of the rows with them.
  constexpr double much = 100;
  if ((term_scale_.array() * much < before.array()).any()) point = evaluate(point.x);
  matrix_ = array_.jacobian(stage_.rows, stage_.columns, jet_, !stage_.merged(), stage_.merged() ? &error_ : nullptr);
  if (!stage_.nearest) weigh_by_columns();
  step_ = stage_step(stage_, matrix_, weight_, array_.jacobians().noise(), error_, std::move(step_));
  ++factorizations_;
  return step_ != nullptr;
}

/// Without a nearest point to look for, values of any unit move as little as the equations feel them; derivatives, of
/// which most are unknown at first, move first.
void StageNewton::weigh_by_columns()
{
  column_scale_ = linear::equilibrate(matrix_).column;
  for (std::size_t k = 0; k < stage_.columns.size(); ++k) {
    weight_[k] = (stage_.columns[k].order == 0 ? 1 : stage_.derivative_weight) / column_scale_[k];
  }
}

double StageNewton::scaled_size(const Vector& d, const Vector& x) const
{
  double size = 0;
  for (Eigen::Index k = 0; k < d.size(); ++k) {
    size = std::max(size, std::abs(d[k]) / options_.tolerance(x[k]));
  }
  return size;
}

StageSolution StageNewton::iterate(const Vector& start)
{
  StageSolution solution;
  array_.differences().reset_step();
  renewed_at_ = start;
  renewals_ = 0;
  searched_again_ = false;
  step_.reset();
  last_contraction_ = 1;
  watched_ = 0;
  Point point = first_point(start);
  solution.values = start;
  if (!point.ok()) {
    solution.verdict = StageVerdict::not_finite;
    return solution;
  }
  double previous_size = std::numeric_limits<double>::infinity();
  int stagnant = 0;
  for (solution.iterations = 0; solution.iterations < options_.max_iterations; ++solution.iterations) {
    tell(solution, point);
    solution.history.push_back(largest(point.rows.value));
    // A fast square Newton iteration keeps its matrix; the nearest-point conditions need the current one.
    const bool keep = step_ != nullptr && solution.iterations > 0 && !has_freedom() && last_contraction_ < 0.05;
    if (!keep && !refresh_matrix(point)) {
      solution.verdict = StageVerdict::too_large_to_rank;
      return solution;
    }
    Vector d = step_->solve(-point.rows.value, wish(point.x));
    if (has_freedom() && stage_.nearest) d = curved_step(d, point);
    const double size = scaled_size(d, point.x);
    last_contraction_ = size / previous_size;
    creeps_ = solution.iterations >= 2 && last_contraction_ > 0.8 && last_contraction_ < 1.25;
    stagnant = solution.iterations >= 2 && last_contraction_ > 0.3 ? stagnant + 1 : 0;
    previous_size = size;
    if (small_step(d, point, stagnant > 0)) {
      if (settle(d, point, solution)) return solution;
      continue;
    }
    if (stagnant >= 4 && (size <= 1 || only_nearness_is_left(d, point))) {
      conclude(point, solution);
      return solution;
    }
    const double before = scaled_residual(point);
    if (!advance(d, point)) break;
    if (solution.iterations > 0) continue;
    renew_differences(point);
    // Near the solution Newton needs no help.
    constexpr double near = 0.05;
    if (scaled_residual(point) > near * before) leave_to_kinsol(point, solution);
  }
  conclude(point, solution);
  if (solution.verdict == StageVerdict::converged && previous_size > 1) solution.verdict = StageVerdict::not_converged;
  return solution;
}

/// The step d is the last one, unless better differences show that more is left to do (false).
bool StageNewton::settle(const Vector& d, Point& point, StageSolution& solution)
{
  const Point last = evaluate(bounded(point.x + d));
  if (last.ok()) point = last;
  // The formula that the solution satisfies must also be the best one for it.
  if (moved_far_since_renewal(point.x) && renewals_ < most_renewals) {
    renew_differences(point);
    if (point.ok() && !is_within(point.rows.value, row_tolerance(point))) return false;
  }
  conclude(point, solution);
  if (searched_again_ || !misses_tolerance_by_far(solution)) return true;
  // One bad value of F can spoil the search for the difference step.
  searched_again_ = true;
  array_.differences().reset_step();
  point = evaluate(point.x);
  return !point.ok();
}

/// The jet may have changed by orders of magnitude, as in the first step from derivatives that are unknown: the best
/// difference step is looked for once more, unless the one that is known does as well as before.
void StageNewton::renew_differences(Point& point)
{
  array_.differences().doubt_step();
  point = evaluate(point.x);
  renewed_at_ = point.x;
  ++renewals_;
}

bool StageNewton::moved_far_since_renewal(const Vector& x) const
{
  constexpr double far = 0.1;
  for (std::size_t k = 0; k < stage_.columns.size(); ++k) {
    const double size = std::max(std::abs(x[k]), std::abs(renewed_at_[k]));
    if (stage_.columns[k].order > 0 && std::abs(x[k] - renewed_at_[k]) > far * size + options_.atol) return true;
  }
  return false;
}

/// In y or y' of the answer, by what differences are uncertain. Blocks of least squares try other differences
/// themselves.
bool StageNewton::misses_tolerance_by_far(const StageSolution& solution) const
{
  if (!stage_.nearest || stage_.last > 0) return false;
  constexpr double far = 100;
  for (std::size_t k = 0; k < stage_.columns.size(); ++k) {
    const double allowed = options_.tolerance(solution.values[k]);
    if (stage_.columns[k].order <= 1 && solution.errors[k] > far * allowed) return true;
  }
  return false;
}

/// Converged: below the tolerance with a margin; or not shrinking any more and explained by the error of the rows.
bool StageNewton::small_step(const Vector& d, const Point& point, bool stagnates) const
{
  if (scaled_size(d, point.x) <= tolerance_margin) return true;
  if (!stagnates) return false;
  const Vector noise = linear::propagated_error(*step_, point.rows.error, d.size());
  for (Eigen::Index k = 0; k < d.size(); ++k) {
    const double explained =
        noise_margin * (noise[k] + eps * std::abs(point.x[k])) + tolerance_margin * options_.tolerance(point.x[k]);
    if (std::abs(d[k]) > explained) return false;
  }
  return true;
}

/// Steps that do not shrink any more, along constraints that hold: what turns them is the error of a differenced
/// Jacobian, which no iteration removes. The point is consistent, and its distance from the guess all but the least.
bool StageNewton::only_nearness_is_left(const Vector& d, const Point& point) const
{
  constexpr double small_part = 1e-3;  // of the way from the guess
  if (!has_freedom() || !stage_.nearest || !is_within(point.rows.value, row_tolerance(point))) return false;
  const Vector back = step_->solve(-point.rows.value, Vector::Zero(d.size()));
  return scaled_size(back, point.x) <= 1 &&
         weight_.cwiseProduct(d).norm() <= small_part * weight_.cwiseProduct(wish(point.x)).norm();
}

/// The step with the curvature of the constraints, where that is large enough to matter and convex enough to help.
Vector StageNewton::curved_step(const Vector& d, const Point& point)
{
  constexpr double worth_the_work = 0.02;  // of the wish's own curvature W^2
  curved_.reset();
  const Vector m = step_->multipliers(d, wish(point.x));
  try {
    const Curvature curvature(matrix_, point.x, m, [this](const Vector& x) { return jacobian_at(x); });
    if (curvature.generic_size() < worth_the_work * weight_.cwiseAbs2().maxCoeff()) return d;
    curved_ = linear::make_constrained_step(matrix_, weight_, array_.jacobians().noise(), curvature.matrix(), error_);
  } catch (const support::Error&) {
    return d;  // F cannot be evaluated beside the point: Gauss-Newton has to do
  }
  if (curved_ == nullptr) return d;
  ++factorizations_;
  Vector bent = curved_->solve(-point.rows.value, wish(point.x));
  if (bent.allFinite()) return bent;
  curved_.reset();
  return d;
}

/// Square and not solved by one Newton step, so not linear. KINSOL's last iterate counts if it is nearer to a solution.
void StageNewton::leave_to_kinsol(Point& point, StageSolution& solution)
{
  const std::size_t unknowns = stage_.columns.size();
  // Blocks of several stages have rows with the noise of differences, which a line search takes for failure.
  const bool square = !stage_.merged() && stage_.rows.size() == unknowns && step_->rank() == static_cast<int>(unknowns);
  if (!square) return;
  const Vector tolerance = row_tolerance(point);
  if (is_within(point.rows.value, tolerance)) return;
  SquareSystem system;
  system.function = [this](const Vector& x, Vector& f) {
    Point at = evaluate(x);
    if (at.ok()) options_.watch(stage_.last, watched_++, largest(at.rows.value));
    f = std::move(at.rows.value);
    return at.ok();
  };
  system.jacobian = [this](const Vector& x) {
    return jacobian_at(x);
  };
  system.x_scale = (options_.rtol * point.x.cwiseAbs().array() + options_.atol).inverse();
  system.f_scale = tolerance.unaryExpr([](double size) { return size > 0 ? 1 / size : 1.0; });
  system.constraint = constraint_;
  system.max_iterations = options_.max_iterations;
  Point last = point;
  try {
    const KinsolOutcome outcome = solve_by_kinsol(system, point.x);
    solution.kinsol_iterations = outcome.iterations;
    last = evaluate(bounded(outcome.x));
  } catch (const support::Error& error) {
    if (error.flag() != IDACI_RES_NOT_FINITE) throw;  // no Jacobian at an iterate: the damped steps go on from here
  }
  const auto size = [&](const Point& at) {
    return at.rows.value.cwiseProduct(system.f_scale).norm();
  };
  if (last.ok() && size(last) < size(point)) point = std::move(last);
  last_contraction_ = 1;
}

/// A row counts as satisfied at the relative tolerance of its terms, or within the error of its differences.
Vector StageNewton::row_tolerance(const Point& point) const
{
  Vector tolerance = noise_margin * point.rows.error;
  for (std::size_t k = 0; k < stage_.rows.size(); ++k) {
    if (stage_.rows[k].order == 0) tolerance[k] += options_.rtol * term_scale_[stage_.rows[k].equation];
  }
  for (int column = 0; column < matrix_.outerSize(); ++column) {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(matrix_, column); entry; ++entry) {
      tolerance[entry.row()] += std::abs(entry.value()) * options_.tolerance(point.x[column]);
    }
  }
  return tolerance;
}

void StageNewton::conclude(const Point& point, StageSolution& solution) const
{
  const auto columns = static_cast<Eigen::Index>(stage_.columns.size());
  solution.values = point.x;
  solution.residual = point.rows.value;
  solution.tolerance = row_tolerance(point);
  solution.history.push_back(largest(point.rows.value));
  const bool satisfied = is_within(solution.residual, solution.tolerance);
  solution.factorizations = factorizations_;
  solution.verdict = satisfied ? StageVerdict::converged : StageVerdict::inconsistent;
  for (Eigen::Index k = 0; k < columns; ++k) {
    if (problem::breaks_constraint(constraint_[k], point.x[k])) solution.verdict = StageVerdict::constraint_stuck;
  }
  if (step_ == nullptr) return;
  solution.rank = step_->rank();
  solution.determined = step_->determined();
  solution.unique = step_->unique();
  const Vector noise = linear::propagated_error(*step_, point.rows.error, columns);
  const Vector step = step_->solve(-point.rows.value, wish(point.x));
  const Vector left = step.cwiseAbs();
  solution.errors = noise + left + eps * point.x.cwiseAbs() + error_of_nearness(point, solution.determined);
  // Rows that are not satisfied although a step is left: the iteration stopped too early, nothing contradicts.
  if (!satisfied && scaled_size(left, point.x) > 1) solution.verdict = StageVerdict::not_converged;
  // Unless a bound holds them back: the equations ask for a value beyond it.
  constexpr double at_bound = 1e-6;
  for (Eigen::Index k = 0; k < columns && !satisfied; ++k) {
    const bool held_back = problem::breaks_constraint(constraint_[k], point.x[k] + step[k]);
    if (held_back && std::abs(point.x[k]) <= at_bound * left[k]) solution.verdict = StageVerdict::constraint_stuck;
  }
}

/// A Jacobian with errors turns the tangent along which the guess is projected; they are mostly a tenth of their bound.
Vector StageNewton::error_of_nearness(const Point& point, const std::vector<char>& determined) const
{
  Vector error = Vector::Zero(point.x.size());
  const Vector missing = weight_.cwiseProduct(wish(point.x));
  const double turn = 0.1 * array_.jacobians().noise() * missing.norm();
  for (std::size_t k = 0; k < determined.size(); ++k) {
    if (determined[k] == 0 && weight_[k] > 0) error[k] = turn / weight_[k];
  }
  return error;
}

void StageNewton::tell(const StageSolution& solution, const Point& point)
{
  options_.watch(stage_.last, watched_++, largest(point.rows.value));
  if (options_.progress == nullptr) return;
  const std::string merged = stage_.label.empty() && stage_.merged() ? support::format(" (from {})", stage_.first) : "";
  options_.tell(support::format("{}{}: iteration {}, max |residual| = {:.3e}", stage_.name(), merged,
                                solution.iterations, largest(point.rows.value)));
}

}  // namespace ida_consistent_init::methods
