// Values that nothing determines, id vectors, derivatives that stay open, tolerances that do not fit the values.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <sstream>

#include "diagnosis/models.hpp"

using namespace diagnosis;

namespace {

/// The names between "set" and "in y0".
std::vector<std::string> told_to_hold(const std::string& message)
{
  const std::string before = "set ", after = " in y0";
  const std::size_t start = message.find(before), end = message.find(after);
  if (start == std::string::npos || end == std::string::npos) return {};
  std::istringstream list(message.substr(start + before.size(), end - start - before.size()));
  std::vector<std::string> names;
  for (std::string name; std::getline(list >> std::ws, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(freedom)

BOOST_AUTO_TEST_CASE(a_pendulum_with_nothing_held_is_told_what_is_free_and_what_to_hold)
{
  Setup setup = pendulum();
  const Answer free = solve(setup);
  BOOST_TEST(free.flag == IDACI_SUCCESS, free.shown());
  BOOST_TEST(free.names({"2 initial values", "x, y, u, v", "IDACISetFixed"}), free.shown());
  setup.held = told_to_hold(free.message);
  BOOST_TEST(setup.held.size() == 2U);
  const Answer held = solve(setup);
  BOOST_TEST(held.flag == IDACI_SUCCESS, held.shown());
  BOOST_TEST(held.message.empty(), held.shown());
}

BOOST_AUTO_TEST_CASE(a_circuit_is_told_to_hold_its_states)
{
  Setup setup = ladder_circuit();
  const Answer free = solve(setup);
  BOOST_TEST(free.flag == IDACI_SUCCESS, free.shown());
  BOOST_TEST(free.names({"2 initial values are free", "set v_1, i_coil in y0"}), free.shown());
  BOOST_TEST(!free.names({"v_in"}), free.shown());
  setup.held = {"v_1", "i_coil"};
  const Answer held = solve(setup);
  BOOST_TEST(held.flag == IDACI_SUCCESS, held.shown());
  BOOST_TEST(held.message.empty(), held.shown());
}

BOOST_AUTO_TEST_CASE(one_held_value_too_few_leaves_one_to_suggest)
{
  Setup setup = closed_reactor();
  setup.held = {"c_A"};
  const Answer free = solve(setup);
  BOOST_TEST(free.flag == IDACI_SUCCESS, free.shown());
  BOOST_TEST(free.names({"1 initial value is free", "set c_B in y0"}), free.shown());
}

BOOST_AUTO_TEST_CASE(a_force_declared_differential_is_contradicted_by_the_structure)
{
  const Answer answer = attach_with_indices(pendulum(), {1, 1, 2, 2, 0});
  BOOST_TEST(answer.flag == IDACI_SUCCESS, answer.shown());
  BOOST_TEST(answer.names({"force as 0 (it has 3)", "0 for force"}), answer.shown());
}

BOOST_AUTO_TEST_CASE(an_ida_program_with_a_wrong_id_vector_reads_the_right_one_in_the_report)
{
  Setup setup = ladder_circuit();
  const StockAnswer stock = stock_calc_ic(setup, {1, 1, 1, 1}, IDA_YA_YDP_INIT);
  BOOST_TEST(stock.flag < 0);
  const Answer answer = solve(setup);
  BOOST_TEST(answer.report.find("0 for v_in, v_out") != std::string::npos, answer.report);
  const StockAnswer repaired = stock_calc_ic(setup, {0, 1, 1, 0}, IDA_YA_YDP_INIT);
  BOOST_TEST(repaired.flag == IDA_SUCCESS);
}

BOOST_AUTO_TEST_CASE(a_force_with_a_kink_has_a_value_but_no_derivative)
{
  // The load of the ladder circuit switches on at t = 0 with a kink of infinite slope.
  Setup setup = ladder_circuit();
  setup.residual = [](double t, const Values& y, const Values& yp, Values& r) {
    r = {y[0] - std::sqrt(std::abs(t)), yp[1] - (y[0] - y[1]) + y[2], 0.5 * yp[2] - (y[1] - y[3]), y[3] - 2 * y[2]};
  };
  const Answer answer = solve(setup);
  BOOST_TEST(answer.flag == IDACI_SUCCESS, answer.shown());
  BOOST_TEST(answer.names({"v_in' could not be determined", "not smooth enough", "IDA does not need them"}),
             answer.shown());
}

BOOST_AUTO_TEST_CASE(an_equation_in_other_units_than_all_others_is_named_with_its_factor)
{
  Setup setup = heated_tank();
  setup.held = {"c", "T"};
  const auto in_usual_units = setup.residual;
  setup.residual = [in_usual_units](double t, const Values& y, const Values& yp, Values& r) {
    in_usual_units(t, y, yp, r);
    r[3] *= 1e-15;
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_SUCCESS, broken.shown());
  BOOST_TEST(broken.names({"badly scaled", "multiply jacket by about 1e+15"}), broken.shown());
  setup.residual = in_usual_units;
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(repaired.message.empty(), repaired.shown());
}

BOOST_AUTO_TEST_CASE(charges_below_the_absolute_tolerance_are_named)
{
  // Picofarads: charges of 1e-12 in a system of volts.
  Setup setup{.variables = {"charge", "v"},
              .equations = {"node", "capacitor"},
              .y = {2e-12, 1},
              .yp = {0, 0},
              .residual = [](double, const Values& y, const Values& yp, Values& r) {
                r = {yp[0] + 1e-6 * y[1], y[0] - 1e-12 * y[1]};
              }};
  setup.held = {"charge"};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_SUCCESS, broken.shown());
  BOOST_TEST(broken.names({"charge", "IDACISetTolerances", "absolute tolerance"}), broken.shown());
  setup.ask = [](IDACIMem ci) {
    IDACISetTolerances(ci, 1e-8, 1e-21);
  };
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(!repaired.names({"absolute tolerance"}), repaired.shown());
  BOOST_TEST(std::abs(repaired.y[1] - 2) < 1e-10);
}

BOOST_AUTO_TEST_SUITE_END()
