#include "ida_consistent_init/problem/problem.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {

bool Problem::holds_anything() const
{
  const auto held = [](char flag) {
    return flag != 0;
  };
  return condition_count() > 0 || std::any_of(fixed_y.begin(), fixed_y.end(), held) ||
         std::any_of(fixed_yp.begin(), fixed_yp.end(), held);
}

std::string Problem::row_name(int equation, int order) const
{
  return equation < n ? names.differentiated_equation(equation, order) : support::format("condition {}", equation - n);
}

std::vector<int> Problem::held_variables() const
{
  std::vector<int> held;
  for (int j = 0; j < n; ++j) {
    if (fixed_y[j] != 0 || fixed_yp[j] != 0) held.push_back(j);
  }
  return held;
}

Problem Problem::combined(const Combination& combination) const
{
  Problem result = *this;
  result.residual = residual->combined(combination);
  if (jacobian != nullptr) result.jacobian = jacobian->combined(combination);
  if (taylor != nullptr) result.taylor = taylor->combined(combination);
  result.sparsity.reset();
  result.names = combination.applied(names, n);
  return result;
}

void validate(const Problem& problem)
{
  for (int j = 0; j < problem.n; ++j) {
    const bool bad_value = !std::isfinite(problem.guess_y[j]);
    if (!bad_value && std::isfinite(problem.guess_yp[j])) continue;
    throw support::Error(
        IDACI_ILL_INPUT,
        support::format("The guess for {} (component {} of {}) is not finite; give a finite number there.",
                        problem.names.derivative(j, bad_value ? 0 : 1), j, bad_value ? "y0" : "yp0"));
  }
}

bool breaks_constraint(int constraint, double value)
{
  switch (constraint) {
    case 1:
      return value < 0;
    case -1:
      return value > 0;
    case 2:
      return value <= 0;
    case -2:
      return value >= 0;
    default:
      return false;
  }
}

double clipped(int constraint, double value)
{
  return std::abs(constraint) == 1 && breaks_constraint(constraint, value) ? 0.0 : value;
}

double moved_inside(int constraint, double value)
{
  if (!breaks_constraint(constraint, value)) return value;
  if (value != 0) return -value;
  // A strict bound and a guess on it: any small step inside will do, Newton finds its own length.
  constexpr double step_off_the_bound = 1e-3;
  return constraint > 0 ? step_off_the_bound : -step_off_the_bound;
}

}  // namespace ida_consistent_init::problem
