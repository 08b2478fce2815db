#include "ida_consistent_init/problem/user_jacobian.hpp"

#include <cmath>
#include <utility>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {

using support::Error;

UserJacobian::UserJacobian(IDALsJacFn function, support::SharedMatrix matrix, void* user_data, N_Vector like)
    : UserJacobian(function, std::move(matrix), user_data, *std::make_shared<support::VectorPool>(like))
{
}

UserJacobian::UserJacobian(IDALsJacFn function, support::SharedMatrix matrix, void* user_data,
                           support::VectorPool& vectors)
    : function_(function),
      user_data_(user_data),
      matrix_(std::move(matrix)),
      y_(vectors.take()),
      yp_(vectors.take()),
      r_(vectors.take()),
      work1_(vectors.take()),
      work2_(vectors.take()),
      work3_(vectors.take())
{
}

std::shared_ptr<UserJacobian> UserJacobian::combined(const Combination& combination) const
{
  auto result = std::make_shared<UserJacobian>(function_, matrix_, user_data_, y_.get());
  result->combination_ = combination_;
  result->combination_.append(combination);
  return result;
}

MatrixEntries UserJacobian::evaluate(double t, double cj, const VectorView& y, const VectorView& yp, const Vector& r)
{
  support::view(y_.get()) = y;
  support::view(yp_.get()) = yp;
  support::view(r_.get()) = r;
  ++evaluations_;
  // IDA zeroes the matrix before it calls the user's function; functions rely on that.
  if (SUNMatZero(matrix_.get()) != SUNMAT_SUCCESS) {
    throw Error(IDACI_JAC_FAIL, "The Jacobian matrix could not be zeroed.");
  }
  int code = 0;
  try {
    code = function_(t, cj, y_.get(), yp_.get(), r_.get(), matrix_.get(), user_data_, work1_.get(), work2_.get(),
                     work3_.get());
  } catch (const std::exception& exception) {
    throw Error(IDACI_JAC_FAIL, support::format("The Jacobian function threw an exception: {}.", exception.what()));
  } catch (...) {
    throw Error(IDACI_JAC_FAIL, "The Jacobian function threw something that is no std::exception.");
  }
  if (code != 0) throw Error(IDACI_JAC_FAIL, support::format("The Jacobian function returned {} at t = {}.", code, t));
  const MatrixEntries entries(matrix_.get());
  entries.for_each([t](int row, int column, double value) {
    if (std::isfinite(value)) return;
    throw Error(IDACI_JAC_FAIL,
                support::format("The Jacobian function made entry ({}, {}) not finite at t = {}.", row, column, t));
  });
  if (combination_.equations().empty()) return entries;
  combined_ = combination_.applied(entries.list(), support::length(y_.get()));
  return MatrixEntries(combined_);
}

}  // namespace ida_consistent_init::problem
