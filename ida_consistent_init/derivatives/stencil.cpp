#include "ida_consistent_init/derivatives/stencil.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ida_consistent_init::derivatives {

Stencil::Stencil(std::vector<double> nodes) : nodes_(std::move(nodes)) {}

double Stencil::reach() const
{
  double largest = 0;
  for (const double node : nodes_) largest = std::max(largest, std::abs(node));
  return largest;
}

/// Weights by the recursion over the nodes of B. Fornberg, Math. Comp. 51 (1988), section 2, at the point 0:
/// it solves the order conditions without forming the ill-conditioned Vandermonde system.
Eigen::MatrixXd Stencil::weights_on(int used, int highest) const
{
  Eigen::MatrixXd weight = Eigen::MatrixXd::Zero(highest + 1, count() + 1);
  weight(0, 0) = 1;
  double product_before = 1;
  for (int i = 1; i <= used; ++i) {
    double product = 1;
    const int orders = std::min(i, highest);
    for (int j = 0; j < i; ++j) {
      const double distance = node(i) - node(j);
      product *= distance;
      if (j == i - 1) {
        for (int k = orders; k >= 0; --k) {
          const double lower = k > 0 ? k * weight(k - 1, i - 1) : 0.0;
          weight(k, i) = product_before / product * (lower - node(i - 1) * weight(k, i - 1));
        }
      }
      for (int k = orders; k >= 0; --k) {
        const double lower = k > 0 ? k * weight(k - 1, j) : 0.0;
        weight(k, j) = (node(i) * weight(k, j) - lower) / distance;
      }
    }
    product_before = product;
  }
  return weight;
}

Stencil one_sided_stencil(int s)
{
  std::vector<double> nodes(s);
  for (int i = 1; i <= s; ++i) nodes[i - 1] = 0.5 * (1 - std::cos(std::numbers::pi * i / s));
  return Stencil(std::move(nodes));
}

Stencil centered_stencil(int s)
{
  const int half = (s + 1) / 2;
  std::vector<double> nodes;
  for (int i = 1; i <= half; ++i) {
    const double c = std::sin(0.5 * std::numbers::pi * i / half);
    nodes.push_back(c);
    nodes.push_back(-c);
  }
  return Stencil(std::move(nodes));
}

}  // namespace ida_consistent_init::derivatives
