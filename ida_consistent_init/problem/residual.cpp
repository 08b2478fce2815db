#include "ida_consistent_init/problem/residual.hpp"

#include <limits>

#include "ida_consistent_init/problem/callback.hpp"

namespace ida_consistent_init::problem {

Residual::Residual(IDAResFn function, void* user_data, N_Vector like)
    : Residual(function, user_data, *std::make_shared<support::VectorPool>(like))
{
}

Residual::Residual(IDAResFn function, void* user_data, support::VectorPool& vectors)
    : function_(function),
      user_data_(user_data),
      y_(vectors.take()),
      yp_(vectors.take()),
      r_(vectors.take()),
      size_(support::length(y_.get()))
{
}

std::shared_ptr<Residual> Residual::combined(const Combination& combination) const
{
  auto result = std::make_shared<Residual>(function_, user_data_, like());
  result->work_ = work_;
  result->combination_ = combination_;
  result->combination_.append(combination);
  return result;
}

Outcome Residual::evaluate(double t, const VectorView& y, const VectorView& yp, Vector& r)
{
  y_in_place() = y;
  yp_in_place() = yp;
  r.resize(size_);
  return evaluate_in_place(t, r);
}

Outcome Residual::evaluate_in_place(double t, Eigen::Ref<Vector> r)
{
  if (work_->evaluations >= work_->limit) {
    throw support::Error(
        IDACI_CONV_FAIL,
        support::format("After {} evaluations of the residual no consistent values have been found; that is "
                        "all that IDACISetMaxIters and IDACISetMaxIndex allow for. Start nearer to a solution.",
                        work_->limit));
  }
  support::view(r_.get()).setConstant(std::numeric_limits<double>::quiet_NaN());
  ++work_->evaluations;
  const int code =
      guarded_callback("The residual", t, [&] { return function_(t, y_.get(), yp_.get(), r_.get(), user_data_); });
  r = support::view(r_.get());
  combination_.apply(r);
  if (code > 0) return Outcome::recoverable;
  return r.allFinite() ? Outcome::ok : Outcome::not_finite;
}

}  // namespace ida_consistent_init::problem
