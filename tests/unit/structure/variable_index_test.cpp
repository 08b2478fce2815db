#include "ida_consistent_init/structure/variable_index.hpp"

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/structure/structure.hpp"
#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

void check_index(const Signature& signature, const std::vector<int>& expected)
{
  const Analysis analysis = analyse(signature, 10);
  BOOST_REQUIRE(analysis.verdict == Verdict::regular);
  BOOST_TEST(analysis.structure.variable_index == expected, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(variable_indices)

BOOST_AUTO_TEST_CASE(pendulum_positions_velocities_and_force_have_index_1_2_3)
{
  check_index(test::pendulum_index3(), {1, 1, 2, 2, 3});
}

BOOST_AUTO_TEST_CASE(pendulum_with_velocity_constraint_has_force_of_index_2)
{
  check_index(test::pendulum_index2(), {1, 1, 1, 1, 2});
}

BOOST_AUTO_TEST_CASE(pendulum_with_acceleration_constraint_has_states_and_force_of_index_1)
{
  check_index(test::pendulum_index1(), {0, 0, 0, 0, 1});
}

BOOST_AUTO_TEST_CASE(reactor_variables_along_a_chain_of_blocks_have_index_1_2_2_3)
{
  check_index(test::exothermic_reactor(), {1, 2, 2, 3});
}

BOOST_AUTO_TEST_CASE(semi_explicit_index_1_system_has_a_state_and_an_algebraic_variable)
{
  check_index(test::spiteri_example1(), {0, 1});
}

BOOST_AUTO_TEST_CASE(circuit_loop_current_and_cutset_voltage_have_index_2)
{
  check_index(test::mna_index2(), {1, 1, 2, 1, 2, 1, 1, 1});
}

BOOST_AUTO_TEST_CASE(wheel_spin_driven_by_the_contact_force_has_index_2_and_angle_and_bristle_are_states)
{
  check_index(test::contact_multibody(), {1, 1, 0, 2, 2, 2, 0, 3, 1});
}

BOOST_AUTO_TEST_CASE(an_implicit_ode_has_states_only)
{
  check_index(test::signature_of({{{0, 1}, {0}}, {{0, 1}, {1}}}), {0, 0});
}

BOOST_AUTO_TEST_SUITE_END()
