#include "ida_consistent_init/methods/impulse/vector_jet.hpp"

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

VectorJet::VectorJet(N_Vector y, N_Vector yp, int order)
{
  derivative_.reserve(order + 1);
  for (int q = 0; q <= order; ++q) derivative_.push_back(support::clone(y));
  N_VScale(1, y, derivative(0));
  N_VScale(1, yp, derivative(1));
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

/// The same in one loop, by Horner's rule for both polynomials.
void VectorJet::evaluate_elements(double tau, N_Vector y, N_Vector yp) const
{
  auto value = support::view(y), slope = support::view(yp);
  std::vector<const double*> term(order() + 1);
  for (int q = 0; q <= order(); ++q) term[q] = support::view(derivative(q)).data();
  for (Eigen::Index j = 0; j < value.size(); ++j) {
    double sum = term[order()][j], sum_of_slope = sum;
    for (int q = order() - 1; q >= 1; --q) {
      sum = term[q][j] + tau / (q + 1) * sum;
      sum_of_slope = term[q][j] + tau / q * sum_of_slope;
    }
    value[j] = term[0][j] + tau * sum;
    slope[j] = sum_of_slope;
  }
}

}  // namespace ida_consistent_init::methods::impulse
