#include "ida_consistent_init/structure/blocks.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>

#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

Blocks blocks_of(const Signature& signature)
{
  const Assignment assignment = highest_value_transversal(signature);
  return block_triangular_form(signature, canonical_offsets(signature, assignment, signature.n).value(), assignment);
}

/* reaches[i][l]: equation i depends on equation l through entries of J, by Warshall's transitive closure. */
std::vector<std::vector<char>> closure(const Pattern& jacobian, const Assignment& assignment)
{
  const int n = jacobian.rows;
  std::vector<std::vector<char>> reaches(n, std::vector<char>(n, 0));
  for (int i = 0; i < n; ++i) {
    for (int k = jacobian.row_start[i]; k < jacobian.row_start[i + 1]; ++k) {
      reaches[i][assignment.row_of_column[jacobian.column[k]]] = 1;
    }
  }
  for (int via = 0; via < n; ++via) {
    for (int i = 0; i < n; ++i) {
      for (int l = 0; l < n; ++l) reaches[i][l] |= reaches[i][via] && reaches[via][l];
    }
  }
  return reaches;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(blocks)

BOOST_AUTO_TEST_CASE(equations_of_random_systems_share_a_block_exactly_if_they_depend_on_each_other)
{
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> size(2, 9);
  int several_blocks = 0, regular = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const Signature signature = test::random_signature(size(generator), 0.3, generator);
    const Assignment assignment = highest_value_transversal(signature);
    if (!assignment.complete) continue;
    ++regular;
    const Offsets offsets = canonical_offsets(signature, assignment, signature.n).value();
    const Blocks found = block_triangular_form(signature, offsets, assignment);
    several_blocks += found.count > 1;
    const Pattern jacobian = system_jacobian_pattern(signature, offsets);
    const auto reaches = closure(jacobian, assignment);
    for (int i = 0; i < signature.n; ++i) {
      BOOST_TEST(found.of_variable[assignment.column_of_row[i]] == found.of_equation[i]);
      for (int k = jacobian.row_start[i]; k < jacobian.row_start[i + 1]; ++k) {
        BOOST_TEST(found.of_variable[jacobian.column[k]] <= found.of_equation[i]);
      }
      for (int l = 0; l < signature.n; ++l) {
        const bool together = i == l || (reaches[i][l] && reaches[l][i]);
        BOOST_TEST(together == (found.of_equation[i] == found.of_equation[l]));
      }
    }
    BOOST_TEST(*std::max_element(found.of_equation.begin(), found.of_equation.end()) == found.count - 1);
  }
  BOOST_TEST(regular >= 50);
  BOOST_TEST(several_blocks >= 20);
}

BOOST_AUTO_TEST_CASE(the_pendulum_is_one_block_at_index_3)
{
  BOOST_TEST(blocks_of(test::pendulum_index3()).count == 1);
}

BOOST_AUTO_TEST_CASE(the_positions_of_the_index_2_pendulum_are_blocks_of_their_own)
{
  const Blocks found = blocks_of(test::pendulum_index2());
  BOOST_TEST(found.count == 3);
  BOOST_TEST(found.of_variable[0] != found.of_variable[1]);
  BOOST_TEST(found.of_variable[2] == found.of_variable[3]);
  BOOST_TEST(found.of_variable[2] == found.of_variable[4]);
}

BOOST_AUTO_TEST_CASE(the_reactor_is_solved_from_the_prescribed_concentration_to_the_cooling_temperature)
{
  const Blocks found = blocks_of(test::exothermic_reactor());
  const std::vector<int> of_variable{0, 1, 2, 3}, of_equation{1, 0, 3, 2};
  BOOST_TEST(found.count == 4);
  BOOST_TEST(found.of_variable == of_variable, boost::test_tools::per_element());
  BOOST_TEST(found.of_equation == of_equation, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_empty_system_has_no_blocks)
{
  BOOST_TEST(blocks_of(make_signature(0, {})).count == 0);
}

BOOST_AUTO_TEST_SUITE_END()
