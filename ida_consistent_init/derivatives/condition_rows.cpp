#include "ida_consistent_init/derivatives/condition_rows.hpp"

#include "ida_consistent_init/derivatives/increment.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

using problem::Outcome;

Outcome ConditionRows::values(const Jet& jet, Vector& b) const
{
  if (count() == 0) {
    b.resize(0);
    return Outcome::ok;
  }
  return problem_.conditions->evaluate(problem_.t0, jet.derivative(0), jet.derivative(1), b);
}

Eigen::MatrixXd ConditionRows::jacobian(const Jet& jet) const
{
  const int n = problem_.n;
  Eigen::MatrixXd matrix(count(), 2 * n);
  if (count() == 0) return matrix;
  Vector at_point;
  if (values(jet, at_point) != Outcome::ok) {
    throw support::Error(IDACI_RES_NOT_FINITE, "The extra conditions cannot be evaluated at the point reached.");
  }
  const Vector y = jet.derivative(0), yp = jet.derivative(1);
  for (int j = 0; j < n; ++j) {
    matrix.col(j) = column(y, yp, at_point, j, false);
    matrix.col(n + j) = column(y, yp, at_point, j, true);
  }
  return matrix;
}

Vector ConditionRows::column(const Vector& y, const Vector& yp, const Vector& at_point, int j, bool of_derivative) const
{
  const double step = increment(of_derivative ? yp[j] : y[j]);
  const auto evaluate = [&](double shift, Vector& b) {
    Vector moved = of_derivative ? yp : y;
    moved[j] += shift;
    return of_derivative ? problem_.conditions->evaluate(problem_.t0, y, moved, b)
                         : problem_.conditions->evaluate(problem_.t0, moved, yp, b);
  };
  Vector above, below;
  const bool above_ok = evaluate(step, above) == Outcome::ok;
  const bool below_ok = evaluate(-step, below) == Outcome::ok;
  if (!above_ok && !below_ok) {
    throw support::Error(IDACI_RES_NOT_FINITE, "The extra conditions cannot be evaluated around the point reached.");
  }
  if (!above_ok || !below_ok) {
    (above_ok ? below : above) = at_point;
    return (above - below) / step;
  }
  return (above - below) / (2 * step);
}

}  // namespace ida_consistent_init::derivatives
