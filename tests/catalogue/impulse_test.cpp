// The method impulse with the dense solver on the cases of the catalogue whose structure is the true one.
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "catalogue/case.hpp"
#include "gallery/solve_case.hpp"
#include "selection.hpp"

BOOST_AUTO_TEST_CASE(impulse_finds_the_reference_where_it_is_unique_or_says_why_not)
{
  int solved = 0;
  for (const catalogue::Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    const auto held = std::accumulate(the_case.fixed.begin(), the_case.fixed.end(), 0) +
                      std::accumulate(the_case.fixed_derivatives.begin(), the_case.fixed_derivatives.end(), 0);
    const bool unique = held > 0 || the_case.dof == 0;
    if (!catalogue_test::is_solvable_step_by_step(the_case) || !unique || the_case.n > 400) continue;
    const gallery::Answer answer = gallery::solve_case(the_case, {IDACI_IMPULSE, true});
    BOOST_TEST_CONTEXT("case " << the_case.name)
    {
      if (answer.flag == IDACI_SUCCESS) {
        ++solved;
        BOOST_TEST(gallery::error_in_y(the_case, answer) <= 1e-8);
      } else {
        BOOST_TEST(!answer.message.empty());
        BOOST_TEST(answer.y == the_case.guess_y, boost::test_tools::per_element());
      }
    }
  }
  BOOST_TEST(solved >= 36);
}
