#include "ida_consistent_init/derivatives/jacobian_source.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ida_consistent_init/derivatives/extrapolated_jacobian.hpp"
#include "ida_consistent_init/derivatives/increment.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::derivatives {

using problem::MatrixEntries;
using problem::Outcome;
using support::Error;

JacobianSource::JacobianSource(const problem::Problem& problem, problem::Sparsity sparsity)
    : JacobianSource(problem, std::make_shared<const problem::Sparsity>(std::move(sparsity)))
{
}

JacobianSource::JacobianSource(const problem::Problem& problem, const SharedOccurrence& occurrence)
    : JacobianSource(problem, std::shared_ptr<const problem::Sparsity>(occurrence, &occurrence->sparsity))
{
}

JacobianSource::JacobianSource(const problem::Problem& problem, std::shared_ptr<const problem::Sparsity> sparsity)
    : problem_(&problem), sparsity_(std::move(sparsity))
{
  begin_again(problem);
}

void JacobianSource::begin_again(const problem::Problem& problem)
{
  problem_ = &problem;
  sharp_ = loses_digits_ = false;
  has_last_ = false;
  evaluations_ = 0;
  if (problem.jacobian == nullptr && !coloring_) {
    coloring_ = color_columns(sparsity_->n, sparsity_->n, sparsity_->row_start, sparsity_->column);
  }
}

bool is_covered(const JacobianPair& pair, const Occurrence& known)
{
  for (std::size_t k = 0; k < pair.y.size(); ++k) {
    const bool is_new = (pair.y[k] != 0 && known.of_y[k] == 0) || (pair.yp[k] != 0 && known.of_yp[k] == 0);
    if (is_new) return false;
  }
  return true;
}

double JacobianSource::noise() const
{
  return problem_->jacobian != nullptr || sharp_ ? 1e-13 : 1e-10;
}

bool JacobianSource::sharpen()
{
  if (problem_->jacobian != nullptr || sharp_) return false;
  sharp_ = true;
  has_last_ = false;
  return true;
}

double JacobianSource::difference_step(double value) const
{
  if (problem_->jacobian != nullptr) return 0;
  return sharp_ ? narrowest_of_extrapolation(value) : increment(value);
}

const JacobianPair& JacobianSource::at(double t, const VectorView& y, const VectorView& yp)
{
  if (has_last_ && t == last_t_ && y == last_y_ && yp == last_yp_) return last_;
  ++evaluations_;
  has_last_ = false;
  if (problem_->jacobian != nullptr) {
    from_user(t, y, yp, last_);
  } else {
    last_ = by_differences(t, y, yp);
  }
  last_t_ = t;
  last_y_ = y;
  last_yp_ = yp;
  has_last_ = true;
  return last_;
}

void JacobianSource::scatter(const MatrixEntries& entries, EntryValues& values)
{
  values.assign(sparsity_->column.size(), 0.0);
  auto place = places_.of(entries, *sparsity_).begin();
  entries.for_each([&](int row, int column, double value) {
    if (*place >= 0) {
      values[*place] += value;
    } else if (value != 0) {
      throw Error(IDACI_JAC_FAIL,
                  support::format("The Jacobian has a non-zero entry for equation {} and variable {} that its pattern "
                                  "lacked before; give the complete pattern.",
                                  problem_->names.equation(row), problem_->names.variable(column)));
    }
    ++place;
  });
}

bool JacobianSource::is_covered_by(const Occurrence& known, double t, const Vector& y, const Vector& yp)
{
  if (problem_->jacobian == nullptr) return is_covered(at(t, y, yp), known);
  problem_->residual->evaluate(t, y, yp, at_point_);
  const MatrixEntries entries = problem_->jacobian->evaluate(t, 1.0, y, yp, at_point_);
  auto place = places_.of(entries, *sparsity_).begin();
  bool covered = true;
  entries.for_each([&](int, int, double value) {
    const bool is_known = *place >= 0 && (known.of_y[*place] != 0 || known.of_yp[*place] != 0);
    covered = covered && (value == 0 || is_known);
    ++place;
  });
  return covered;
}

/// F_y = J(cj = 0), F_y' = J(cj = 1) - J(cj = 0). Where F_y' is tiny beside F_y the difference has lost digits;
/// a call with a large power of two as cj brings them back, and is the second one at the points that follow.
void JacobianSource::from_user(double t, const VectorView& y, const VectorView& yp, JacobianPair& pair)
{
  problem_->residual->evaluate(t, y, yp, at_point_);
  pair.magnitude.setZero(sparsity_->n);
  scatter(problem_->jacobian->evaluate(t, 0.0, y, yp, at_point_), pair.y);
  const auto difference = [&](double cj) {
    scatter(problem_->jacobian->evaluate(t, cj, y, yp, at_point_), pair.yp);
    for (std::size_t k = 0; k < pair.y.size(); ++k) pair.yp[k] = (pair.yp[k] - pair.y[k]) / cj;
  };
  if (!loses_digits_) {
    difference(1);
    for (std::size_t k = 0; k < pair.y.size(); ++k) {
      loses_digits_ = loses_digits_ || (pair.yp[k] != 0 && std::abs(pair.yp[k]) < 1e-4 * std::abs(pair.y[k]));
    }
  }
  if (loses_digits_) difference(std::ldexp(1.0, 40));
}

JacobianPair JacobianSource::by_differences(double t, const Vector& y, const Vector& yp)
{
  if (sharp_) {
    const std::optional<JacobianPair> sharp = extrapolated_jacobian(*problem_, *sparsity_, *coloring_, t, y, yp);
    if (sharp) return *sharp;
    sharp_ = false;
  }
  JacobianPair pair{EntryValues(sparsity_->column.size()), EntryValues(sparsity_->column.size()), {}};
  if (problem_->residual->evaluate(t, y, yp, at_point_) != Outcome::ok) {
    throw Error(IDACI_RES_NOT_FINITE, support::format("The residual cannot be evaluated at t = {}.", t));
  }
  pair.magnitude = at_point_.cwiseAbs();
  for (int color = 0; color < coloring_->count; ++color) {
    difference_columns(color, false, t, y, yp, pair);
    difference_columns(color, true, t, y, yp, pair);
  }
  remove_mere_roundoff(*problem_, *sparsity_, *coloring_, t, y, yp, pair);
  return pair;
}

/// All columns of one colour at once (Curtis, Powell, Reid). Central; one-sided where the domain of F ends.
void JacobianSource::difference_columns(int color, bool of_derivative, double t, const Vector& y, const Vector& yp,
                                        JacobianPair& pair)
{
  EntryValues& values = of_derivative ? pair.yp : pair.y;
  const Vector& base = of_derivative ? yp : y;
  Vector step = Vector::Zero(sparsity_->n);
  for (int j = 0; j < sparsity_->n; ++j) {
    if (coloring_->color_of_column[j] == color) step[j] = increment(base[j]);
  }
  const auto evaluate = [&](const Vector& shift, Vector& r) {
    const Vector shifted = base + shift;
    return of_derivative ? problem_->residual->evaluate(t, y, shifted, r)
                         : problem_->residual->evaluate(t, shifted, yp, r);
  };
  Vector above, below;
  double width = 2;
  const bool above_ok = evaluate(step, above) == Outcome::ok;
  const bool below_ok = evaluate(-step, below) == Outcome::ok;
  if (!above_ok && !below_ok) {
    throw Error(IDACI_RES_NOT_FINITE, support::format("The residual cannot be evaluated around the point at t = {}, so "
                                                      "its Jacobian by differences cannot be made there.",
                                                      t));
  }
  if (!above_ok || !below_ok) {
    width = 1;
    (above_ok ? below : above) = at_point_;
  }
  pair.magnitude = pair.magnitude.cwiseMax(above.cwiseAbs()).cwiseMax(below.cwiseAbs());
  for (int i = 0; i < sparsity_->n; ++i) {
    for (int k = sparsity_->row_start[i]; k < sparsity_->row_start[i + 1]; ++k) {
      const int j = sparsity_->column[k];
      if (coloring_->color_of_column[j] == color) values[k] = (above[i] - below[i]) / (width * step[j]);
    }
  }
}

}  // namespace ida_consistent_init::derivatives
