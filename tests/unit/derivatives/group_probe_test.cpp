#include "ida_consistent_init/derivatives/group_probe.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::Place;
using support::Vector;

namespace {

using PlacesInOrder = std::set<std::tuple<bool, int, int>>;

PlacesInOrder in_order(const std::vector<Place>& places)
{
  PlacesInOrder set;
  for (const Place& place : places) set.insert({place.of_derivative, place.equation, place.variable});
  return set;
}

/* F_i = y_i' + (0 y_(i+1)) y_(i-1)' for even i, F_i = y_i y_(i-1) for odd i; variables renumbered. */
test::ProblemBuilder ring(int length, bool shuffled)
{
  std::vector<int> number(length);
  std::iota(number.begin(), number.end(), 0);
  std::mt19937 generator(1);
  if (shuffled) std::shuffle(number.begin(), number.end(), generator);
  return {Vector::Ones(length), Vector::Zero(length), [length, number](double, const Vector& y, const Vector& yp) {
            Vector r(length);
            for (int i = 0; i < length; ++i) {
              const int here = number[i], left = number[(i + length - 1) % length], right = number[(i + 1) % length];
              r[i] = i % 2 == 0 ? yp[here] + 0 * y[right] * yp[left] : y[here] * y[left];
            }
            return r;
          }};
}

/* Closes for all variables as soon as any one is NaN. */
Vector shy(double, const Vector& y, const Vector& yp)
{
  return y.sum() > 0 ? Vector(yp + y) : Vector::Zero(y.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(group_probe)

BOOST_AUTO_TEST_CASE(groups_show_what_single_components_show)
{
  for (const int length : {1, 2, 63, 64, 65, 500}) {
    for (const bool shuffled : {false, true}) {
      BOOST_TEST_CONTEXT("length " << length << (shuffled ? ", shuffled" : ""))
      {
        const test::ProblemBuilder builder = ring(length, shuffled);
        const auto places = derivatives::probe_groups_with_nan(builder.problem);
        BOOST_REQUIRE(places.has_value());
        BOOST_TEST((in_order(*places) == in_order(derivatives::probe_with_nan(builder.problem))));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(residual_calls_grow_with_the_logarithm_of_the_number_of_neighbouring_equations)
{
  const auto calls = [](int length) {
    const test::ProblemBuilder builder = ring(length, false);
    BOOST_REQUIRE(derivatives::probe_groups_with_nan(builder.problem).has_value());
    return builder.problem.residual->evaluations();
  };
  BOOST_TEST(calls(4000) < 300);
  BOOST_TEST(calls(16000) - calls(4000) < 60);
}

BOOST_AUTO_TEST_CASE(a_residual_in_which_one_nan_hides_the_others_is_left_to_single_probes)
{
  const test::ProblemBuilder builder(Vector::Ones(200), Vector::Zero(200), shy);
  BOOST_TEST(!derivatives::probe_groups_with_nan(builder.problem).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
