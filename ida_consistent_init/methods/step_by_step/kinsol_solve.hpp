#pragma once
#include <Eigen/Core>
#include <functional>
#include <vector>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::methods {

/// A square nonlinear system f(x) = 0 for KINSOL. The functions may throw; the exception reaches the caller.
struct SquareSystem
{
  /// f(x); false: x lies outside the domain.
  std::function<bool(const Eigen::VectorXd& x, Eigen::VectorXd& f)> function;
  std::function<linear::SparseMatrix(const Eigen::VectorXd& x)> jacobian;
  /// Factors that make errors of x, and values of f, that just meet the tolerance equal to 1.
  Eigen::VectorXd x_scale, f_scale;
  std::vector<int> constraint;  // of the x, coding of IDASetConstraints; empty: none
  int max_iterations = 50;
};

struct KinsolOutcome
{
  int flag = 0;  // of KINSol; negative: x is the last iterate
  Eigen::VectorXd x;
  int iterations = 0;
};

/// Newton's method with line search (KIN_LINESEARCH) from x, dense or, for larger systems, with KLU, until max |f| in
/// units of f_scale is well below 1.
KinsolOutcome solve_by_kinsol(const SquareSystem& system, const Eigen::VectorXd& x);

}  // namespace ida_consistent_init::methods
