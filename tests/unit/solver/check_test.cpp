#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "ida_consistent_init/solver/solver.hpp"
#include "message.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using report::Result;
using support::Vector;
using test::contains;

namespace {

Result check_pendulum(const Vector& y, const Vector& yp)
{
  test::ProblemBuilder builder(y, yp, test::PlainResidual(test::pendulum));
  builder.problem.names = problem::Names({"x", "y", "u", "v", "lam"}, {"a", "b", "c", "d", "circle"});
  return solver::check(builder.problem, {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(check)

BOOST_AUTO_TEST_CASE(consistent_values_are_accepted)
{
  BOOST_TEST(check_pendulum(test::pendulum_y(), test::pendulum_yp()).status == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(the_derivative_of_a_multiplier_occurs_nowhere_and_does_not_matter)
{
  Vector yp = test::pendulum_yp();
  yp[4] = 1234;
  BOOST_TEST(check_pendulum(test::pendulum_y(), yp).status == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(a_residual_that_does_not_vanish_is_named)
{
  Vector yp = test::pendulum_yp();
  yp[2] += 1e-3;
  const Result result = check_pendulum(test::pendulum_y(), yp);
  BOOST_TEST(result.status == IDACI_INCONSISTENT);
  BOOST_TEST(contains(result, "residual does not vanish: c = 0.001"));
  BOOST_TEST(contains(result, "0.001"));
}

BOOST_AUTO_TEST_CASE(a_velocity_off_the_tangent_violates_a_hidden_constraint)
{
  // On the circle, F = 0, but x u + y v = 0.8 * 0.1: the rod would have to stretch.
  const Result result = check_pendulum(test::vector({0.8, -0.6, 0.1, 0, 0}), test::vector({0.1, 0, 0, -9.81, 0}));
  BOOST_TEST(result.status == IDACI_INCONSISTENT);
  BOOST_TEST(contains(result, "hidden constraints are violated"));
  BOOST_TEST(contains(result, "circle"));
  BOOST_TEST(contains(result, "u by"));
}

BOOST_AUTO_TEST_CASE(a_multiplier_that_does_not_balance_the_forces_violates_a_hidden_constraint)
{
  // Position and velocity are right, F = 0 with free fall, but the rod must pull.
  const Result result = check_pendulum(test::vector({0.8, -0.6, 0.3, 0.4, 0}), test::vector({0.3, 0.4, 0, -9.81, 0}));
  BOOST_TEST(result.status == IDACI_INCONSISTENT);
  BOOST_TEST(contains(result, "hidden constraints are violated"));
  BOOST_TEST(contains(result, "lam by"));
}

BOOST_AUTO_TEST_CASE(held_components_play_no_part)
{
  test::ProblemBuilder builder(test::vector({0.8, -0.6, 0.1, 0, 0}), test::vector({0.1, 0, 0, -9.81, 0}),
                               test::PlainResidual(test::pendulum));
  builder.problem.fixed_y = {1, 1, 1, 1, 1};
  BOOST_TEST(solver::check(builder.problem, {}).status == IDACI_INCONSISTENT);
}

BOOST_AUTO_TEST_CASE(a_fatal_residual_stays_a_failure)
{
  const test::ProblemBuilder builder(Vector::Ones(1), Vector::Ones(1),
                                     [](double, const Vector&, const Vector&, Vector&) { return -1; });
  BOOST_TEST(solver::check(builder.problem, {}).status == IDACI_RES_FAIL);
}

BOOST_AUTO_TEST_CASE(nothing_of_the_problem_is_changed)
{
  test::ProblemBuilder builder(test::vector({0.8, -0.7, 0.3, 0.2, 0}), Vector::Zero(5),
                               test::PlainResidual(test::pendulum));
  solver::check(builder.problem, {});
  BOOST_TEST((builder.problem.guess_y == test::vector({0.8, -0.7, 0.3, 0.2, 0})));
  BOOST_TEST((builder.problem.guess_yp == Vector::Zero(5)));
}

BOOST_AUTO_TEST_SUITE_END()
