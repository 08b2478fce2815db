#pragma once
#include <vector>

#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::methods::impulse {

/// A jet (design: y^(q)(t0), q = 0 .. order) of N_Vectors.
class VectorJet
{
 public:
  /// Starts at the guess; higher derivatives are zero. order >= 1.
  VectorJet(const System& system, int order);

  [[nodiscard]] int order() const { return static_cast<int>(derivative_.size()) - 1; }
  [[nodiscard]] N_Vector derivative(int q) const { return derivative_[q].get(); }
  /// y(t0 + tau) and y'(t0 + tau) of the Taylor polynomial.
  void evaluate(double tau, N_Vector y, N_Vector yp) const;
  /// The vector itself, to be given away; the jet is of no use afterwards.
  support::VectorHandle release(int q) { return std::move(derivative_[q]); }

 private:
  void evaluate_elements(double tau, N_Vector y, N_Vector yp) const;

  std::vector<support::VectorHandle> derivative_;
};

}  // namespace ida_consistent_init::methods::impulse
