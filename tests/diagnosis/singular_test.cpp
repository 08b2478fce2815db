// Redundant and missing equations, and an index that is higher than allowed.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "diagnosis/models.hpp"

using namespace diagnosis;

BOOST_AUTO_TEST_SUITE(singular)

BOOST_AUTO_TEST_CASE(current_balances_of_all_nodes_are_one_too_many)
{
  // Three nodes joined by resistors, a balance for each, and no ground.
  Setup setup{.variables = {"v_a", "v_b", "v_c"},
              .equations = {"node_a", "node_b", "node_c"},
              .y = {1, 0.5, 0},
              .yp = {0, 0, 0},
              .residual = [](double, const Values& y, const Values&, Values& r) {
                const double ab = y[0] - y[1], bc = (y[1] - y[2]) / 2, ca = y[2] - y[0];
                r = {ab - ca - 1, bc - ab, ca - bc + 1};
              }};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_SUCCESS, broken.shown());
  BOOST_TEST(broken.names({"of node_a, node_b, node_c 1 follows", "v_a, v_b, v_c stay undetermined"}), broken.shown());
  const auto floating = setup.residual;
  setup.residual = [floating](double t, const Values& y, const Values& yp, Values& r) {
    floating(t, y, yp, r);
    r[2] = y[2];  // grounded
  };
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(!repaired.names({"dependent"}), repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_rod_constrained_twice_is_named_with_both_forces)
{
  Setup setup = pendulum();
  setup.variables.push_back("second_force");
  setup.equations.push_back("rod_again");
  setup.y.push_back(0);
  setup.yp.push_back(0);
  setup.residual = [](double, const Values& y, const Values& yp, Values& r) {
    const double force = y[4] + 2 * y[5];
    r = {yp[0] - y[2],
         yp[1] - y[3],
         yp[2] + force * y[0],
         yp[3] + force * y[1] + 9.81,
         y[0] * y[0] + y[1] * y[1] - 1,
         2 * (y[0] * y[0] + y[1] * y[1] - 1)};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_SUCCESS, broken.shown());
  BOOST_TEST(broken.names({"of rod_length, rod_again 1 follows", "force, second_force stay undetermined"}),
             broken.shown());
}

BOOST_AUTO_TEST_CASE(a_loop_equation_that_follows_from_the_others_is_named)
{
  // Pressure drops around two meshes and around both of them.
  Setup setup{.variables = {"q_1", "q_2", "q_3"},
              .equations = {"mesh_left", "mesh_right", "mesh_outer"},
              .y = {1, 1, 1},
              .yp = {0, 0, 0},
              .residual = [](double, const Values& y, const Values&, Values& r) {
                r[0] = y[0] * y[0] - y[1] * y[1] - 1;
                r[1] = y[1] * y[1] - y[2] * y[2] + 0.5;
                r[2] = y[0] * y[0] - y[2] * y[2] - 0.5;
              }};
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_SUCCESS, broken.shown());
  BOOST_TEST(broken.names({"of mesh_left, mesh_right, mesh_outer 1 follows", "q_1, q_2, q_3 stay undetermined"}),
             broken.shown());
  setup.equations[2] = "junction";
  const auto meshes = setup.residual;
  setup.residual = [meshes](double t, const Values& y, const Values& yp, Values& r) {
    meshes(t, y, yp, r);
    r[2] = y[0] - y[1] - y[2];
  };
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(!repaired.names({"dependent"}), repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_tank_whose_energy_balance_forgets_the_temperature_has_too_few_equations_for_it)
{
  Setup setup = heated_tank();
  setup.residual = [](double, const Values& y, const Values& yp, Values& r) {
    r = {yp[0] + y[2], yp[0] - y[2] + y[3], y[2] - y[0], y[3] - 0.5 * (y[0] - 0.9)};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_STRUCTURALLY_SINGULAR, broken.shown());
  BOOST_TEST(broken.names({"Too few equations: T occur", "mass, energy, arrhenius, jacket"}), broken.shown());
  setup.residual = heated_tank().residual;
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(!repaired.names({"dependent"}), repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_node_with_two_sources_and_a_node_with_none_are_both_named)
{
  Setup setup = ladder_circuit();
  setup.residual = [](double t, const Values& y, const Values& yp, Values& r) {
    r = {y[0] - std::cos(t), yp[1] - (y[0] - y[1]) + y[2], 0.5 * yp[2] - y[1], y[0] - 2};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_STRUCTURALLY_SINGULAR, broken.shown());
  BOOST_TEST(broken.names({"Too many equations: source, load contain only v_in", "v_out occur in no equation"}),
             broken.shown());
}

BOOST_AUTO_TEST_CASE(a_network_with_two_demands_at_a_junction_has_too_many_equations_for_its_flows)
{
  Setup setup = pipe_network();
  setup.residual = [](double, const Values& y, const Values& yp, Values& r) {
    r = {yp[0] + y[1] + y[2], y[1] - 0.8, y[2] - 0.4, y[1] + y[2] - 1.2};
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_STRUCTURALLY_SINGULAR, broken.shown());
  BOOST_TEST(broken.names({"wide_pipe, narrow_pipe, junction", "q_wide, q_narrow", "p occur in no equation"}),
             broken.shown());
}

BOOST_AUTO_TEST_CASE(a_pendulum_with_index_2_allowed_names_the_rod_and_the_force)
{
  Setup setup = pendulum();
  setup.ask = [](IDACIMem ci) {
    IDACISetMaxIndex(ci, 2);
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_INDEX_TOO_HIGH, broken.shown());
  BOOST_TEST(
      broken.names({"index is 3", "rod_length must be differentiated 2 times", "IDACISetMaxIndex(ci, 3)", "force"}),
      broken.shown());
  setup.ask = [](IDACIMem ci) {
    IDACISetMaxIndex(ci, 3);
  };
  const Answer repaired = solve(setup);
  BOOST_TEST(repaired.flag == IDACI_SUCCESS, repaired.shown());
  BOOST_TEST(!repaired.names({"dependent"}), repaired.shown());
}

BOOST_AUTO_TEST_CASE(a_drive_behind_seven_lags_names_the_path_it_has_to_follow)
{
  const Answer broken = solve(lagged_drive(7));
  BOOST_TEST(broken.flag == IDACI_INDEX_TOO_HIGH, broken.shown());
  BOOST_TEST(
      broken.names({"index is 8", "path must be differentiated 7 times to determine drive", "IDACISetMaxIndex(ci, 8)"}),
      broken.shown());
}

BOOST_AUTO_TEST_CASE(an_index_asserted_wrongly_is_answered_with_the_one_of_the_structure)
{
  Setup setup = capacitor_loop();
  setup.ask = [](IDACIMem ci) {
    IDACISetIndex(ci, 1);
  };
  const Answer broken = solve(setup);
  BOOST_TEST(broken.flag == IDACI_ILL_INPUT, broken.shown());
  BOOST_TEST(broken.names({"IDACISetIndex says index 1", "index 2"}), broken.shown());
  setup.ask = [](IDACIMem ci) {
    IDACISetIndex(ci, 0);
  };
  BOOST_TEST(solve(setup).flag == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_SUITE_END()
