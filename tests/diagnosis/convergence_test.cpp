// Guesses that are too far away or no numbers, residuals that are not smooth, and successes of IDACalcIC that are none.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "diagnosis/models.hpp"

using namespace diagnosis;

BOOST_AUTO_TEST_SUITE(convergence)

BOOST_AUTO_TEST_CASE(a_guess_on_the_wrong_side_of_inhibition_names_stage_equation_and_residual_history)
{
  // Too much substrate inhibits its own uptake: from there the residual falls towards more and more substrate only.
  Setup setup{.variables = {"biomass", "substrate"},
              .equations = {"growth", "uptake"},
              .y = {1, 6},
              .yp = {0, 0},
              .residual = [](double, const Values& y, const Values& yp, Values& r) {
                r = {yp[0] - y[1], (y[1] - 1) * std::exp(1 - y[1]) + 0.25 * y[0]};
              }};
  setup.held = {"biomass"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_CONV_FAIL, broken.shown());
  BOOST_TEST(broken.names({"stage 0", "uptake", "substrate", "max |residual|", "Start nearer"}), broken.shown());
  setup.y[1] = 0.5;
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_CASE(an_equation_without_real_solution_is_named)
{
  Setup setup = heated_tank();
  setup.residual = [](double, const Values& y, const Values& yp, Values& r) {
    r = {yp[0] + y[2], yp[1] - y[2] + y[3], y[2] - y[0], y[3] * y[3] + 0.5 * y[1]};
  };
  setup.held = {"T"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_CONV_FAIL, broken.shown());
  BOOST_TEST(broken.names({"jacket", "q_jacket", "no solution", "T"}), broken.shown());
}

BOOST_AUTO_TEST_CASE(a_guess_outside_of_the_domain_names_the_equation)
{
  Setup setup = heated_tank();
  setup.y[1] = -5;
  setup.residual = [](double, const Values& y, const Values& yp, Values& r) {
    r = {yp[0] + y[2], yp[1] - y[2] + y[3], y[2] - y[0] * std::sqrt(y[1]), y[3] - 0.5 * (y[1] - 0.9)};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_RES_NOT_FINITE, broken.shown());
  BOOST_TEST(broken.names({"arrhenius", "domain"}), broken.shown());
  setup.y[1] = 1;
  BOOST_TEST(solve(setup).flag == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(a_guess_that_is_no_number_is_named)
{
  Setup setup = pipe_network();
  setup.y[3] = std::numeric_limits<double>::quiet_NaN();
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_ILL_INPUT, broken.shown());
  BOOST_TEST(broken.names({"guess for p", "not finite"}), broken.shown());
}

BOOST_AUTO_TEST_CASE(a_path_with_a_kink_at_the_start_is_named_with_the_time)
{
  // The prescribed path starts like t^(3/2): its second derivative, which the drive needs, does not exist at t = 0.
  Setup setup = lagged_drive(2);
  setup.residual = [](double t, const Values& y, const Values& yp, Values& r) {
    r = {yp[0] - y[1], yp[1] - y[2], y[0] - std::pow(std::abs(t), 1.5)};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_VERIFY_FAIL, broken.shown());
  BOOST_TEST(broken.names({"time derivative of path", "not be smooth at t0", "start just after"}), broken.shown());
  setup.t0 = 1;
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_CASE(values_accepted_by_ida_that_break_a_capacitor_loop_are_found_out)
{
  // IDA_Y_INIT takes y' as given: v1' = v2' = 0 and i1 = i2 = 0 contradict the current of the source.
  Setup setup{.variables = {"v", "i"},
              .equations = {"capacitor", "source"},
              .y = {0, 0},
              .yp = {0, 0},
              .residual = [](double t, const Values& y, const Values& yp, Values& r) {
                r = {2 * yp[0] - y[1], y[0] - std::sin(t)};
              }};
  const StockAnswer stock = stock_calc_ic(setup, {1, 0}, IDA_Y_INIT);
  BOOST_REQUIRE(stock.flag == IDA_SUCCESS);
  setup.y = stock.y;
  setup.yp = stock.yp;
  const Answer judged = check(setup);
  BOOST_TEST(judged.flag == IDACI_INCONSISTENT, judged.shown());
  BOOST_TEST(judged.names({"1st time derivative of source = -1", "v' by 1", "i by 2", "IDACISolve"}), judged.shown());
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  setup.y = repaired.y;
  setup.yp = repaired.yp;
  BOOST_TEST(check(setup).flag == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(a_pendulum_accepted_by_ida_that_leaves_its_circle_is_found_out)
{
  Setup setup = pendulum();
  setup.y = {0.5, -0.8, 0, 0, 10};
  setup.yp = {0, 0, 1, 0, 0};
  const StockAnswer stock = stock_calc_ic(setup, {1, 1, 1, 1, 0}, IDA_Y_INIT);
  BOOST_REQUIRE(stock.flag == IDA_SUCCESS);
  setup.y = stock.y;
  setup.yp = stock.yp;
  const Answer judged = check(setup);
  BOOST_TEST(judged.flag == IDACI_INCONSISTENT, judged.shown());
  BOOST_TEST(judged.names({"rod_length"}), judged.shown());
}

BOOST_AUTO_TEST_CASE(an_equation_that_does_not_hold_is_named_with_its_amount)
{
  Setup setup = pipe_network();
  setup.y = {2, 0.8, 0.4, 1.36};
  setup.yp = {-1.1, 0, 0, 0};
  const Answer judged = check(setup);
  BOOST_TEST(judged.flag == IDACI_INCONSISTENT, judged.shown());
  BOOST_TEST(judged.names({"reservoir = 0.1", "IDACISolve"}), judged.shown());
}

BOOST_AUTO_TEST_SUITE_END()
