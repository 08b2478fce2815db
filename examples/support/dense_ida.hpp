// One IDA integration of a small system with IDA's dense linear solver: initial values, memory, statistics.
#ifndef IDACI_EXAMPLES_DENSE_IDA_HPP
#define IDACI_EXAMPLES_DENSE_IDA_HPP

#include <span>

#include "support/sundials_handles.hpp"

namespace example {

struct StepStatistics
{
  long int steps = 0;
  long int error_test_failures = 0;
  long int newton_failures = 0;
};

class DenseIda
{
 public:
  // y0, yp0 [n] are copied; rtol = atol = tolerance. IDA's own messages are switched off.
  DenseIda(IDAResFn residual, void* user_data, double t0, std::span<const double> y0, std::span<const double> yp0,
           double tolerance);

  void* ida() const { return ida_.get(); }
  SUNContext context() const { return context_.get(); }
  const Context& owner() const { return context_; }
  N_Vector y() const { return y_.get(); }
  N_Vector yp() const { return yp_.get(); }

  // Integrates to t; returns IDA's code (negative: failed).
  int advance_to(double t);
  StepStatistics statistics() const;

 private:
  Context context_;
  VectorHandle y_;
  VectorHandle yp_;
  MatrixHandle matrix_;
  LinearSolverHandle linear_solver_;
  IdaHandle ida_;
};

}  // namespace example

#endif
