// The pendulum from exact consistent values at rest, (x, y) = (1, 0), in the form of a given index.
#ifndef IDACI_TESTS_INTEGRATION_PENDULUM_RUN_HPP
#define IDACI_TESTS_INTEGRATION_PENDULUM_RUN_HPP

#include <string>
#include <vector>

#include "ida_consistent_init/integration/error_control.hpp"
#include "pendulum/model.hpp"
#include "support/dense_ida.hpp"

namespace integration_test {

inline constexpr pendulum::State kStart = {1, 0, 0, 0, 0};
inline constexpr pendulum::State kStartSlope = {0, 0, 0, -pendulum::gravity, 0};

inline std::vector<int> variable_index(int form)
{
  if (form == 3) return {1, 1, 2, 2, 3};
  return form == 2 ? std::vector<int>{1, 1, 1, 1, 2} : std::vector<int>{1, 1, 1, 1, 1};
}

// IDA memory with its error control; form lives here because the residual reads it through user_data.
struct PendulumRun
{
  PendulumRun(int index, double tolerance)
      : form(index), own(pendulum::residual, &form, 0, kStart, kStartSlope, tolerance)
  {
  }
  PendulumRun(const PendulumRun&) = delete;
  PendulumRun& operator=(const PendulumRun&) = delete;

  int attach(const std::vector<int>& indices)
  {
    return control.attach(own.ida(), indices, own.y(), own.context(), message);
  }
  int attach() { return attach(variable_index(form)); }
  std::vector<double> y() const
  {
    const auto entries = example::values(own.y());
    return {entries.begin(), entries.end()};
  }

  int form;
  example::DenseIda own;
  ida_consistent_init::integration::ErrorControl control;  // freed first: IDAFree leaves foreign solvers alone
  std::string message;
};

}  // namespace integration_test

#endif
