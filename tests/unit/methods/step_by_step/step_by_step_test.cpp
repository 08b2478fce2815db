#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

/// s' = d, 0 = d + s + 1 in (s, d).
Vector stock(double, const Vector& y, const Vector& yp)
{
  return test::vector({yp[0] - y[1], y[1] + y[0] + 1});
}

/// Lotka, Volterra: y1' = y1 (2 - y2), y2' = y2 (3 y1 - 1); steady state (1/3, 2).
Vector predator_and_prey(double, const Vector& y, const Vector& yp)
{
  return test::vector({yp[0] - y[0] * (2 - y[1]), yp[1] - y[1] * (3 * y[0] - 1)});
}

const Vector pendulum_guess = test::vector({0.8, -0.7, 0.3, 0.2, 0});

}  // namespace

BOOST_AUTO_TEST_SUITE(step_by_step)

BOOST_AUTO_TEST_CASE(the_pendulum_of_index_three_moves_to_the_nearest_position_and_velocity)
{
  // Position: (0.8, -0.7) / |(0.8, -0.7)|; velocity projected on the tangent; lam and y' from closed forms.
  const test::ProblemBuilder builder(pendulum_guess, Vector::Zero(5), test::pendulum);
  test::MethodRun run(builder.problem);
  run.step_by_step();
  const Vector y = test::vector({0.75257669470687783419, -0.65850460786851810492, 0.22920353982300884956,
                                 0.26194690265486725664, 6.5810806456680387155});
  const Vector yp = test::vector({0.22920353982300884956, 0.26194690265486725664, -4.9527679199162580314,
                                  -5.4763280700732742225, -7.7090973451327433628});
  BOOST_TEST((run.y() - y).cwiseAbs().maxCoeff() < 1e-9);
  BOOST_TEST((run.yp() - yp).cwiseAbs().maxCoeff() < 1e-6);
  for (int j = 0; j < 5; ++j) {
    BOOST_TEST(std::abs(run.y()[j] - y[j]) <= 10 * run.result.error(j, 0));
    BOOST_TEST(std::abs(run.yp()[j] - yp[j]) <= 10 * run.result.error(j, 1));
    BOOST_TEST((run.result.known(j, 0) != 0 && run.result.known(j, 1) != 0));
  }
  BOOST_TEST(run.result.stages.size() == 4U);  // position, velocity, acceleration, derivative of lam
}

BOOST_AUTO_TEST_CASE(held_position_and_velocity_determine_the_rest_of_the_pendulum)
{
  test::ProblemBuilder builder(pendulum_guess, Vector::Zero(5), test::pendulum);
  builder.problem.fixed_y = {1, 0, 1, 0, 0};
  test::MethodRun run(builder.problem);
  run.step_by_step();
  BOOST_TEST((run.y() - test::pendulum_y()).cwiseAbs().maxCoeff() < 1e-9);
  BOOST_TEST((run.yp() - test::pendulum_yp()).cwiseAbs().maxCoeff() < 1e-6);
  BOOST_TEST(run.y()[0] == 0.8);
  BOOST_TEST(run.y()[2] == 0.3);
}

BOOST_AUTO_TEST_CASE(a_held_algebraic_variable_pulls_the_state_that_determines_it)
{
  test::ProblemBuilder builder(test::vector({0, 2}), Vector::Zero(2), stock);
  builder.problem.fixed_y[1] = 1;
  test::MethodRun run(builder.problem);
  run.step_by_step();
  // d = 2 held: s = -d - 1 = -3, s' = d = 2, d' = -s' = -2.
  BOOST_TEST((run.y() - test::vector({-3, 2})).norm() < 1e-12);
  BOOST_TEST((run.yp() - test::vector({2, -2})).norm() < 1e-9);
  BOOST_TEST(run.result.stages.front().stage.merged());
}

BOOST_AUTO_TEST_CASE(without_holding_the_state_stays_and_the_algebraic_variable_follows)
{
  const test::ProblemBuilder builder(test::vector({0, 2}), Vector::Zero(2), stock);
  test::MethodRun run(builder.problem);
  run.step_by_step();
  BOOST_TEST((run.y() - test::vector({0, -1})).norm() < 1e-12);
  BOOST_TEST((run.yp() - test::vector({-1, 1})).norm() < 1e-9);
}

BOOST_AUTO_TEST_CASE(derivatives_held_at_zero_lead_to_a_steady_state)
{
  test::ProblemBuilder builder(test::vector({0.5, 1.5}), Vector::Zero(2), predator_and_prey);
  builder.problem.fixed_yp = {1, 1};
  test::MethodRun run(builder.problem);
  run.step_by_step();
  BOOST_TEST((run.y() - test::vector({1.0 / 3, 2})).norm() < 1e-10);
  BOOST_TEST((run.yp() == Vector::Zero(2)));
}

BOOST_AUTO_TEST_CASE(values_without_equations_stay_exactly_at_the_guess)
{
  const test::ProblemBuilder builder(test::vector({0.5, 1.5}), test::vector({9, 9}), predator_and_prey);
  test::MethodRun run(builder.problem);
  run.step_by_step();
  BOOST_TEST((run.y() == test::vector({0.5, 1.5})));
  BOOST_TEST((run.yp() - test::vector({0.25, 0.75})).norm() < 1e-12);
  BOOST_TEST(run.result.determined(0, 0) == 0);
  BOOST_TEST(run.result.determined(0, 1) == 1);
}

BOOST_AUTO_TEST_CASE(contradicting_held_values_are_named)
{
  test::ProblemBuilder builder(pendulum_guess, Vector::Zero(5), test::pendulum);
  builder.problem.names = problem::Names({"x", "y", "u", "v", "lam"}, {"a", "b", "c", "d", "circle"});
  builder.problem.fixed_y = {1, 1, 0, 0, 0};
  test::MethodRun run(builder.problem);
  BOOST_CHECK_EXCEPTION(run.step_by_step(), support::Error, [](const support::Error& error) {
    const std::string text = error.what();
    return error.flag() == IDACI_OVERDETERMINED && text.find("x, y") != std::string::npos &&
           text.find("circle") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(a_system_whose_structure_deceives_is_refused)
{
  // y1 + t y2 = sin t, y1' + t y2' + 2 y2 = 0: the first, differentiated, cancels the derivatives of the second.
  test::ProblemBuilder builder(test::vector({1, 1}), Vector::Zero(2), [](double t, const Vector& y, const Vector& yp) {
    return test::vector({y[0] + t * y[1] - std::sin(t), yp[0] + t * yp[1] + 2 * y[1]});
  });
  builder.problem.t0 = 1;
  test::MethodRun run(builder.problem);
  BOOST_CHECK_EXCEPTION(run.step_by_step(), support::Error, [](const support::Error& error) {
    return error.flag() == IDACI_NOT_SUPPORTED && std::string(error.what()).find("least squares") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(derivatives_of_algebraic_variables_may_be_missing)
{
  // The residual exists at t0 only, so that it cannot be differentiated; the values need no derivatives.
  test::ProblemBuilder builder(test::vector({0.5, 1}), Vector::Zero(2),
                               [](double t, const Vector& y, const Vector& yp, Vector& r) {
                                 if (t > 0) return 1;
                                 r = test::vector({yp[0] + y[1], y[1] - 3});
                                 return 0;
                               });
  test::MethodRun run(builder.problem);
  run.step_by_step();
  BOOST_TEST((run.y() - test::vector({0.5, 3})).norm() < 1e-13);
  BOOST_TEST(std::abs(run.yp()[0] + 3) < 1e-12);
  BOOST_TEST(run.result.known(1, 1) == 0);
  BOOST_TEST(run.result.messages.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
