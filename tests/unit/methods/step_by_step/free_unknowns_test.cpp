#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"

#include <boost/test/unit_test.hpp>

using namespace ida_consistent_init;
using methods::Stage;
using Flags = std::vector<char>;

namespace {

/// y0' = y2, y1' = y3, 0 = y0 + y1 and one more for y2, y3 that is not part of the stage.
const problem::Sparsity pattern = problem::make_sparsity(4, {{0, 0}, {0, 2}, {1, 1}, {1, 3}, {2, 0}, {2, 1}});

}  // namespace

BOOST_AUTO_TEST_SUITE(free_unknowns)

BOOST_AUTO_TEST_CASE(one_equation_for_two_unknowns_leaves_both_free)
{
  const Stage stage{0, 0, {{2, 0}}, {{0, 0}, {1, 0}}, {}};
  BOOST_TEST((methods::structurally_determined(stage, pattern) == Flags{0, 0}));
}

BOOST_AUTO_TEST_CASE(as_many_equations_as_unknowns_determine_all)
{
  const Stage stage{0, 0, {{2, 1}, {0, 0}}, {{0, 1}, {1, 1}}, {}};
  BOOST_TEST((methods::structurally_determined(stage, pattern) == Flags{1, 1}));
}

BOOST_AUTO_TEST_CASE(freedom_spreads_over_equations_but_not_beyond)
{
  // F0 = (y0', y2) and F1 = (y1', y3) with unknowns y0', y2 and y1' only: the second pair is determined.
  const Stage stage{0, 0, {{0, 0}, {1, 0}}, {{0, 1}, {2, 0}, {1, 1}}, {}};
  BOOST_TEST((methods::structurally_determined(stage, pattern) == Flags{0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(an_unknown_that_no_equation_of_the_stage_contains_is_free)
{
  const Stage stage{0, 0, {{0, 0}}, {{0, 1}, {3, 0}}, {}};
  BOOST_TEST((methods::structurally_determined(stage, pattern) == Flags{1, 0}));
}

BOOST_AUTO_TEST_CASE(nearness_to_the_guess_fixes_values_and_what_follows_from_them)
{
  // Unknowns y0', y1', y2, y3 of F0, F1 and F2': with y2 and y3 chosen, the derivatives follow.
  const Stage velocity{0, 0, {{0, 0}, {1, 0}, {2, 1}}, {{0, 1}, {1, 1}, {2, 0}, {3, 0}}, {}};
  BOOST_TEST((methods::structurally_determined(velocity, pattern) == Flags{0, 0, 0, 0}));
  BOOST_TEST((methods::structurally_unique(velocity, pattern) == Flags{1, 1, 1, 1}));
  // F2' alone ties two derivatives together that nothing else fixes.
  const Stage derivatives_only{0, 0, {{2, 1}}, {{0, 1}, {1, 1}, {2, 0}}, {}};
  BOOST_TEST((methods::structurally_unique(derivatives_only, pattern) == Flags{0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(rows_that_no_unknowns_can_match_are_deficient_whatever_the_values)
{
  // y0 in both rows, y1 in the second: with y1 held two rows share one unknown.
  const problem::Sparsity sparsity = problem::make_sparsity(2, {{0, 0}, {1, 0}, {1, 1}});
  Stage stage{.first = 0, .last = 0, .rows = {{0, 0}, {1, 0}}, .columns = {{0, 0}, {1, 0}}};
  BOOST_TEST(!methods::structurally_deficient(stage, sparsity));
  stage.columns = {{0, 0}};
  BOOST_TEST(methods::structurally_deficient(stage, sparsity));
}

BOOST_AUTO_TEST_SUITE_END()
