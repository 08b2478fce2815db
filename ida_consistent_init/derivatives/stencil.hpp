#pragma once
#include <Eigen/Core>
#include <vector>

namespace ida_consistent_init::derivatives {

/// Finite-difference formulas on the nodes 0, c_1, .., c_s (in units of the step h): f^(k)(0) ~ h^-k sum_i a_i f(c_i
/// h). The weights satisfy the order conditions sum_i a_i c_i^j = k! delta_jk, j = 0..s (Leimkuhler, Petzold, Gear,
/// section 3, there divided by k!), so the k-th derivative has order s + 1 - k.
class Stencil
{
 public:
  /// nodes: distinct, none of them 0.
  explicit Stencil(std::vector<double> nodes);

  [[nodiscard]] int count() const { return static_cast<int>(nodes_.size()); }
  [[nodiscard]] double node(int i) const { return i == 0 ? 0.0 : nodes_[i - 1]; }
  /// Length of the interval that the nodes cover.
  [[nodiscard]] double reach() const;

  /// Row k of [highest+1 x count()+1]: weights of the k-th derivative, node 0 first.
  [[nodiscard]] Eigen::MatrixXd weights(int highest) const { return weights_on(count(), highest); }
  /// The same on all nodes but the last: one order less, for the error estimate; last column zero.
  [[nodiscard]] Eigen::MatrixXd lower_order_weights(int highest) const { return weights_on(count() - 1, highest); }

 private:
  [[nodiscard]] Eigen::MatrixXd weights_on(int used, int highest) const;
  std::vector<double> nodes_;
};

/// s one-sided nodes in (0, 1], crowded towards both ends of [0, 1] (extrema of a Chebyshev polynomial): for the same
/// length they amplify round-off far less than equidistant ones.
Stencil one_sided_stencil(int s);

/// s nodes in [-1, 1] without 0, symmetric; s is rounded up to an even number.
Stencil centered_stencil(int s);

}  // namespace ida_consistent_init::derivatives
