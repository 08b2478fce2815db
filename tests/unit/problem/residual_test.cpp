#include "ida_consistent_init/problem/residual.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using problem::Outcome;
using support::Vector;

namespace {

/// Outcome of one call of a residual of two components at y = (1, 2), y' = (3, 4), t = 0.5.
Outcome outcome_of(const test::ResidualFunction& function, Vector& r)
{
  test::ProblemBuilder builder(test::vector({1, 2}), test::vector({3, 4}), function);
  return builder.problem.residual->evaluate(0.5, builder.problem.guess_y, builder.problem.guess_yp, r);
}

bool is_residual_failure(const test::ResidualFunction& function, const std::string& part_of_message)
{
  Vector r;
  try {
    outcome_of(function, r);
  } catch (const support::Error& error) {
    return error.flag() == IDACI_RES_FAIL && std::string(error.what()).find(part_of_message) != std::string::npos;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(residual)

BOOST_AUTO_TEST_CASE(arguments_arrive_and_values_return)
{
  Vector r;
  const Outcome outcome = outcome_of(
      [](double t, const Vector& y, const Vector& yp, Vector& value) {
        value = test::vector({t + 10 * y[0] + 100 * y[1], yp[0] + 10 * yp[1]});
        return 0;
      },
      r);
  BOOST_TEST((outcome == Outcome::ok));
  BOOST_TEST(r[0] == 210.5);
  BOOST_TEST(r[1] == 43.0);
}

BOOST_AUTO_TEST_CASE(a_component_that_is_forgotten_counts_as_not_finite)
{
  Vector r;
  const Outcome outcome = outcome_of(
      [](double, const Vector&, const Vector&, Vector& value) {
        value[0] = 1;
        return 0;
      },
      r);
  BOOST_TEST((outcome == Outcome::not_finite));
  BOOST_TEST(r[0] == 1.0);
  BOOST_TEST(std::isnan(r[1]));
}

BOOST_AUTO_TEST_CASE(an_infinite_component_is_not_finite)
{
  Vector r;
  const Outcome outcome = outcome_of(
      [](double, const Vector&, const Vector&, Vector& value) {
        value = test::vector({0, -std::numeric_limits<double>::infinity()});
        return 0;
      },
      r);
  BOOST_TEST((outcome == Outcome::not_finite));
}

BOOST_AUTO_TEST_CASE(a_positive_return_value_is_recoverable_whatever_the_values_are)
{
  Vector r;
  const Outcome outcome = outcome_of(
      [](double, const Vector&, const Vector&, Vector& value) {
        value.setZero();
        return 3;
      },
      r);
  BOOST_TEST((outcome == Outcome::recoverable));
}

BOOST_AUTO_TEST_CASE(a_negative_return_value_and_exceptions_of_any_kind_are_failures)
{
  const auto negative = [](double, const Vector&, const Vector&, Vector&) {
    return -7;
  };
  BOOST_TEST(is_residual_failure(negative, "-7"));
  const auto exception = [](double, const Vector&, const Vector&, Vector&) -> int {
    throw std::runtime_error("table exhausted");
  };
  BOOST_TEST(is_residual_failure(exception, "table exhausted"));
  const auto number = [](double, const Vector&, const Vector&, Vector&) -> int {
    throw 5;
  };
  BOOST_TEST(is_residual_failure(number, "t = 0.5"));
}

BOOST_AUTO_TEST_CASE(calls_are_counted)
{
  test::ProblemBuilder builder(test::vector({1}), test::vector({0}),
                               [](double, const Vector& y, const Vector&) -> Vector { return y; });
  problem::Residual& residual = *builder.problem.residual;
  BOOST_TEST(residual.evaluations() == 0);
  Vector r;
  residual.evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r);
  residual.evaluate(1, builder.problem.guess_y, builder.problem.guess_yp, r);
  BOOST_TEST(residual.evaluations() == 2);
  BOOST_TEST(residual.size() == 1);
}

BOOST_AUTO_TEST_CASE(a_call_beyond_the_limit_is_refused_also_through_combined_residuals)
{
  int calls = 0;
  test::ProblemBuilder builder(test::vector({1}), test::vector({0}),
                               [&](double, const Vector& y, const Vector&) -> Vector {
                                 ++calls;
                                 return y;
                               });
  problem::Residual& residual = *builder.problem.residual;
  residual.limit_evaluations(3);
  const auto combined = residual.combined({});
  Vector r;
  residual.evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r);
  combined->evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r);
  residual.evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r);
  const auto is_limit = [](const support::Error& error) {
    return error.flag() == IDACI_CONV_FAIL && std::string(error.what()).find("3 evaluations") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(residual.evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r), support::Error,
                        is_limit);
  BOOST_CHECK_EXCEPTION(combined->evaluate(0, builder.problem.guess_y, builder.problem.guess_yp, r), support::Error,
                        is_limit);
  BOOST_TEST(calls == 3);
}

BOOST_AUTO_TEST_SUITE_END()
