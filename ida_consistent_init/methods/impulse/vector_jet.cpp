#include "ida_consistent_init/methods/impulse/vector_jet.hpp"

#include <algorithm>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

VectorJet::VectorJet(const System& system, int order)
{
  derivative_.reserve(order + 1);
  for (int q = 0; q <= order; ++q) derivative_.push_back(system.new_vector());
  N_VScale(1, system.guess_y, derivative(0));
  N_VScale(1, system.guess_yp, derivative(1));
  for (int q = 2; q <= order; ++q) N_VConst(0, derivative(q));
}

void VectorJet::evaluate(double tau, N_Vector y, N_Vector yp) const
{
  if (support::has_element_access(y)) return evaluate_elements(tau, y, yp);
  std::vector<double> factor(order() + 1, 1.0);
  std::vector<N_Vector> term(order() + 1);
  for (int q = 0; q <= order(); ++q) {
    term[q] = derivative(q);
    if (q > 0) factor[q] = factor[q - 1] * tau / q;
  }
  N_VLinearCombination(order() + 1, factor.data(), term.data(), y);
  N_VLinearCombination(order(), factor.data(), term.data() + 1, yp);
}

/// The same by Horner's rule for both polynomials, in pieces that stay in the cache while the orders pass over them.
void VectorJet::evaluate_elements(double tau, N_Vector y, N_Vector yp) const
{
  constexpr Eigen::Index piece = 512;
  auto value = support::view(y), slope = support::view(yp);
  for (Eigen::Index start = 0; start < value.size(); start += piece) {
    const Eigen::Index size = std::min(piece, value.size() - start);
    auto v = value.segment(start, size), s = slope.segment(start, size);
    s = support::view(derivative(order())).segment(start, size);
    v = tau / order() * s;
    for (int q = order() - 1; q >= 1; --q) {
      const auto term = support::view(derivative(q)).segment(start, size);
      s = term + tau / q * s;
      v = tau / q * (term + v);
    }
    v += support::view(derivative(0)).segment(start, size);
  }
}

}  // namespace ida_consistent_init::methods::impulse
