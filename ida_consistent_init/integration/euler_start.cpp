#include "ida_consistent_init/integration/euler_start.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/linear/klu_factor.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::integration {

using derivatives::JacobianPair;
using support::Error;

namespace {

class EulerStarter
{
 public:
  EulerStarter(const problem::Problem& problem, const problem::Sparsity& sparsity,
               const structure::Structure& structure, const ConsistentValues& consistent, double h)
      : problem_(problem),
        structure_(structure),
        consistent_(consistent),
        h_(h),
        t1_(problem.t0 + h),
        jacobians_(problem, sparsity),
        y1_(consistent.y + h * consistent.yp),
        yp1_(consistent.yp)
  {
  }

  EulerStart run();

 private:
  void trial_step();
  Vector newton_step(const Vector& residual);
  [[nodiscard]] Vector curvature();
  [[nodiscard]] Vector residual_at(double t) const;
  [[nodiscard]] linear::SparseMatrix matrix(double h);
  [[nodiscard]] bool is_kinematic(int row) const;
  [[nodiscard]] std::vector<int> velocities() const;
  [[noreturn]] void refuse_step() const;
  void refuse_drowned(const Vector& x);
  [[nodiscard]] int c(int row) const { return structure_.offsets.equation[row]; }
  [[nodiscard]] int d(int column) const { return structure_.offsets.variable[column]; }

  const problem::Problem& problem_;
  const structure::Structure& structure_;
  const ConsistentValues& consistent_;
  double h_, t1_;
  derivatives::JacobianSource jacobians_;
  Vector y1_, yp1_;  // of the trial step
};

EulerStart EulerStarter::run()
{
  trial_step();
  linear::KluFactor factor;
  if (!factor.factor(matrix(0))) {
    throw Error(IDACI_NOT_SUPPORTED,
                "No Euler start: the system Jacobian of the structure is singular, so which equations constrain the "
                "velocities is not known.");
  }
  const Vector x = factor.solve(-curvature());
  refuse_drowned(x);
  EulerStart start{consistent_.y, velocities()};
  for (const int j : start.changed) start.y[j] += h_ * x[j];
  return start;
}

/// D_e (F_y + F_y' / h) D_v with D_e = diag(h^-c_i), D_v = diag(h^d_j). It tends to J as h tends to 0, and is J for
/// h = 0; so it is well conditioned where the matrix of the Euler step itself is not. Negative powers belong to places
/// of the pattern that the structure found empty.
linear::SparseMatrix EulerStarter::matrix(double h)
{
  const JacobianPair& pair = jacobians_.at(t1_, y1_, yp1_);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(sparsity.column.size());
  for (int i = 0; i < problem_.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      const int power = d(j) - c(i);
      double value = 0;
      if (power >= 0) value += pair.y[k] * std::pow(h, power);
      if (power >= 1) value += pair.yp[k] * std::pow(h, power - 1);
      entries.emplace_back(i, j, value);
    }
  }
  linear::SparseMatrix result(problem_.n, problem_.n);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

void EulerStarter::refuse_step() const
{
  throw Error(IDACI_CONV_FAIL,
              support::format("No Euler start: a trial step of the implicit Euler method with h = {:g} does not "
                              "converge; choose a smaller h, or a larger one if round-off / h^2 is the reason.",
                              h_));
}

Vector EulerStarter::residual_at(double t) const
{
  Vector r;
  if (problem_.residual->evaluate(t, y1_, yp1_, r) != problem::Outcome::ok) refuse_step();
  return r;
}

/// The change of y in units of h^d_j.
Vector EulerStarter::newton_step(const Vector& residual)
{
  linear::KluFactor factor;
  if (!factor.factor(matrix(h_))) refuse_step();
  Vector scaled = -residual;
  for (int i = 0; i < problem_.n; ++i) scaled[i] *= std::pow(h_, -c(i));
  return factor.solve(scaled);
}

/// What the rounding of the terms of F does to a step of size h, in the units of x, must not hide x.
void EulerStarter::refuse_drowned(const Vector& x)
{
  constexpr double hidden = 0.01;
  const JacobianPair& pair = jacobians_.at(t1_, y1_, yp1_);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  Vector rounding = Vector::Zero(problem_.n);
  for (int i = 0; i < problem_.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      rounding[i] += std::abs(pair.y[k] * y1_[j]) + std::abs(pair.yp[k] * yp1_[j]);
    }
  }
  rounding *= std::numeric_limits<double>::epsilon();
  const double unit = std::max(consistent_.largest, x.cwiseAbs().maxCoeff());
  if (newton_step(rounding).cwiseAbs().maxCoeff() > hidden * unit) refuse_step();
}

/// F(t1, y1, (y1 - y(0)) / h) = 0 by Newton's method, down to the round-off, which is of order eps / h^2 in
/// multipliers.
void EulerStarter::trial_step()
{
  constexpr int most_iterations = 20;
  constexpr double settled = 1e-11, acceptable = 1e-4;  // relative to the derivatives of order d
  double unit = consistent_.largest, last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    const Vector z = newton_step(residual_at(t1_));
    const double size = z.cwiseAbs().maxCoeff();
    if (!std::isfinite(size)) refuse_step();
    unit = std::max(unit, size);
    for (int j = 0; j < problem_.n; ++j) {
      const double change = z[j] * std::pow(h_, d(j));
      y1_[j] += change;
      yp1_[j] += change / h_;
    }
    const bool stagnates = size > 0.5 * last && size <= acceptable * unit;
    if (size <= settled * unit || stagnates) return;
    last = size;
  }
  refuse_step();
}

/// p' = U: of a variable that is differentiated twice.
bool EulerStarter::is_kinematic(int row) const
{
  const structure::Signature& signature = structure_.signature;
  if (c(row) != 1) return false;
  for (int k = signature.row_start[row]; k < signature.row_start[row + 1]; ++k) {
    if (signature.order[k] == 1) return true;
  }
  return false;
}

/// q: variables whose derivatives occur and that constraints see through rows with c = 1. Others with d = 1 (the spin
/// of a wheel that a contact force drives) enter no constraint; to move them, as (4.2b) does, would only add an error.
std::vector<int> EulerStarter::velocities() const
{
  const structure::Signature& signature = structure_.signature;
  std::vector<char> differential(problem_.n, 0), seen(problem_.n, 0);
  for (int i = 0; i < problem_.n; ++i) {
    for (int k = signature.row_start[i]; k < signature.row_start[i + 1]; ++k) {
      const int j = signature.column[k];
      if (signature.order[k] == 1) differential[j] = 1;
      if (c(i) == 1 && d(j) == 1) seen[j] = 1;
    }
  }
  std::vector<int> found;
  for (int j = 0; j < problem_.n; ++j) {
    if (differential[j] != 0 && seen[j] != 0) found.push_back(j);
  }
  return found;
}

/// r: the derivative of kinematic rows along the trial step, without p''. For (4.1), -(U_q (q1 - q(0)) / h + U_t).
Vector EulerStarter::curvature()
{
  const double span = std::min(h_, 1e-5 * std::max(1.0, std::abs(t1_)));
  const Vector by_time = (residual_at(t1_ + span) - residual_at(t1_ - span)) / (2 * span);
  const JacobianPair& pair = jacobians_.at(t1_, y1_, yp1_);
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  Vector r = Vector::Zero(problem_.n);
  for (int i = 0; i < problem_.n; ++i) {
    if (!is_kinematic(i)) continue;
    r[i] = by_time[i];
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k)
      r[i] += pair.y[k] * yp1_[sparsity.column[k]];
  }
  return r;
}

}  // namespace

EulerStart euler_start(const problem::Problem& problem, const problem::Sparsity& sparsity,
                       const structure::Structure& structure, const ConsistentValues& consistent, double h)
{
  const std::vector<int>& c = structure.offsets.equation;
  const std::vector<int>& d = structure.offsets.variable;
  const int most_differentiations = *std::max_element(c.begin(), c.end());
  if (most_differentiations <= 1) return {consistent.y, {}};
  if (most_differentiations > 2 || *std::max_element(d.begin(), d.end()) > 2) {
    throw Error(IDACI_NOT_SUPPORTED,
                support::format("No Euler start: it is known for index 3 with constraints on values; here the index is "
                                "{} and derivatives up to order {} are constrained. Turn it off with "
                                "IDACISetEulerStart(ci, 0).",
                                structure.index, *std::max_element(d.begin(), d.end())));
  }
  return EulerStarter(problem, sparsity, structure, consistent, h).run();
}

}  // namespace ida_consistent_init::integration
