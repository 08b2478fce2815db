#include "ida_consistent_init/methods/least_squares/least_squares.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using methods::LeastSquaresFindings;
using support::Error;
using support::Vector;

namespace {

/// Least squares from the guess of a problem, without a structural hint.
struct Run
{
  explicit Run(const problem::Problem& of)
      : occurrence(derivatives::find_occurrence(of)),
        jacobians(of, occurrence.sparsity),
        source(*of.residual, of.t0, {}),
        conditions(of),
        array(source, jacobians, conditions),
        result(of.n, 7)
  {
    result.jet.set_derivative(0, of.guess_y);
    result.jet.set_derivative(1, of.guess_yp);
    findings = methods::least_squares(array, of, solver::signature_of(occurrence), nullptr, {}, result);
  }
  [[nodiscard]] double y(int j) const { return result.jet(j, 0); }
  [[nodiscard]] double yp(int j) const { return result.jet(j, 1); }

  derivatives::Occurrence occurrence;
  derivatives::JacobianSource jacobians;
  derivatives::DifferenceSource source;
  derivatives::ConditionRows conditions;
  derivatives::DerivativeArray array;
  methods::MethodResult result;
  LeastSquaresFindings findings;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(least_squares)

BOOST_AUTO_TEST_CASE(index_freedom_and_values_of_the_pendulum_without_structure)
{
  test::ProblemBuilder builder(test::vector({0.8, -0.5, 0.3, 0, 0}), Vector::Zero(5), test::pendulum);
  builder.problem.fixed_y = {1, 0, 1, 0, 0};
  const Run run(builder.problem);
  BOOST_TEST(run.findings.index == 3);
  BOOST_TEST(run.findings.degrees_of_freedom == 2);
  BOOST_TEST(run.findings.variable_index == std::vector<int>({1, 1, 2, 2, 3}), boost::test_tools::per_element());
  const Vector y = test::pendulum_y(), yp = test::pendulum_yp();
  for (int j = 0; j < 5; ++j) {
    BOOST_TEST(std::abs(run.y(j) - y[j]) < 1e-10);
    BOOST_TEST(std::abs(run.yp(j) - yp[j]) < 1e-7);
  }
}

BOOST_AUTO_TEST_CASE(example_2_5_of_the_paper_with_the_value_or_the_slope_given)
{
  // y1' + y2' + y1 = 0, y2 = sin t at t = 0: y2' = 1, y1' = -1 - y1.
  const auto residual = [](double t, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] + yp[1] + y[0], y[1] - std::sin(t)});
  };
  test::ProblemBuilder value_given(test::vector({2, 0.3}), Vector::Zero(2), residual);
  value_given.problem.fixed_y[0] = 1;
  const Run by_value(value_given.problem);
  BOOST_TEST(by_value.y(1) == 0.0, boost::test_tools::tolerance(1e-10));
  BOOST_TEST(std::abs(by_value.yp(0) + 3) < 1e-10);
  BOOST_TEST(std::abs(by_value.yp(1) - 1) < 1e-10);

  test::ProblemBuilder slope_given(test::vector({0, 0.3}), test::vector({-3, 0}), residual);
  slope_given.problem.fixed_yp[0] = 1;
  const Run by_slope(slope_given.problem);
  BOOST_TEST(std::abs(by_slope.y(0) - 2) < 1e-10);
  BOOST_TEST(std::abs(by_slope.yp(1) - 1) < 1e-10);
}

BOOST_AUTO_TEST_CASE(coupled_capacitors_deceive_the_pattern_but_not_the_ranks)
{
  // C (y1' - y2') + y1 = sin t, -C (y1' - y2') + y2 = 1: the sum is the constraint y1 + y2 = 1 + sin t, index 2 by
  // structure 0 or 1; y1 - y2 is free. With y1 = 0.25 held: y2 = 0.75, C (y1' - y2') = -0.25, y1' + y2' = cos 0.
  const double c = 0.1;
  test::ProblemBuilder builder(test::vector({0.25, 0}), Vector::Zero(2),
                               [c](double t, const Vector& y, const Vector& yp) {
                                 const double current = c * (yp[0] - yp[1]);
                                 return test::vector({current + y[0] - std::sin(t), -current + y[1] - 1});
                               });
  builder.problem.fixed_y[0] = 1;
  const Run run(builder.problem);
  BOOST_TEST(run.findings.index == 1);
  BOOST_TEST(run.findings.degrees_of_freedom == 1);
  BOOST_TEST(std::abs(run.y(1) - 0.75) < 1e-10);
  BOOST_TEST(std::abs(run.yp(0) - run.yp(1) + 2.5) < 1e-9);
  BOOST_TEST(std::abs(run.yp(0) + run.yp(1) - 1) < 1e-9);
}

BOOST_AUTO_TEST_CASE(undetermined_derivatives_are_marked_and_nothing_is_invented)
{
  test::ProblemBuilder builder(test::vector({0.5, 0.1}), test::vector({0.3, -0.3}),
                               [](double, const Vector& y, const Vector& yp) {
                                 return test::vector({yp[0] + yp[1], y[0] + y[1] - 1});
                               });
  builder.problem.fixed_y[0] = 1;
  const Run run(builder.problem);
  BOOST_TEST(run.findings.index == -1);
  BOOST_TEST(std::abs(run.y(1) - 0.5) < 1e-10);
  BOOST_TEST(run.result.known(0, 1) == 0);
  BOOST_TEST(run.result.known(1, 1) == 0);
  BOOST_TEST(std::abs(run.yp(0) - 0.3) < 1e-10);  // the guess satisfies the equation and stays
}

BOOST_AUTO_TEST_CASE(free_values_come_nearest_to_the_guess)
{
  // 0 = x^2 + y^2 - 1 with x' = z, y' = -z x / y: all of x, y free but for the circle.
  const test::ProblemBuilder builder(test::vector({0.9, 1.2, 1}), Vector::Zero(3),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] - y[2], y[2] - 1, y[0] * y[0] + y[1] * y[1] - 1});
                                     });
  const Run run(builder.problem);
  BOOST_TEST(std::abs(run.y(0) - 0.6) < 1e-9);
  BOOST_TEST(std::abs(run.y(1) - 0.8) < 1e-9);
}

BOOST_AUTO_TEST_CASE(an_index_above_the_allowed_one_is_refused)
{
  // x1 = sin t, x2 = x1', x3 = x2': index 3.
  const test::ProblemBuilder builder(Vector::Zero(3), Vector::Zero(3), [](double t, const Vector& y, const Vector& yp) {
    return test::vector({y[0] - std::sin(t), y[1] - yp[0], y[2] - yp[1]});
  });
  const auto occurrence = derivatives::find_occurrence(builder.problem);
  derivatives::JacobianSource jacobians(builder.problem, occurrence.sparsity);
  derivatives::DifferenceSource source(*builder.problem.residual, 0, {});
  derivatives::DerivativeArray array(source, jacobians);
  methods::Options options;
  options.max_index = 2;
  methods::MethodResult result(3, 3);
  const auto solve = [&] {
    methods::least_squares(array, builder.problem, solver::signature_of(occurrence), nullptr, options, result);
  };
  BOOST_CHECK_EXCEPTION(solve(), Error, [](const Error& error) { return error.flag() == IDACI_INDEX_TOO_HIGH; });
}

BOOST_AUTO_TEST_SUITE_END()
