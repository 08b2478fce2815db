#pragma once
#include <Eigen/Core>
#include <map>
#include <vector>

#include "ida_consistent_init/derivatives/derivative_source.hpp"

namespace ida_consistent_init::derivatives {

enum class DifferenceKind
{
  one_sided,  // t >= t0 only
  centered,
};

/// Of difference formulas: on one-sided nodes higher ones amplify round-off by what their wider steps spare.
constexpr int most_difference_order = 16;

struct DifferenceOptions
{
  int order = 7;  // p of the highest derivative asked for; lower ones share the nodes and get more
  DifferenceKind kind = DifferenceKind::one_sided;
  double step_factor = 1;  // multiplies every step tried; the verification uses another one than the method

  /// c_1, c_2, ..., distinct and positive, of which formulas use the first ones; empty: chosen by `kind`.
  std::vector<double> nodes = {};
  /// h_1, h_2, ...: derivative k has the step h_k and its own max(p, 2) + k - 1 nodes; p is then the order of each
  /// derivative. Empty: a common step is searched.
  std::vector<double> displacements = {};
  /// Common step of all derivatives that served before; 0: searched.
  double step = 0;
};

/// Order of the formula that checks one of this order: a low one is checked by a better one, a high one has little room
/// above it.
constexpr int independent_order(int order)
{
  return order >= 6 ? order - 2 : order + 2;
}

/// Derivatives by finite differences of phi(tau) = F(t0 + tau, y(tau), y'(tau)), y(tau) the Taylor polynomial of the
/// jet: Leimkuhler, Petzold, Gear, equation (13). All orders share the node evaluations, unless each has its own
/// displacement. The error estimate of each derivative is the difference of two formulas (orders p and p - 1; 1 and 2
/// for p = 1) plus the amplified round-off; a step that is not given minimises it
/// among those that no finer step contradicts.
class DifferenceSource : public DerivativeSource
{
 public:
  /// Throws Error(IDACI_ILL_INPUT) for options that make no formula.
  DifferenceSource(problem::Residual& residual, double t0, DifferenceOptions options);

  DerivativeTable derivatives(const Jet& jet, int highest, const Vector& roundoff_scale) override;
  const std::vector<NodeSet>& node_sets(const Jet& jet, int highest, const Vector& roundoff_scale) override;
  void reset_step() override;
  void doubt_step() override { in_doubt_ = true; }
  [[nodiscard]] double t0() const override { return t0_; }

  /// Step of the highest derivative (units of t), 0 before the first call with highest >= 1.
  [[nodiscard]] double step() const { return prepared_for_ < 1 ? 0 : sets().back().step; }
  /// Nodes of the highest derivative; only after a call with highest >= 1.
  [[nodiscard]] const Stencil& stencil() const { return sets().back().stencil; }

 private:
  void prepare(int highest);
  [[nodiscard]] std::vector<NodeSet> make_sets(int highest) const;
  [[nodiscard]] Stencil make_stencil(int highest, int order) const;
  [[nodiscard]] NodeSet make_set(int lowest, int highest, int order) const;
  [[nodiscard]] const std::vector<NodeSet>& sets() const { return sets_.at(prepared_for_); }
  [[nodiscard]] double first_step(const NodeSet& set) const;
  bool still_serves(const DerivativeTable& table, const Jet& jet, const Vector& roundoff_scale);
  [[nodiscard]] bool searches() const { return options_.displacements.empty(); }
  bool differentiate(const Jet& jet, const Vector& roundoff_scale, DerivativeTable& table);
  bool differentiate(const NodeSet& set, const Jet& jet, const Vector& roundoff_scale, DerivativeTable& table);
  void search_step(const Jet& jet, const Vector& roundoff_scale, DerivativeTable& table);
  bool disproved_far_below(double step, const Jet& jet, const Vector& roundoff_scale, const DerivativeTable& table);

  problem::Residual& residual_;
  double t0_;
  DifferenceOptions options_;
  int prepared_for_ = -1;
  /// By the highest derivative: one, unless derivatives have displacements of their own.
  std::map<int, std::vector<NodeSet>> sets_;
  bool in_doubt_ = false;
  Vector at_t0_;
  Eigen::MatrixXd phi_;  // F at the nodes
};

}  // namespace ida_consistent_init::derivatives
