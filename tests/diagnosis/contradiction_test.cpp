// Held values and conditions that contradict the equations, and bounds that cannot be kept.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "diagnosis/models.hpp"

using namespace diagnosis;

namespace {

std::string alone(const std::vector<std::string>& names)
{
  std::string text = "Already ";
  for (std::size_t k = 0; k < names.size(); ++k) text += (k == 0 ? "" : ", ") + names[k];
  return text + " alone";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(contradiction)

BOOST_AUTO_TEST_CASE(a_pendulum_held_off_its_circle_names_the_position_and_not_the_velocity)
{
  Setup setup = pendulum();
  setup.y = {0.8, -0.7, 0.3, 0.4, 0};
  setup.held = {"x", "y", "u"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({alone({"x", "y"}), "rod_length", "release one of them"}), broken.shown());
  setup.held = {"x", "u"};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_CASE(capacitors_in_parallel_cannot_start_at_two_voltages)
{
  Setup setup = capacitor_loop();
  setup.y = {1, 3, 0, 0};
  setup.held = {"v1", "v2"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({alone({"v1", "v2"}), "parallel = -2"}), broken.shown());
  setup.held = {"v1"};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(std::abs(repaired.y[1] - 1) < 1e-10);
}

BOOST_AUTO_TEST_CASE(concentrations_that_do_not_add_up_are_a_minimal_set_of_three)
{
  Setup setup = closed_reactor();
  setup.y = {0.7, 0.4, 0.1};
  setup.held = {"c_A", "c_B", "c_C"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({alone({"c_A", "c_B", "c_C"}), "closure = 0.2"}), broken.shown());
  setup.held = {"c_A", "c_B"};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(std::abs(repaired.y[2] + 0.1) < 1e-10);
}

BOOST_AUTO_TEST_CASE(a_slope_that_the_held_values_exclude_is_named_with_them)
{
  Setup setup = heated_tank();
  setup.yp[1] = 5;
  setup.held = {"c", "T"};
  setup.held_derivatives = {"T"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({"T'", "c", "T"}), broken.shown());
  setup.held = {"T"};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_flow_that_the_network_determines_cannot_be_held_at_another_value)
{
  // Equal pressure drops give the narrow pipe half of the wide one's flow: 0.4 of the demand of 1.2.
  Setup setup = pipe_network();
  setup.held = {"level", "q_narrow"};
  setup.y = {2, 0.8, 0.5, 1};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({alone({"q_narrow"}), "junction"}), broken.shown());
  setup.held = {"level"};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(std::abs(repaired.y[2] - 0.4) < 1e-10);
}

BOOST_AUTO_TEST_CASE(an_extra_condition_against_a_held_value_is_named_with_it)
{
  Setup setup = closed_reactor();
  setup.held = {"c_C"};
  setup.condition_count = 1;
  setup.conditions = [](const Values& y, const Values&, Values& b) {
    b[0] = y[0] + y[1] - 2;
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_OVERDETERMINED, broken.shown());
  BOOST_TEST(broken.names({"c_C", "condition 0"}), broken.shown());
  setup.held = {};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_bound_that_the_held_values_break_is_named_with_its_equation)
{
  Setup setup = closed_reactor();
  setup.y = {0.9, 0.4, 0.1};
  setup.held = {"c_A", "c_B"};
  setup.bounds = {0, 0, 1};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_CONSTRAINT_FAIL, broken.shown());
  BOOST_TEST(broken.names({"c_C", "closure", "Relax a constraint"}), broken.shown());
  setup.bounds = {0, 0, 0};
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
}

BOOST_AUTO_TEST_SUITE_END()
