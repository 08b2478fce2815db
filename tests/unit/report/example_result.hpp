#pragma once
/// A result of one variable, one equation, one hidden constraint and one stage, for the tests of this room.
#include "ida_consistent_init/report/write.hpp"

namespace ida_consistent_init::report::test {

inline Result example()
{
  Result result;
  result.status = IDACI_SUCCESS;
  result.method = IDACI_STEP_BY_STEP;
  result.reason = "Step by step: the structure is regular.";
  result.n = 1;
  result.t0 = 0.25;
  result.index = 2;
  result.degrees_of_freedom = 3;
  result.names = {{"lam"}, {"circle"}};
  result.variables.push_back({.guess = 1,
                              .value = 1.5,
                              .derivative = -2,
                              .index = 2,
                              .fixed = true,
                              .determined = true,
                              .error_estimate = 1e-9,
                              .derivative_error_estimate = 1e-7});
  result.equations.push_back({2, 1e-12});
  result.hidden_constraints.push_back({"circle", 1, -3e-11});
  result.stages.push_back({-1, 4, 5, 3, 6, 2e-13, "nearest point"});
  result.counters = {100, 7, 5};
  result.seconds = 0.125;
  result.solved = true;
  result.messages = {"first", "second"};
  return result;
}

}  // namespace ida_consistent_init::report::test
