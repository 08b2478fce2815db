#include "ida_consistent_init/structure/structure.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ctime>

#include "signatures.hpp"

using namespace ida_consistent_init::structure;

namespace {

void check_index_and_freedom(const Signature& signature, int index, long degrees_of_freedom)
{
  const Analysis analysis = analyse(signature, 6);
  BOOST_TEST((analysis.verdict == Verdict::regular));
  BOOST_TEST(analysis.structure.index == index);
  BOOST_TEST(analysis.structure.degrees_of_freedom == degrees_of_freedom);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(structure_analysis)

BOOST_AUTO_TEST_CASE(index_and_degrees_of_freedom_of_known_problems_are_found)
{
  check_index_and_freedom(test::pendulum_index3(), 3, 2);
  check_index_and_freedom(test::pendulum_index2(), 2, 3);
  check_index_and_freedom(test::pendulum_index1(), 1, 4);
  check_index_and_freedom(test::exothermic_reactor(), 3, 0);
  check_index_and_freedom(test::spiteri_example1(), 1, 1);
  check_index_and_freedom(test::mna_index2(), 2, 1);
  check_index_and_freedom(test::contact_multibody(), 3, 5);
  check_index_and_freedom(test::signature_of({{{0, 1}, {0}}, {{0, 1}, {1}}}), 0, 2);
}

BOOST_AUTO_TEST_CASE(an_index_above_the_limit_is_reported_whether_or_not_offsets_reach_it)
{
  const Analysis with_offsets = analyse(test::pendulum_index3(), 2);
  BOOST_TEST((with_offsets.verdict == Verdict::index_too_high));
  BOOST_TEST(with_offsets.structure.index == 3);
  BOOST_TEST(with_offsets.structure.offsets.equation.size() == 5u);

  const Analysis stopped = analyse(test::pendulum_index3(), 1);
  BOOST_TEST((stopped.verdict == Verdict::index_too_high));
  BOOST_TEST(stopped.structure.index == 2);
  BOOST_TEST(stopped.structure.offsets.equation.empty());
}

BOOST_AUTO_TEST_CASE(a_structurally_singular_system_comes_with_its_parts)
{
  const Analysis analysis = analyse(test::signature_of({{{0}, {}}, {{}, {0}}}), 6);
  BOOST_TEST((analysis.verdict == Verdict::structurally_singular));
  BOOST_TEST(analysis.singularity.overdetermined_equations.size() == 2u);
  BOOST_TEST(analysis.singularity.underdetermined_variables.size() == 1u);
  BOOST_TEST(analysis.singularity.underdetermined_variables.front() == 1);
}

BOOST_AUTO_TEST_CASE(given_offsets_lead_to_the_same_structure_as_detected_ones)
{
  for (const Signature& signature : {test::pendulum_index3(), test::exothermic_reactor(), test::mna_index2()}) {
    const Structure detected = analyse(signature, 6).structure;
    const Analysis given = analyse_with_offsets(signature, detected.offsets);
    BOOST_TEST((given.verdict == Verdict::regular));
    BOOST_TEST(given.structure.assignment.complete);
    BOOST_TEST(given.structure.index == detected.index);
    BOOST_TEST(given.structure.degrees_of_freedom == detected.degrees_of_freedom);
    BOOST_TEST(given.structure.blocks.count == detected.blocks.count);
    BOOST_TEST(given.structure.variable_index == detected.variable_index, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(an_empty_system_is_regular)
{
  check_index_and_freedom(make_signature(0, {}), 0, 0);
}

BOOST_AUTO_TEST_CASE(a_chain_of_20000_pendulum_links_is_analysed_within_seconds)
{
  const int links = 20000;
  const Signature signature = test::pendulum_chain(links);
  const std::clock_t start = std::clock();
  const Structure found = analyse(signature, 6).structure;
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  BOOST_TEST_MESSAGE("analysed in " << seconds << " s");

  BOOST_TEST(found.index == 3);
  BOOST_TEST(found.degrees_of_freedom == 2L * links);
  BOOST_TEST(found.blocks.count == 1);
  const std::vector<int> c{1, 1, 0, 0, 2}, d{2, 2, 1, 1, 0}, index{1, 1, 2, 2, 3};
  bool as_one_pendulum = true;
  for (int k = 0; k < 5 * links; ++k) {
    as_one_pendulum = as_one_pendulum && found.offsets.equation[k] == c[k % 5] &&
                      found.offsets.variable[k] == d[k % 5] && found.variable_index[k] == index[k % 5];
  }
  BOOST_TEST(as_one_pendulum);
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_SUITE_END()
