#pragma once
#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

namespace ida_consistent_init::methods::impulse {

/// J v by differences of the residual, J_ij = dF_i/dy_j^(d_j-c_i).
class SystemProduct
{
 public:
  SystemProduct(const System& system, const VectorOffsets& offsets, ResidualCalls& calls);

  /// The point of the products, kept; weights: of the unknowns' errors, kept. False: the residual refuses it.
  bool set_point(N_Vector y, N_Vector yp, N_Vector weights);
  /// F at the point.
  [[nodiscard]] N_Vector residual() const { return base_.get(); }
  /// Of no meaning outside of a product.
  [[nodiscard]] N_Vector work() const { return moved_.get(); }
  /// z = J v. False: the residual refuses a point.
  bool multiply(N_Vector v, N_Vector z);

 private:
  bool add_difference(int equation_offset, bool of_derivative, double step, N_Vector z);

  const System& system_;
  const VectorOffsets& offsets_;
  ResidualCalls& calls_;
  N_Vector y_ = nullptr, yp_ = nullptr, weights_ = nullptr;
  support::VectorHandle base_, part_, moved_, value_;
};

}  // namespace ida_consistent_init::methods::impulse
