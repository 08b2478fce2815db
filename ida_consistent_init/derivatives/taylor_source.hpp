#pragma once
#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::derivatives {

/// Exact derivatives from the user's Taylor function. Its value must be that of the residual. Errors are round-off:
/// that of the equations' terms, and what a change of the jet by its own round-off does.
///
/// Only Newton's matrices of the higher stages, D^r F_y and D^r F_y', come from differences: exact Jacobians at nodes
/// whose step is searched for the residual. They steer the iteration and do not enter its limit.
class TaylorSource : public DerivativeSource
{
 public:
  /// problem: must have a Taylor function and outlive this object. options: for the nodes.
  TaylorSource(const problem::Problem& problem, DifferenceOptions options);

  /// Throws Error(IDACI_ILL_INPUT) if the Taylor function contradicts the residual.
  DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) override;
  const std::vector<NodeSet>& node_sets(const Jet& jet, int highest, const Vector& roundoff_scale) override
  {
    return differences_.node_sets(jet, highest, roundoff_scale);
  }
  void reset_step() override { differences_.reset_step(); }
  void doubt_step() override { differences_.doubt_step(); }
  [[nodiscard]] double t0() const override { return differences_.t0(); }

 private:
  void compare_with_residual(const Jet& jet, const Vector& value, const Vector& roundoff_scale) const;
  void estimate_errors(const Eigen::MatrixXd& jet, int highest, const Vector& roundoff_scale, DerivativeTable& table);

  const problem::Problem& problem_;
  DifferenceSource differences_;
};

}  // namespace ida_consistent_init::derivatives
