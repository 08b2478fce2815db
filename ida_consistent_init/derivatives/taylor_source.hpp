#pragma once
#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/problem/taylor_function.hpp"

namespace ida_consistent_init::derivatives {

/// Exact total derivatives from the user's function; errors are round-off. The differences beside it choose the nodes
/// at which Jacobians are taken (these steer Newton only) and check F itself.
class TaylorSource : public DerivativeSource
{
 public:
  TaylorSource(problem::TaylorFunction& taylor, problem::Residual& residual, double t0, DifferenceOptions options);

  /// Throws Error(IDACI_ILL_INPUT) if the function's F is not the residual's.
  DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) override;

  [[nodiscard]] double step() const override { return differences_.step(); }
  [[nodiscard]] const Stencil& stencil() const override { return differences_.stencil(); }
  [[nodiscard]] double t0() const override { return differences_.t0(); }
  void reset_step() override { differences_.reset_step(); }

 private:
  void require_same_function(const Vector& exact, const Vector& of_residual, const Vector& roundoff_scale) const;

  problem::TaylorFunction& taylor_;
  DifferenceSource differences_;
  int nodes_for_ = 0;  // highest derivative that the nodes were chosen for
};

}  // namespace ida_consistent_init::derivatives
