#include "ida_consistent_init/derivatives/probe.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>
#include <tuple>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::Occurrence;
using derivatives::Place;
using support::Vector;

namespace {

using PlaceSet = std::set<std::tuple<int, int, bool>>;

PlaceSet set_of(const std::vector<Place>& places)
{
  PlaceSet set;
  for (const Place& place : places) set.insert({place.equation, place.variable, place.of_derivative});
  return set;
}

/// F1 = y1' + 0 y2, F2 = max(y2, 0).
Vector swallowing(double, const Vector& y, const Vector& yp)
{
  return test::vector({yp[0] + 0 * y[1], std::fmax(y[1], 0.0)});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(probe)

BOOST_AUTO_TEST_CASE(nan_probing_sees_products_with_zero_but_not_through_fmax)
{
  const test::ProblemBuilder builder(test::vector({1, 1}), test::vector({1, 1}), swallowing);
  BOOST_TEST((set_of(derivatives::probe_with_nan(builder.problem)) == PlaceSet{{0, 0, true}, {0, 1, false}}));
  BOOST_TEST(builder.problem.residual->evaluations() <= 4 + 3);
}

BOOST_AUTO_TEST_CASE(changes_see_through_fmax_but_no_products_with_zero)
{
  const test::ProblemBuilder builder(test::vector({1, 1}), test::vector({1, 1}), swallowing);
  std::vector<Place> places;
  derivatives::add_by_changes(builder.problem, places);
  BOOST_TEST((set_of(places) == PlaceSet{{0, 0, true}, {1, 1, false}}));
}

BOOST_AUTO_TEST_CASE(a_pattern_offers_each_entry_for_value_and_derivative)
{
  const auto places = derivatives::candidates_from(problem::make_sparsity(2, {{0, 1}, {1, 0}}));
  BOOST_TEST((set_of(places) == PlaceSet{{0, 1, false}, {0, 1, true}, {1, 0, false}, {1, 0, true}}));
}

BOOST_AUTO_TEST_CASE(an_occurrence_has_flags_along_the_common_pattern)
{
  const Occurrence occurrence = derivatives::make_occurrence(2, {{0, 0, true}, {0, 1, false}, {0, 1, true}});
  BOOST_TEST(occurrence.sparsity.column == (std::vector<int>{0, 1}), boost::test_tools::per_element());
  BOOST_TEST((occurrence.of_y == std::vector<char>{0, 1}));
  BOOST_TEST((occurrence.of_yp == std::vector<char>{1, 1}));
}

BOOST_AUTO_TEST_CASE(confirmation_clears_flags_and_never_sets_them)
{
  const test::ProblemBuilder builder(test::vector({1, 1}), test::vector({1, 1}), swallowing);
  Occurrence occurrence = derivatives::make_occurrence(2, {{0, 0, true}, {0, 1, false}, {1, 0, false}});
  derivatives::confirm_by_changes(builder.problem, occurrence);
  const auto flag = [&](int i, int j, bool of_derivative) {
    return (of_derivative ? occurrence.of_yp : occurrence.of_y)[occurrence.sparsity.find(i, j)] != 0;
  };
  BOOST_TEST(flag(0, 0, true));
  BOOST_TEST(!flag(0, 1, false));
  BOOST_TEST(!flag(1, 0, false));
  BOOST_TEST(occurrence.sparsity.find(1, 1) == -1);
}

BOOST_AUTO_TEST_CASE(a_residual_that_does_not_repeat_its_bits_is_not_probed_by_changes)
{
  double last_bit = 1e-16;
  const test::ProblemBuilder builder(test::vector({1, 1}), test::vector({1, 1}),
                                     [&](double, const Vector& y, const Vector& yp, Vector& r) {
                                       last_bit *= -1.1;
                                       r = test::vector({yp[0] + last_bit, y[1] + last_bit});
                                       return 0;
                                     });
  std::vector<Place> places = derivatives::probe_with_nan(builder.problem);
  derivatives::add_by_changes(builder.problem, places);
  BOOST_TEST((set_of(places) == PlaceSet{{0, 0, true}, {1, 1, false}}));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_evaluated_is_kept_as_given)
{
  const test::ProblemBuilder builder(test::vector({1}), test::vector({1}),
                                     [](double, const Vector&, const Vector&, Vector&) { return 1; });
  Occurrence occurrence = derivatives::make_occurrence(1, {{0, 0, true}});
  derivatives::confirm_by_changes(builder.problem, occurrence);
  BOOST_TEST((occurrence.of_yp == std::vector<char>{1}));
}

BOOST_AUTO_TEST_CASE(a_point_beside_another_moves_every_component_a_little_and_reproducibly)
{
  const Vector x = test::vector({0, 1e6, -1e-9});
  const Vector moved = derivatives::beside(x, 5, 1e-3);
  for (int k = 0; k < 3; ++k) {
    const double distance = std::abs(moved[k] - x[k]);
    BOOST_TEST(distance > 0.0);
    BOOST_TEST(distance <= 1e-3 * std::max(std::abs(x[k]), 1.0));
  }
  BOOST_TEST((moved == derivatives::beside(x, 5, 1e-3)));
  BOOST_TEST((moved != derivatives::beside(x, 6, 1e-3)));
}

BOOST_AUTO_TEST_SUITE_END()
