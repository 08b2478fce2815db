// Many IDA instances in many threads, each with its own attached error control.
#include <ida_consistent_init/ida_consistent_init.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "pendulum/model.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace {

constexpr std::size_t kThreads = 8, kInstances = 32;

struct Trace
{
  std::string failure;         // empty: the end was reached
  std::vector<double> values;  // y at t = 0.5, 1, 1.5 and the steps taken
  pendulum::State start{};     // the consistent values
};

// The whole life of one instance: initial values, error control, steps. No assertion here: Boost.Test does not count
// on threads. form: index of the equations, the user_data that all instances share.
void integrate(int& form, Trace& trace)
{
  constexpr double tolerance = 1e-7;
  const example::Context context;
  const auto y = example::serial_vector(std::array{0.8, -0.7, 0.3, 0.2, 0.0}, context);
  const auto yp = example::serial_vector(std::array{0.0, 0.0, 0.0, 0.0, 0.0}, context);
  example::require(IDACIPrepareVector(y.get()), "IDACIPrepareVector");
  const example::MatrixHandle matrix(SUNDenseMatrix(5, 5, context.get()));
  const example::LinearSolverHandle solver(SUNLinSol_Dense(y.get(), matrix.get(), context.get()));
  const example::IdaHandle ida(IDACreate(context.get()));
  example::require(IDAInit(ida.get(), pendulum::residual, 0, y.get(), yp.get()), "IDAInit");
  example::require(IDASetUserData(ida.get(), &form), "IDASetUserData");
  example::require(IDASStolerances(ida.get(), tolerance, tolerance), "IDASStolerances");
  example::require(IDASetMaxNumSteps(ida.get(), 10000), "IDASetMaxNumSteps");
  example::require(IDASetLinearSolver(ida.get(), solver.get(), matrix.get()), "IDASetLinearSolver");
  const example::ConsistentInit init(ida.get(), pendulum::residual, y.get(), yp.get(), context.get());
  init.require(IDACISolve(init.get()), "IDACISolve");
  init.require(IDACIAttachErrorControl(init.get()), "IDACIAttachErrorControl");
  const auto start = example::values(y.get());
  std::copy(start.begin(), start.end(), trace.start.begin());
  for (const double t : {0.5, 1.0, 1.5}) {
    double reached = 0;
    example::require(IDASolve(ida.get(), t, &reached, y.get(), yp.get(), IDA_NORMAL), "IDASolve");
    const auto entries = example::values(y.get());
    trace.values.insert(trace.values.end(), entries.begin(), entries.end());
  }
  long int steps = 0;
  example::require(IDAGetNumSteps(ida.get(), &steps), "IDAGetNumSteps");
  trace.values.push_back(static_cast<double>(steps));
}

Trace trace_of_instance(int& form)
{
  Trace trace;
  try {
    integrate(form, trace);
  } catch (const std::exception& error) {
    trace.failure = error.what();
  }
  return trace;
}

void check_instances_as_one_alone(int form)
{
  const Trace alone = trace_of_instance(form);
  BOOST_REQUIRE_EQUAL(alone.failure, "");
  const pendulum::State end = pendulum::motion(alone.start, 1.5);
  BOOST_TEST(std::hypot(alone.values[10] - end[0], alone.values[11] - end[1]) < 1e-5);

  std::vector<Trace> traces(kInstances);
  std::vector<std::thread> workers;
  for (std::size_t k = 0; k < kThreads; ++k) {
    workers.emplace_back([&, k] {
      for (std::size_t i = k; i < traces.size(); i += kThreads) traces[i] = trace_of_instance(form);
    });
  }
  for (std::thread& worker : workers) worker.join();
  for (const Trace& trace : traces) {
    BOOST_TEST(trace.failure == "");
    BOOST_TEST(trace.values == alone.values, boost::test_tools::per_element());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(threads)

BOOST_AUTO_TEST_CASE(thirty_two_filtered_instances_in_eight_threads_step_as_one_alone)
{
  check_instances_as_one_alone(3);
}

BOOST_AUTO_TEST_CASE(thirty_two_instances_with_exclusion_in_eight_threads_step_as_one_alone)
{
  check_instances_as_one_alone(2);
}

BOOST_AUTO_TEST_SUITE_END()
