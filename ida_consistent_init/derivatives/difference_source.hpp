#pragma once
#include <Eigen/Core>

#include "ida_consistent_init/derivatives/jet.hpp"
#include "ida_consistent_init/derivatives/stencil.hpp"
#include "ida_consistent_init/problem/residual.hpp"

namespace ida_consistent_init::derivatives {

enum class DifferenceKind
{
  one_sided,  // t >= t0 only
  centered,
};

struct DifferenceOptions
{
  int order = 7;  // p of the highest derivative asked for; lower ones share the nodes and get more
  DifferenceKind kind = DifferenceKind::one_sided;
  double step_factor = 1;  // multiplies every step tried; the verification uses another one than the method
};

/// Total derivatives of F along a jet. Column m: d^m F / dt^m at t0 and its estimated absolute error.
struct DerivativeTable
{
  problem::Outcome outcome = problem::Outcome::ok;  // at t0; the table is usable only if ok
  Eigen::MatrixXd value, error;                     // n x (m + 1)
};

/// Derivatives by finite differences of phi(tau) = F(t0 + tau, y(tau), y'(tau)), y(tau) the Taylor polynomial of the
/// jet. All orders share the node evaluations. The error estimate of each derivative is the difference of two formulas
/// (orders p and p - 1; 1 and 2 for p = 1) plus the amplified round-off; the step minimises it.
class DifferenceSource
{
 public:
  DifferenceSource(problem::Residual& residual, double t0, DifferenceOptions options);

  /// roundoff_scale [n]: magnitude of the terms of each equation; eps times it is the noise of one evaluation.
  DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale);

  /// Length of the node interval in use (units of t), 0 before the first call with highest >= 1.
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] const Stencil& stencil() const { return stencil_; }

  /// Forgets the step, so that the next call searches it anew (the jet has changed much).
  void reset_step() { step_ = 0; }

  [[nodiscard]] double t0() const { return t0_; }

 private:
  bool differentiate(const Jet& jet, int highest, double step, const Vector& roundoff_scale, DerivativeTable& table);
  void search_step(const Jet& jet, int highest, const Vector& roundoff_scale, DerivativeTable& table);
  void prepare(int highest);

  problem::Residual& residual_;
  double t0_;
  DifferenceOptions options_;
  int prepared_for_ = -1;
  Stencil stencil_{{}};
  Eigen::MatrixXd weights_, compared_weights_;
  Vector at_t0_;
  double step_ = 0;
};

}  // namespace ida_consistent_init::derivatives
