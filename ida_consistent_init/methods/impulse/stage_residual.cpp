#include "ida_consistent_init/methods/impulse/stage_residual.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

StageResidual::StageResidual(const System& system, const VectorOffsets& offsets, ResidualCalls& calls,
                             derivatives::Stencil (*make_stencil)(int))
    : system_(system),
      offsets_(offsets),
      calls_(calls),
      make_stencil_(make_stencil),
      stencil_({}),
      y_(system.new_vector()),
      yp_(system.new_vector()),
      value_(system.new_vector()),
      mask_(system.new_vector()),
      work_(system.new_vector())
{
}

void StageResidual::prepare(int k, int order)
{
  k_ = k;
  highest_ = k + offsets_.largest_equation;
  // A formula of order 1 has none of order 0 to be compared with.
  stencil_ = highest_ > 0 ? make_stencil_(highest_ + std::max(order, 2) - 1) : derivatives::Stencil({});
  weights_ = stencil_.weights(highest_);
  lower_weights_ = highest_ > 0 ? stencil_.lower_order_weights(highest_) : weights_;
}

bool StageResidual::evaluate(const VectorJet& jet, N_Vector r, N_Vector difference)
{
  N_VConst(0, r);
  if (difference != nullptr) N_VConst(0, difference);
  for (int node = 0; node <= stencil_.count(); ++node) {
    const double tau = stencil_.node(node) * step_;
    jet.evaluate(tau, y_.get(), yp_.get());
    if (!calls_.evaluate(system_.t0 + tau, y_.get(), yp_.get(), value_.get())) return false;
    add(node, r, difference);
  }
  return true;
}

bool StageResidual::evaluate_undifferentiated(const VectorJet& jet, N_Vector r)
{
  if (!calls_.evaluate(system_.t0, jet.derivative(0), jet.derivative(1), r)) return false;
  mask_equal(-k_, offsets_.equation.get(), mask_.get(), work_.get());
  N_VProd(r, mask_.get(), r);
  return true;
}

/// Equation i takes the formula of the derivative k + c_i.
void StageResidual::add(int node, N_Vector r, N_Vector difference)
{
  const auto factors = [&](const Eigen::MatrixXd& weights) {
    std::vector<double> factor(offsets_.largest_equation + 1, 0.0);
    for (int m = std::max(0, k_); m <= highest_; ++m) {
      factor[m - k_] = m == 0 ? weights(m, node) : weights(m, node) * std::pow(step_, -m);
    }
    return factor;
  };
  std::vector<double> factor = factors(weights_);
  add_by_number(factor, offsets_.equation.get(), value_.get(), r, mask_.get(), work_.get());
  if (difference == nullptr) return;
  const std::vector<double> lower = factors(lower_weights_);
  for (std::size_t c = 0; c < factor.size(); ++c) factor[c] -= lower[c];
  add_by_number(factor, offsets_.equation.get(), value_.get(), difference, mask_.get(), work_.get());
}

}  // namespace ida_consistent_init::methods::impulse
