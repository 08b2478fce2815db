#pragma once
#include <Eigen/Core>

#include "ida_consistent_init/derivatives/jet.hpp"
#include "ida_consistent_init/derivatives/stencil.hpp"
#include "ida_consistent_init/problem/residual.hpp"

namespace ida_consistent_init::derivatives {

/// Total derivatives of F along a jet. Column m: d^m F / dt^m at t0 and its estimated absolute error.
struct DerivativeTable
{
  problem::Outcome outcome = problem::Outcome::ok;  // at t0; the table is usable only if ok
  Eigen::MatrixXd value, error;                     // n x (m + 1)
};

/// Where total time derivatives of F come from: differences along the Taylor polynomial of the jet, or the user's exact
/// ones. Nodes and step serve the derivatives of the Jacobians.
class DerivativeSource
{
 public:
  DerivativeSource() = default;
  DerivativeSource(const DerivativeSource&) = delete;
  DerivativeSource& operator=(const DerivativeSource&) = delete;
  virtual ~DerivativeSource() = default;

  /// roundoff_scale [n]: magnitude of the terms of each equation; eps times it is the noise of one evaluation.
  virtual DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) = 0;

  /// Length of the node interval in use (units of t), 0 before the first call with highest >= 1.
  [[nodiscard]] virtual double step() const = 0;
  [[nodiscard]] virtual const Stencil& stencil() const = 0;
  [[nodiscard]] virtual double t0() const = 0;

  /// Forgets the step, so that the next call searches it anew (the jet has changed much).
  virtual void reset_step() = 0;
};

}  // namespace ida_consistent_init::derivatives
