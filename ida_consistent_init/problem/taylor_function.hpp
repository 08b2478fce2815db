#pragma once
#include <ida_consistent_init/ida_consistent_init.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "ida_consistent_init/problem/residual.hpp"

namespace ida_consistent_init::problem {

/// The user's exact total derivatives of F along a Taylor polynomial.
class TaylorFunction
{
 public:
  TaylorFunction(IDACITaylorFn function, void* user_data, int n) : function_(function), user_data_(user_data), n_(n) {}

  /// The same for the function with some of its equations combined.
  [[nodiscard]] std::shared_ptr<TaylorFunction> combined(const Combination& combination) const;

  /// coefficients [n x at least order + 2]: y, y', y'', ... at t0. result [n x (order + 1)]: F, dF/dt, ...
  /// Negative return values and exceptions become Error(IDACI_RES_FAIL); IDACI_NOT_SUPPORTED, returned for an order
  /// beyond what the function can do, stays what it is.
  Outcome evaluate(double t0, const Eigen::MatrixXd& coefficients, int order, Eigen::MatrixXd& result);

 private:
  IDACITaylorFn function_;
  void* user_data_;
  int n_;
  Combination combination_{};
};

}  // namespace ida_consistent_init::problem
