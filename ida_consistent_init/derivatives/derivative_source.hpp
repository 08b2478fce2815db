#pragma once
#include <Eigen/Core>
#include <vector>

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

/// Nodes t0 + c_i h with the difference formulas for the derivatives of orders lowest .. highest on them.
struct NodeSet
{
  Stencil stencil;           // c_i
  Eigen::MatrixXd weights;   // row k: the k-th derivative for h = 1
  Eigen::MatrixXd compared;  // the same by a formula of another order; the difference estimates the error
  int lowest = 1, highest = 1;
  double step = 0;        // h; 0: not chosen yet
  double truncation = 0;  // estimated error of the step chosen, without round-off, in units of the equations' terms

  /// Time that the nodes cover.
  [[nodiscard]] double interval() const { return step * stencil.reach(); }
};

/// Where the rows F_i^(m) of the derivative array come from.
class DerivativeSource
{
 public:
  DerivativeSource() = default;
  DerivativeSource(const DerivativeSource&) = delete;
  DerivativeSource& operator=(const DerivativeSource&) = delete;
  virtual ~DerivativeSource() = default;

  /// roundoff_scale [n]: magnitude of the terms of each equation; eps times it is the noise of one evaluation.
  virtual DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) = 0;

  /// Node sets for differences of the Jacobians along the jet; together they serve the orders 1 .. highest, each once.
  /// Throws Error(IDACI_RES_NOT_FINITE) if F cannot be evaluated along the jet.
  virtual const std::vector<NodeSet>& node_sets(const Jet& jet, int highest, const Vector& roundoff_scale) = 0;

  /// Forgets the steps, so that the next calls search them anew (the jet has changed much).
  virtual void reset_step() = 0;
  /// Lets the next call search the step anew unless the one that is known serves the jet of now as well as it served
  /// that for which it was found.
  virtual void doubt_step() = 0;

  [[nodiscard]] virtual double t0() const = 0;
};

}  // namespace ida_consistent_init::derivatives
