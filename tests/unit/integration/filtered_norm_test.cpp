#include "ida_consistent_init/integration/filtered_norm.hpp"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ida_consistent_init/integration/error_norm.hpp"
#include "ida_consistent_init/integration/linear_solver_tap.hpp"
#include "pendulum_run.hpp"

using ida_consistent_init::integration::FilteredNorm;
using ida_consistent_init::integration::FilterProblem;
using ida_consistent_init::integration::newton_with_tap;
using ida_consistent_init::integration::NonlinearSolverHandle;

namespace {

FilterProblem pendulum_filter()
{
  return {.residual = pendulum::residual,
          .user_data = {},
          .variable_index = {1, 1, 2, 2, 3},
          .differential = {true, true, true, true, false}};
}

// IDA after one step of order 1 on the index-3 pendulum, with its Newton solver tapped.
struct OneStep
{
  explicit OneStep(const FilterProblem& problem)
      : run(3, 1e-4),
        newton(newton_with_tap(run.own.y(), run.own.context(), &linear_solve)),
        filter(run.own.ida(), problem, run.own.y(), &linear_solve)
  {
    BOOST_REQUIRE_EQUAL(IDASetNonlinearSolver(run.own.ida(), newton.get()), IDA_SUCCESS);
    BOOST_REQUIRE_EQUAL(SUNNonlinSolSetConvTestFn(newton.get(), third_iterate_converges, &filter), 0);
    BOOST_REQUIRE_EQUAL(IDASetInitStep(run.own.ida(), step), IDA_SUCCESS);
    const auto positions = example::serial_vector(std::array{1.0, 1.0, 0.0, 0.0, 0.0}, run.own.owner());
    BOOST_REQUIRE_EQUAL(IDASetId(run.own.ida(), positions.get()), IDA_SUCCESS);
    BOOST_REQUIRE_EQUAL(IDASetSuppressAlg(run.own.ida(), SUNTRUE), IDA_SUCCESS);
    double t = 0;
    BOOST_REQUIRE_EQUAL(IDASolve(run.own.ida(), 1, &t, run.own.y(), run.own.yp(), IDA_ONE_STEP), IDA_SUCCESS);
    BOOST_REQUIRE_EQUAL(t, step);
  }

  static int third_iterate_converges(SUNNonlinearSolver solver, N_Vector, N_Vector, sunrealtype, N_Vector, void* filter)
  {
    int iteration = 0;
    SUNNonlinSolGetCurIter(solver, &iteration);
    static_cast<FilteredNorm*>(filter)->newton_iterates(iteration);
    return iteration == 2 ? 0 : SUN_NLS_CONTINUE;
  }

  // The size of component j of the filtered x: the norm where all other weights are 0.
  double filtered(const std::vector<double>& x, std::size_t j)
  {
    std::vector<double> weight(5, 0);
    weight[j] = 1;
    const auto value = filter.of(example::serial_vector(x, run.own.owner()).get(),
                                 example::serial_vector(weight, run.own.owner()).get());
    BOOST_REQUIRE(value.has_value());
    return *value;
  }

  static constexpr double step = 1e-3;
  integration_test::PendulumRun run;
  SUNNonlinSolLSolveFn linear_solve = nullptr;
  NonlinearSolverHandle newton;
  FilteredNorm filter;
};

// Filtered by hand: with g = 1/cj and a right-hand side cj x in the first four rows the iteration matrix says
//   cj e_q - e_v = cj x_q,   cj e_v + lam e_q + q e_lam = cj x_v,   q . e_q = 0,
// so that with the projector I - P = I - q q^T / q^T q and s = 1 + g^2 lam, which is the S of (3.10),
//   e_q = (I - P) (x_q + g x_v) / s,   and with x_v alone on the right-hand side   v = (I - P) x_v / s.
struct ByHand
{
  std::array<double, 2> position, velocity;
};

ByHand filter_by_hand(const std::vector<double>& x, const std::vector<double>& y, double g)
{
  const double s = 1 + g * g * y[4];
  const auto project = [&](double a, double b) {
    const double along = (y[0] * a + y[1] * b) / (y[0] * y[0] + y[1] * y[1]);
    return std::array{a - along * y[0], b - along * y[1]};
  };
  ByHand hand{project(x[0] + g * x[2], x[1] + g * x[3]), project(x[2], x[3])};
  for (int k = 0; k < 2; ++k) {
    hand.position[k] /= s;
    hand.velocity[k] /= s;
  }
  return hand;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(filtered_norm)

BOOST_AUTO_TEST_CASE(filtered_pendulum_error_is_the_projection_computed_by_hand)
{
  OneStep one(pendulum_filter());
  // Parts along and against the constraint in positions and velocities; the multiplier's must not matter.
  const std::vector<double> x = {0.3e-3, -0.7e-3, 0.2, 0.5, 40};
  const ByHand hand = filter_by_hand(x, one.run.y(), one.step);
  // IDA differences its matrix with an increment of the tolerance, 1e-4.
  const double position_tolerance = 1e-4 * std::hypot(hand.position[0], hand.position[1]);
  const double velocity_tolerance = 1e-4 * std::hypot(hand.velocity[0], hand.velocity[1]);
  for (std::size_t k = 0; k < 2; ++k) {
    BOOST_TEST(std::abs(one.filtered(x, k) - std::abs(hand.position[k])) < position_tolerance);
    BOOST_TEST(std::abs(one.filtered(x, 2 + k) - std::abs(hand.velocity[k])) < velocity_tolerance);
  }
  BOOST_TEST(one.filtered(x, 4) == 0.0);
}

BOOST_AUTO_TEST_CASE(velocity_error_against_the_constraint_is_filtered_out)
{
  OneStep one(pendulum_filter());
  const std::vector<double> y = one.run.y();
  const std::vector<double> radial = {0, 0, y[0], y[1], 0};
  const std::vector<double> tangential = {0, 0, -y[1], y[0], 0};
  const double allowed = std::hypot(one.filtered(tangential, 2), one.filtered(tangential, 3));
  const double forbidden = std::hypot(one.filtered(radial, 2), one.filtered(radial, 3));
  BOOST_TEST(allowed > 0.99);
  BOOST_TEST(forbidden < 1e-4);
}

BOOST_AUTO_TEST_CASE(position_error_does_not_reach_the_velocities)
{
  OneStep one(pendulum_filter());
  // Unfiltered, the velocities would have 1/h times this error (5.2).
  const std::vector<double> x = {1, 1, 0, 0, 0};
  BOOST_TEST(one.filtered(x, 2) == 0.0);
  BOOST_TEST(one.filtered(x, 3) == 0.0);
}

BOOST_AUTO_TEST_CASE(old_matrix_filters_against_the_constraints_of_now)
{
  OneStep one(pendulum_filter());
  void* ida = one.run.own.ida();
  long int setups = 0, setups_before = 0;
  double t = 0;
  for (int age = 0; t < 0.2 || age < 2; setups_before = setups) {
    BOOST_REQUIRE_EQUAL(IDASolve(ida, 1, &t, one.run.own.y(), one.run.own.yp(), IDA_ONE_STEP), IDA_SUCCESS);
    BOOST_REQUIRE_EQUAL(IDAGetNumLinSolvSetups(ida, &setups), IDA_SUCCESS);
    age = setups == setups_before ? age + 1 : 0;
  }
  const std::vector<double> y = one.run.y();
  const std::vector<double> radial = {0, 0, y[0], y[1], 0};
  const std::vector<double> tangential = {0, 0, -y[1], y[0], 0};
  BOOST_TEST(std::hypot(one.filtered(tangential, 2), one.filtered(tangential, 3)) > 0.9);
  // Refinement stops at a change of 0.01 in each component.
  BOOST_TEST(std::hypot(one.filtered(radial, 2), one.filtered(radial, 3)) < 0.02);
}

BOOST_AUTO_TEST_CASE(norm_is_the_largest_weighted_component)
{
  OneStep one(pendulum_filter());
  const std::vector<double> x = {0.3e-3, -0.7e-3, 0.2, 0.5, 40};
  const std::vector<double> weight = {1e3, 1e3, 1, 1, 1e6};
  double largest = 0;
  for (std::size_t j = 0; j < 4; ++j) largest = std::max(largest, weight[j] * one.filtered(x, j));
  const auto norm = one.filter.of(example::serial_vector(x, one.run.own.owner()).get(),
                                  example::serial_vector(weight, one.run.own.owner()).get());
  BOOST_REQUIRE(norm.has_value());
  BOOST_TEST(*norm == largest, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(before_the_first_step_nothing_is_filtered)
{
  integration_test::PendulumRun run(3, 1e-6);
  SUNNonlinSolLSolveFn linear_solve = nullptr;
  FilteredNorm filter(run.own.ida(), pendulum_filter(), run.own.y(), &linear_solve);
  BOOST_TEST(!filter.of(run.own.yp(), run.own.y()).has_value());
}

namespace {

int refuse(sunrealtype, N_Vector, N_Vector, N_Vector, void*)
{
  return 1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(residual_that_refuses_leaves_the_estimate_unfiltered)
{
  FilterProblem problem = pendulum_filter();
  problem.residual = refuse;
  OneStep one(problem);
  const auto x = example::serial_vector(std::array{1e-3, 0.0, 0.0, 0.0, 0.0}, one.run.own.owner());
  BOOST_TEST(!one.filter.of(x.get(), one.run.own.y()).has_value());
}

BOOST_AUTO_TEST_CASE(the_solution_itself_is_no_error_estimate)
{
  OneStep one(pendulum_filter());
  const auto y = example::serial_vector(one.run.y(), one.run.own.owner());
  BOOST_TEST(!one.filter.of(y.get(), y.get()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
