#pragma once
/// A problem::Problem from a C++ function, on serial vectors, for the tests of the rooms.
#include <nvector/nvector_serial.h>

#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/support/sundials_compat.hpp"

namespace ida_consistent_init::test {

using support::Vector;

/// r = F(t, y, y'); the return value is that of an IDAResFn.
using ResidualFunction = std::function<int(double t, const Vector& y, const Vector& yp, Vector& r)>;
/// The same for residuals that never fail.
using PlainResidual = std::function<Vector(double t, const Vector& y, const Vector& yp)>;
/// jacobian = F_y + cj F_y'; the return value is that of an IDALsJacFn.
using JacobianFunction = std::function<int(double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian)>;

inline Vector vector(std::initializer_list<double> values)
{
  Vector result(static_cast<Eigen::Index>(values.size()));
  Eigen::Index k = 0;
  for (const double value : values) result[k++] = value;
  return result;
}

class Context
{
 public:
  Context()
  {
    if (support::create_context(&context_) != 0) throw std::bad_alloc();
  }
  ~Context() { SUNContext_Free(&context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  [[nodiscard]] SUNContext get() const { return context_; }

 private:
  SUNContext context_ = nullptr;
};

/// Owns everything a problem refers to; neither copied nor moved, because the callbacks hold its address.
class ProblemBuilder
{
 public:
  ProblemBuilder(const Vector& y, const Vector& yp, ResidualFunction residual)
      : residual_(std::move(residual)), like_(N_VNew_Serial(y.size(), context_.get()))
  {
    problem.n = static_cast<int>(y.size());
    problem.residual = std::make_shared<problem::Residual>(call_residual, this, like_.get());
    problem.guess_y = y;
    problem.guess_yp = yp;
    problem.fixed_y.assign(y.size(), 0);
    problem.fixed_yp.assign(y.size(), 0);
    problem.weights = Vector::Ones(y.size());
  }
  ProblemBuilder(const Vector& y, const Vector& yp, PlainResidual residual)
      : ProblemBuilder(y, yp, [residual = std::move(residual)](double t, const Vector& a, const Vector& b, Vector& r) {
          r = residual(t, a, b);
          return 0;
        })
  {
  }
  ProblemBuilder(const ProblemBuilder&) = delete;
  ProblemBuilder& operator=(const ProblemBuilder&) = delete;

  /// The matrix stays with the caller.
  void use_jacobian(JacobianFunction jacobian, SUNMatrix matrix_template)
  {
    jacobian_ = std::move(jacobian);
    const support::SharedMatrix matrix = support::MatrixHandle(SUNMatClone(matrix_template));
    problem.jacobian = std::make_shared<problem::UserJacobian>(call_jacobian, matrix, this, like_.get());
  }

  [[nodiscard]] SUNContext context() const { return context_.get(); }
  [[nodiscard]] N_Vector like() const { return like_.get(); }

  problem::Problem problem;

 private:
  static int call_residual(double t, N_Vector y, N_Vector yp, N_Vector r, void* self)
  {
    Vector value = Vector::Constant(support::length(r), std::numeric_limits<double>::quiet_NaN());
    const int code = static_cast<ProblemBuilder*>(self)->residual_(t, support::view(y), support::view(yp), value);
    support::view(r) = value;
    return code;
  }
  static int call_jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix jacobian, void* self,
                           N_Vector, N_Vector, N_Vector)
  {
    return static_cast<ProblemBuilder*>(self)->jacobian_(t, cj, support::view(y), support::view(yp), jacobian);
  }

  Context context_;
  ResidualFunction residual_;
  JacobianFunction jacobian_;
  support::VectorHandle like_;
};

}  // namespace ida_consistent_init::test
