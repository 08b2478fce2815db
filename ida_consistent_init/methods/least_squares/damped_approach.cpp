#include "ida_consistent_init/methods/least_squares/damped_approach.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

#include "ida_consistent_init/methods/least_squares/array_scale.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

namespace {

Vector shortest(const Eigen::MatrixXd& jacobian, const Eigen::LDLT<Eigen::MatrixXd>& factored, const Vector& rest)
{
  return -(jacobian.transpose() * factored.solve(rest));
}

class DampedApproach
{
 public:
  DampedApproach(derivatives::DerivativeArray& array, const Options& options, const Stage& block, derivatives::Jet& jet)
      : array_(array), options_(options), block_(block), jet_(jet)
  {
  }

  void run();
  [[nodiscard]] long factorizations() const { return factorizations_; }

 private:
  void go();
  bool come_near(const Vector& target, double near, int most_steps);
  Eigen::LDLT<Eigen::MatrixXd> damped(const Eigen::MatrixXd& jacobian, const Vector& rest, double damping);
  Vector bend_of(const Eigen::MatrixXd& jacobian, const Eigen::LDLT<Eigen::MatrixXd>& factored, const Vector& before,
                 const Vector& d);
  Eigen::MatrixXd scaled_jacobian();
  Vector scaled_rows();
  bool renew_rows();
  [[nodiscard]] Vector unknowns() const;
  void put(const Vector& x);

  derivatives::DerivativeArray& array_;
  const Options& options_;
  const Stage& block_;
  derivatives::Jet& jet_;
  Vector row_scale_, column_scale_, term_scale_;
  Vector rows_;      // scaled, at the jet
  double size_ = 0;  // of the terms of all scaled rows
  int steps_ = 0;
  long factorizations_ = 0;
};

/// The jet stays where it is if F cannot be evaluated around it.
void DampedApproach::run()
{
  const Vector start = unknowns();
  try {
    go();
  } catch (const support::Error& error) {
    if (error.flag() != IDACI_RES_NOT_FINITE) throw;
    put(start);
  }
}

void DampedApproach::go()
{
  constexpr double near_enough = 1e-5;  // from there on Newton's method needs no help
  constexpr double part_of_way = 0.02;
  // The values of the guess may be good; of most derivatives nothing is known.
  constexpr double stiffness_of_values = 10;
  constexpr double least_part = 1.0 / 64;
  constexpr int most_at_once = 12, most_a_part = 8, quick = 4;
  const ArrayScale scale(array_, jet_);
  row_scale_ = scale.rows(block_.rows);
  column_scale_ = scale.columns(block_.columns);
  for (Eigen::Index k = 0; k < column_scale_.size(); ++k) {
    if (block_.columns[k].order == 0) column_scale_[k] /= stiffness_of_values;
  }
  array_.differences().reset_step();
  if (!renew_rows()) return;
  const Vector start = unknowns(), rows_at_start = rows_;
  size_ = rows_.norm() + (scaled_jacobian().cwiseAbs() * start.cwiseQuotient(column_scale_).cwiseAbs()).norm();
  if (size_ == 0) return;
  double left = 1, part = 1;
  while (left > 0 && part >= least_part && steps_ < 4 * options_.max_iterations) {
    const Vector before = unknowns();
    const double next = std::max(0.0, left - part);
    const double near = std::max(near_enough * size_, next > 0 ? part_of_way * part * rows_at_start.norm() : 0.0);
    const int steps_before = steps_;
    if (come_near(next * rows_at_start, near, part == 1 ? most_at_once : most_a_part)) {
      left = next;
      if (steps_ - steps_before <= quick) part *= 2;
      continue;
    }
    put(before);
    if (!renew_rows()) return;
    part /= 2;
  }
  constexpr double hardly_begun = 0.5;
  if (left > hardly_begun) put(start);
}

/// Steps until the rows are that near to their target; false if they do not get there.
bool DampedApproach::come_near(const Vector& target, double near, int most_steps)
{
  constexpr double first_damping = 0.1, least_damping = 1e-8, most_damping = 1e8;
  constexpr double most_bend = 0.375;
  double damping = first_damping;
  Eigen::MatrixXd jacobian = scaled_jacobian();
  for (int step = 0; step < most_steps && damping < most_damping; ++step, ++steps_) {
    const Vector rest = rows_ - target;
    if (rest.norm() <= near) return true;
    options_.watch(block_.last, steps_, rows_.norm());
    const Vector before = unknowns();
    const Eigen::LDLT<Eigen::MatrixXd> factored = damped(jacobian, rest, damping);
    Vector d = shortest(jacobian, factored, rest);
    const Vector bend = bend_of(jacobian, factored, before, d);
    if (bend.norm() > most_bend * d.norm()) {
      put(before);
      damping *= 8;
      continue;
    }
    put(before + column_scale_.cwiseProduct(d + bend));
    const Vector trial = scaled_rows();
    const double promised = rest.squaredNorm() - (rest + jacobian * d).squaredNorm();
    const double gain = trial.size() == 0 ? -1.0 : (rest.squaredNorm() - (trial - target).squaredNorm()) / promised;
    if (!(gain > 1e-3)) {
      put(before);
      damping *= 8;
      continue;
    }
    if (gain > 0.75) damping = std::max(damping / 8, least_damping);
    if (gain < 0.25) damping *= 4;
    if (!renew_rows()) return false;
    jacobian = scaled_jacobian();
  }
  return (rows_ - target).norm() <= near;
}

/// A A^T + mu I, so that d = -A^T (A A^T + mu I)^-1 rest is the minimum of || A d + rest ||^2 + mu || d ||^2.
Eigen::LDLT<Eigen::MatrixXd> DampedApproach::damped(const Eigen::MatrixXd& jacobian, const Vector& rest, double damping)
{
  Eigen::MatrixXd gram = jacobian * jacobian.transpose();
  gram.diagonal().array() += damping * std::min(1.0, rest.norm() / size_);
  ++factorizations_;
  return gram.ldlt();
}

/// Half the second derivative along the step, made up for by the same solve (geodesic acceleration: Transtrum, Machta,
/// Sethna 2011). Steps follow bent valleys by it instead of creeping along them.
Vector DampedApproach::bend_of(const Eigen::MatrixXd& jacobian, const Eigen::LDLT<Eigen::MatrixXd>& factored,
                               const Vector& before, const Vector& d)
{
  constexpr double part = 0.1;
  put(before + part * column_scale_.cwiseProduct(d));
  const Vector ahead = scaled_rows();
  if (ahead.size() == 0) return Vector::Zero(d.size());
  const Vector half_second = ((ahead - rows_) / part - jacobian * d) / part;
  return shortest(jacobian, factored, half_second);
}

Eigen::MatrixXd DampedApproach::scaled_jacobian()
{
  const Eigen::SparseMatrix<double> jacobian = array_.jacobian(block_.rows, block_.columns, jet_, false);
  return row_scale_.asDiagonal() * Eigen::MatrixXd(jacobian) * column_scale_.asDiagonal();
}

/// Empty where F cannot be evaluated.
Vector DampedApproach::scaled_rows()
{
  const auto rows = array_.residual(block_.rows, jet_, term_scale_);
  if (rows.outcome != problem::Outcome::ok || !rows.value.allFinite()) return {};
  return row_scale_.cwiseProduct(rows.value);
}

/// At a jet that has moved, with differences that suit it.
bool DampedApproach::renew_rows()
{
  array_.differences().doubt_step();
  term_scale_ = array_.term_scale(jet_);
  rows_ = scaled_rows();
  return rows_.size() > 0;
}

Vector DampedApproach::unknowns() const
{
  Vector x(static_cast<Eigen::Index>(block_.columns.size()));
  Eigen::Index k = 0;
  for (const Column& column : block_.columns) x[k++] = jet_(column.variable, column.order);
  return x;
}

void DampedApproach::put(const Vector& x)
{
  Eigen::Index k = 0;
  for (const Column& column : block_.columns) jet_(column.variable, column.order) = x[k++];
}

}  // namespace

long damped_approach(derivatives::DerivativeArray& array, const Options& options, const Stage& block,
                     derivatives::Jet& jet)
{
  if (block.columns.empty()) return 0;
  DampedApproach approach(array, options, block, jet);
  approach.run();
  return approach.factorizations();
}

}  // namespace ida_consistent_init::methods
