#include "ida_consistent_init/methods/step_by_step/cancelling_combination.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

std::optional<problem::Combination> found_in(const problem::Problem& problem)
{
  test::MethodRun run(problem);
  return methods::cancelling_combination(run.array, problem, run.structure.offsets, run.result.jet);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cancelling_combination)

BOOST_AUTO_TEST_CASE(coefficients_of_coupled_capacitors_are_exact_although_the_jacobian_is_by_differences)
{
  test::ProblemBuilder builder(test::vector({0.3, 0.7, 0.2}), test::vector({0.1, 0.2, 0.4}),
                               [](double, const Vector& y, const Vector& yp) {
                                 const double current = 1e-3 * (yp[0] - yp[1]);
                                 return test::vector({current + std::sin(y[0]), -current + y[1] * y[2], yp[2] - y[0]});
                               });
  const auto combination = found_in(builder.problem);
  BOOST_REQUIRE(combination.has_value());
  BOOST_REQUIRE(combination->equations().size() == 1);
  const auto& equation = combination->equations()[0];
  BOOST_REQUIRE(equation.others.size() == 1);
  BOOST_TEST(equation.target + equation.others[0].first == 1);
  BOOST_TEST(equation.others[0].second == 1.0);
}

BOOST_AUTO_TEST_CASE(coefficients_that_are_no_simple_fraction_are_found_to_round_off)
{
  const double ratio = std::sqrt(2.0) / 3;
  test::ProblemBuilder builder(test::vector({0.3, 0.7}), test::vector({0.1, 0.2}),
                               [=](double t, const Vector& y, const Vector& yp) {
                                 const double current = yp[0] - yp[1] + y[0] * y[1];
                                 return test::vector({current, ratio * current + y[0] - std::sin(t)});
                               });
  const auto combination = found_in(builder.problem);
  BOOST_REQUIRE(combination.has_value());
  const auto& equation = combination->equations()[0];
  const double expected = equation.target == 1 ? -ratio : -1 / ratio;
  BOOST_TEST(std::abs(equation.others[0].second - expected) < 1e-14);
}

BOOST_AUTO_TEST_CASE(each_of_many_pairs_gives_its_own_sum)
{
  constexpr int pairs = 260;  // beyond what is factored densely
  const auto residual = [](double, const Vector& y, const Vector& yp) {
    Vector r(2 * pairs);
    for (int k = 0; k < pairs; ++k) {
      const double current = (1 + k) * (yp[2 * k] - yp[2 * k + 1]);
      r[2 * k] = current + y[2 * k] + (k > 0 ? y[2 * k - 1] : 0.0);
      r[2 * k + 1] = y[2 * k + 1] * y[2 * k + 1] - 2 * current;
    }
    return r;
  };
  test::ProblemBuilder builder(Vector::LinSpaced(2 * pairs, 0.5, 1.5), Vector::LinSpaced(2 * pairs, -1, 1), residual);
  const auto combination = found_in(builder.problem);
  BOOST_REQUIRE(combination.has_value());
  BOOST_TEST(combination->equations().size() == pairs);
  for (const auto& equation : combination->equations()) {
    BOOST_REQUIRE(equation.others.size() == 1);
    BOOST_TEST(equation.others[0].first / 2 == equation.target / 2);
    BOOST_TEST(equation.others[0].second == (equation.target % 2 == 1 ? 2.0 : 0.5));
  }
}

BOOST_AUTO_TEST_CASE(nothing_where_the_structure_tells_the_truth)
{
  test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  BOOST_TEST(!found_in(builder.problem).has_value());
}

BOOST_AUTO_TEST_CASE(nothing_where_the_coefficients_change_from_point_to_point)
{
  // y[0] times the first equation would cancel, but only here.
  test::ProblemBuilder builder(test::vector({0.3, 0.7}), test::vector({0.1, 0.2}),
                               [](double, const Vector& y, const Vector& yp) {
                                 const double rate = yp[0] - yp[1];
                                 return test::vector({rate + y[1], y[0] * rate + y[1] * y[1]});
                               });
  BOOST_TEST(!found_in(builder.problem).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
