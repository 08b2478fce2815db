#include "support/dense_ida.hpp"

namespace example {

DenseIda::DenseIda(IDAResFn residual, void* user_data, double t0, std::span<const double> y0,
                   std::span<const double> yp0, double tolerance)
    : y_(serial_vector(y0, context_)), yp_(serial_vector(yp0, context_))
{
  constexpr long int most_steps = 100000;
  const auto n = static_cast<sunindextype>(y0.size());
  matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
  linear_solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
  ida_.reset(IDACreate(context_.get()));
  if (!matrix_ || !linear_solver_ || !ida_) throw std::runtime_error("SUNDIALS could not allocate its objects");
#if SUNDIALS_VERSION_MAJOR < 7
  require(IDASetErrFile(ida(), nullptr), "IDASetErrFile");
#endif
  require(IDAInit(ida(), residual, t0, y_.get(), yp_.get()), "IDAInit");
  require(IDASetUserData(ida(), user_data), "IDASetUserData");
  require(IDASStolerances(ida(), tolerance, tolerance), "IDASStolerances");
  require(IDASetLinearSolver(ida(), linear_solver_.get(), matrix_.get()), "IDASetLinearSolver");
  require(IDASetMaxNumSteps(ida(), most_steps), "IDASetMaxNumSteps");
}

int DenseIda::advance_to(double t)
{
  double reached = 0;
  return IDASolve(ida(), t, &reached, y_.get(), yp_.get(), IDA_NORMAL);
}

StepStatistics DenseIda::statistics() const
{
  StepStatistics statistics;
  require(IDAGetNumSteps(ida(), &statistics.steps), "IDAGetNumSteps");
  require(IDAGetNumErrTestFails(ida(), &statistics.error_test_failures), "IDAGetNumErrTestFails");
  require(IDAGetNumNonlinSolvConvFails(ida(), &statistics.newton_failures), "IDAGetNumNonlinSolvConvFails");
  return statistics;
}

}  // namespace example
