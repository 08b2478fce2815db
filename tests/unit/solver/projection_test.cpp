#include "ida_consistent_init/solver/projection.hpp"

#include <ida_consistent_init/ida_consistent_init.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <memory>
#include <optional>

#include "support/small_systems.hpp"

namespace {

using namespace ida_consistent_init;
using solver::Groundwork;
using test::Vector;

double projected(const report::Result& result, int j)
{
  return result.variables[j].value;
}

/// The pendulum with its groundwork, moved off the constraints by up to `distance`.
struct Drifted
{
  explicit Drifted(double distance)
      : builder(test::pendulum_y(), test::pendulum_yp(), test::PlainResidual(test::pendulum))
  {
    const report::Result start = solver::solve(builder.problem, {}, &groundwork);
    BOOST_REQUIRE_EQUAL(start.status, IDACI_SUCCESS);
    for (int j = 0; j < 5; ++j) builder.problem.guess_y[j] += distance * std::sin(1.0 + 3 * j);
  }
  report::Result project() { return solver::project(builder.problem, {}, groundwork); }

  test::ProblemBuilder builder;
  std::optional<Groundwork> groundwork;
};

void check_on_all_constraints(const report::Result& result)
{
  BOOST_REQUIRE_EQUAL(result.status, IDACI_SUCCESS);
  const double x = projected(result, 0), y = projected(result, 1), u = projected(result, 2), v = projected(result, 3);
  BOOST_TEST(std::abs(x * x + y * y - 1) < 1e-12);
  BOOST_TEST(std::abs(x * u + y * v) < 1e-11);
  BOOST_TEST(std::abs(projected(result, 4) - (u * u + v * v - 9.81 * y)) < 1e-7);
}

void check_same_point(const report::Result& result, const report::Result& other)
{
  for (int j = 0; j < other.n; ++j) {
    BOOST_TEST(std::abs(projected(result, j) - projected(other, j)) < 2e-8);
    BOOST_TEST(std::abs(result.variables[j].derivative - other.variables[j].derivative) < 1e-6);
  }
}

/// The same motion of index 1: the length and its derivative are invariants only.
Vector reduced_pendulum(double t, const Vector& y, const Vector& yp)
{
  Vector r = test::pendulum(t, y, yp);
  r[4] = y[2] * y[2] + y[3] * y[3] - y[4] * (y[0] * y[0] + y[1] * y[1]) - 9.81 * y[1];
  return r;
}

int length_invariants(sunrealtype, N_Vector y, N_Vector, sunrealtype* b, void*)
{
  const auto value = support::view(y);
  b[0] = value[0] * value[0] + value[1] * value[1] - 1;
  b[1] = value[0] * value[2] + value[1] * value[3];
  return 0;
}

/// x' = u, u' = lam, x = sin e^t: the time scale shrinks with t.
Vector chirp(double t, const Vector& y, const Vector& yp)
{
  return test::vector({yp[0] - y[1], yp[1] - y[2], y[0] - std::sin(std::exp(t))});
}

/// y1' = 377 y2, y2' = -y2 - y1, y3 = sin y1: y3' is wanted along a strongly curved path.
Vector fast_rotation(double, const Vector& y, const Vector& yp)
{
  return test::vector({yp[0] - 377 * y[1], yp[1] + y[0] + y[1], y[2] - std::sin(y[0])});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(projection)

BOOST_AUTO_TEST_CASE(the_report_shows_the_same_system_jacobian_as_that_of_the_solve_before)
{
  test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::PlainResidual(test::pendulum));
  std::optional<Groundwork> groundwork;
  const report::Result start = solver::solve(builder.problem, {}, &groundwork);
  const report::Result projected = solver::project(builder.problem, {}, groundwork);
  BOOST_REQUIRE_EQUAL(projected.status, IDACI_SUCCESS);
  BOOST_TEST(projected.incidence.in_system_jacobian.size() == start.incidence.occurrence->sparsity.column.size());
  BOOST_TEST((projected.incidence.in_system_jacobian == start.incidence.in_system_jacobian));
}

BOOST_AUTO_TEST_CASE(near_values_cost_one_jacobian_and_some_tens_of_residuals)
{
  Drifted drifted(1e-6);
  check_on_all_constraints(drifted.project());  // looks for a difference step
  const report::Result again = drifted.project();
  check_on_all_constraints(again);
  BOOST_TEST(again.counters.jacobian_evaluations == 1);
  BOOST_TEST(again.counters.residual_evaluations <= 100);
  BOOST_TEST(again.explicit_norm < 1e-8);
  BOOST_TEST(again.hidden_norm < 1e-6);
}

BOOST_AUTO_TEST_CASE(the_point_is_the_nearest_one_also_from_far_away)
{
  for (const double distance : {1e-6, 1e-3, 3e-2, 0.3}) {
    Drifted drifted(distance);
    drifted.project();
    const report::Result result = drifted.project();
    check_on_all_constraints(result);
    check_same_point(result, solver::solve(drifted.builder.problem, {}));
  }
}

BOOST_AUTO_TEST_CASE(held_components_stay)
{
  Drifted drifted(1e-5);
  drifted.builder.problem.fixed_y = {1, 0, 0, 1, 0};
  const report::Result result = drifted.project();
  check_on_all_constraints(result);
  for (const int j : {0, 3}) BOOST_TEST(projected(result, j) == drifted.builder.problem.guess_y[j]);
}

BOOST_AUTO_TEST_CASE(contradictory_held_components_are_refused)
{
  Drifted drifted(1e-3);
  drifted.builder.problem.fixed_y = {1, 1, 0, 0, 0};
  BOOST_TEST(drifted.project().status == IDACI_OVERDETERMINED);
}

BOOST_AUTO_TEST_CASE(conditions_are_met_at_the_same_low_cost)
{
  test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::PlainResidual(reduced_pendulum));
  builder.problem.conditions = std::make_shared<problem::Conditions>(length_invariants, 2, nullptr, builder.like());
  std::optional<Groundwork> groundwork;
  BOOST_REQUIRE_EQUAL(solver::solve(builder.problem, {}, &groundwork).status, IDACI_SUCCESS);
  for (const double distance : {1e-6, 1e-4}) {
    builder.problem.guess_y = test::pendulum_y();
    for (int j = 0; j < 5; ++j) builder.problem.guess_y[j] += distance * std::sin(1.0 + 3 * j);
    solver::project(builder.problem, {}, groundwork);
    const report::Result result = solver::project(builder.problem, {}, groundwork);
    check_on_all_constraints(result);
    BOOST_TEST(result.counters.residual_evaluations <= 100);
  }
}

BOOST_AUTO_TEST_CASE(without_groundwork_it_is_a_solve_that_leaves_one)
{
  Drifted drifted(1e-4);
  drifted.groundwork.reset();
  check_on_all_constraints(drifted.project());
  BOOST_TEST(drifted.groundwork.has_value());
}

BOOST_AUTO_TEST_CASE(the_difference_step_fits_the_path_found_not_the_one_guessed)
{
  test::ProblemBuilder builder(test::vector({0.2, 1e-6, 0.2}), Vector::Zero(3), test::PlainResidual(fast_rotation));
  std::optional<Groundwork> groundwork;
  BOOST_REQUIRE_EQUAL(solver::solve(builder.problem, {}, &groundwork).status, IDACI_SUCCESS);
  for (int time = 1; time <= 2; ++time) {
    const report::Result result = solver::project(builder.problem, {}, groundwork);
    BOOST_REQUIRE_EQUAL(result.status, IDACI_SUCCESS);
    BOOST_TEST(std::abs(result.variables[2].derivative - std::cos(0.2) * 377e-6) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(a_time_scale_that_has_become_shorter_is_noticed)
{
  test::ProblemBuilder builder(Vector::Zero(3), Vector::Zero(3), test::PlainResidual(chirp));
  std::optional<Groundwork> groundwork;
  BOOST_REQUIRE_EQUAL(solver::solve(builder.problem, {}, &groundwork).status, IDACI_SUCCESS);
  for (const double t : {0.0, 0.1, 3.0, 6.0}) {
    builder.problem.t0 = t;
    const double s = std::exp(t);
    builder.problem.guess_y = test::vector({std::sin(s), s * std::cos(s), 0});
    const report::Result result = solver::project(builder.problem, {}, groundwork);
    BOOST_REQUIRE_EQUAL(result.status, IDACI_SUCCESS);
    BOOST_TEST(std::abs(projected(result, 1) - s * std::cos(s)) < 1e-6 * s);
    BOOST_TEST(std::abs(projected(result, 2) - s * std::cos(s) + s * s * std::sin(s)) < 1e-6 * s * s);
  }
}

BOOST_AUTO_TEST_SUITE_END()
