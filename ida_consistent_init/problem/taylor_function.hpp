#pragma once
#include <ida_consistent_init/ida_consistent_init.h>

#include <Eigen/Core>

#include "ida_consistent_init/problem/residual.hpp"

namespace ida_consistent_init::problem {

/// The user's exact total derivatives of F along a jet (IDACITaylorFn).
class TaylorFunction
{
 public:
  TaylorFunction(IDACITaylorFn function, void* user_data, int size);

  /// jet: column q = y^(q)(t), order + 2 columns. derivatives: out, column k = d^k F/dt^k, order + 1 columns, filled
  /// with NaN before the call. A negative return value or an exception becomes Error(IDACI_RES_FAIL), the value
  /// IDACI_NOT_SUPPORTED (the order is too high) Error(IDACI_NOT_SUPPORTED).
  Outcome evaluate(double t, int order, const Eigen::MatrixXd& jet, Eigen::MatrixXd& derivatives);

 private:
  IDACITaylorFn function_;
  void* user_data_;
  int size_;
};

}  // namespace ida_consistent_init::problem
