#pragma once
#include "ida_consistent_init/derivatives/derivative_source.hpp"

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

/// Derivatives by finite differences of phi(tau) = F(t0 + tau, y(tau), y'(tau)), y(tau) the Taylor polynomial of the
/// jet. All orders share the node evaluations. The error estimate of each derivative is the difference of two formulas
/// (orders p and p - 1; 1 and 2 for p = 1) plus the amplified round-off; the step minimises it.
class DifferenceSource : public DerivativeSource
{
 public:
  DifferenceSource(problem::Residual& residual, double t0, DifferenceOptions options);

  DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) override;

  [[nodiscard]] double step() const override { return step_; }
  [[nodiscard]] const Stencil& stencil() const override { return stencil_; }
  [[nodiscard]] double t0() const override { return t0_; }
  void reset_step() override { step_ = 0; }

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
