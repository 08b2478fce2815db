#include "ida_consistent_init/solver/solver.hpp"

#include <algorithm>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "message.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using report::Result;
using support::Vector;
using test::contains;

namespace {

/// The pendulum away from its circle.
struct Pendulum : test::ProblemBuilder
{
  Pendulum()
      : test::ProblemBuilder(test::vector({0.8, -0.7, 0.3, 0.2, 0}), Vector::Zero(5),
                             test::PlainResidual(test::pendulum))
  {
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(solve)

BOOST_AUTO_TEST_CASE(a_solution_is_reported_with_values_structure_and_work)
{
  Pendulum pendulum;
  const Result result = solver::solve(pendulum.problem, {});
  BOOST_REQUIRE(result.status == IDACI_SUCCESS);
  BOOST_TEST(result.solved);
  BOOST_TEST(result.method == IDACI_STEP_BY_STEP);
  BOOST_TEST(result.index == 3);
  BOOST_TEST(result.degrees_of_freedom == 2);
  const double y[] = {0.75257669470687783, -0.65850460786851811, 0.22920353982300885, 0.26194690265486726,
                      6.5810806456680387};
  const int index[] = {1, 1, 2, 2, 3};
  const int differentiations[] = {1, 1, 0, 0, 2};
  for (int j = 0; j < 5; ++j) {
    BOOST_TEST(std::abs(result.variables[j].value - y[j]) < 1e-9);
    BOOST_TEST(result.variables[j].index == index[j]);
    BOOST_TEST(result.equations[j].differentiations == differentiations[j]);
  }
  BOOST_TEST(result.hidden_constraints.size() == 4U);
  BOOST_TEST(result.explicit_norm < 1e-12);
  BOOST_TEST(result.counters.residual_evaluations > 0);
  BOOST_TEST(result.counters.residual_evaluations == pendulum.problem.residual->evaluations());
  BOOST_TEST(result.counters.jacobian_evaluations > 0);
  BOOST_TEST(result.counters.factorizations > 0);
}

BOOST_AUTO_TEST_CASE(higher_derivatives_are_given_where_they_are_determined)
{
  Pendulum pendulum;
  const Result result = solver::solve(pendulum.problem, {});
  BOOST_REQUIRE(result.status == IDACI_SUCCESS);
  // x'' = u' = -lam x.
  BOOST_TEST(std::abs(result.derivatives(0, 2) + 4.9527679199162580) < 1e-6);
  BOOST_TEST(std::isnan(result.derivatives(4, 2)));
}

BOOST_AUTO_TEST_CASE(an_index_asserted_wrongly_is_refused_and_a_right_one_accepted)
{
  Pendulum pendulum;
  methods::Options options;
  options.index = 2;
  const Result result = solver::solve(pendulum.problem, options);
  BOOST_TEST(result.status == IDACI_ILL_INPUT);
  BOOST_TEST(contains(result, "index 2"));
  BOOST_TEST(contains(result, "index 3"));
  BOOST_TEST(!result.solved);
  options.index = 3;
  BOOST_TEST(solver::solve(pendulum.problem, options).status == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(structure_failures_become_flags_and_messages)
{
  const test::ProblemBuilder singular(Vector::Ones(2), Vector::Zero(2), [](double, const Vector& y, const Vector&) {
    return test::vector({y[0] - 1, y[0] - 2});
  });
  const Result result = solver::solve(singular.problem, {});
  BOOST_TEST(result.status == IDACI_STRUCTURALLY_SINGULAR);
  BOOST_TEST(contains(result, "F[0], F[1] contain only y[0]"));
  BOOST_TEST(contains(result, "y[1] occur in no equation"));
  BOOST_TEST(result.index == -1);
  Pendulum pendulum;
  methods::Options options;
  options.max_index = 2;
  BOOST_TEST(solver::solve(pendulum.problem, options).status == IDACI_INDEX_TOO_HIGH);
  options.max_index = 6;
  options.offsets = structure::Offsets{{1, 1, 0, 0, 2}, {2, 2, 1, 1, 0}};
  BOOST_TEST(solver::solve(pendulum.problem, options).status == IDACI_SUCCESS);
  options.offsets = structure::Offsets{{0, 0, 0, 0, 2}, {2, 2, 1, 1, 0}};
  BOOST_TEST(solver::solve(pendulum.problem, options).status == IDACI_ILL_INPUT);
}

BOOST_AUTO_TEST_CASE(methods_of_other_versions_are_refused)
{
  Pendulum pendulum;
  methods::Options options;
  options.method = IDACI_IMPULSE;
  BOOST_TEST(solver::solve(pendulum.problem, options).status == IDACI_NOT_SUPPORTED);
}

BOOST_AUTO_TEST_CASE(residuals_that_fail_everywhere_are_told_apart)
{
  const Vector one = Vector::Ones(1);
  const test::ProblemBuilder recoverable(one, one, [](double, const Vector&, const Vector&, Vector&) { return 1; });
  BOOST_TEST(solver::solve(recoverable.problem, {}).status == IDACI_RES_FAIL);
  const test::ProblemBuilder fatal(one, one, [](double, const Vector&, const Vector&, Vector&) { return -1; });
  BOOST_TEST(solver::solve(fatal.problem, {}).status == IDACI_RES_FAIL);
  const test::ProblemBuilder not_a_number(one, one, [](double, const Vector&, const Vector&) {
    return test::vector({std::numeric_limits<double>::quiet_NaN()});
  });
  const Result result = solver::solve(not_a_number.problem, {});
  BOOST_TEST(result.status == IDACI_RES_NOT_FINITE);
  BOOST_TEST(contains(result, "F[0]"));
}

BOOST_AUTO_TEST_CASE(a_guess_that_is_not_finite_is_refused)
{
  Pendulum pendulum;
  pendulum.problem.guess_y[4] = std::numeric_limits<double>::quiet_NaN();
  const Result result = solver::solve(pendulum.problem, {});
  BOOST_TEST(result.status == IDACI_ILL_INPUT);
  BOOST_TEST(contains(result, "y[4]"));
}

BOOST_AUTO_TEST_CASE(a_structure_that_deceives_at_the_initial_time_only_is_no_success)
{
  // y1 + t y2 = sin t, y1' + t y2' + 2 y2 = 0 at t = 0, where t y2 vanishes: y2 = -1 and y1' = 2 are hidden.
  const test::ProblemBuilder builder(
      test::vector({0, 0}), Vector::Zero(2), [](double t, const Vector& y, const Vector& yp) {
        return test::vector({y[0] + t * y[1] - std::sin(t), yp[0] + t * yp[1] + 2 * y[1]});
      });
  const Result result = solver::solve(builder.problem, {});
  const bool right =
      std::abs(result.variables[1].value + 1) < 1e-6 && std::abs(result.variables[0].derivative - 2) < 1e-6;
  BOOST_TEST((result.status < 0 || right));
}

BOOST_AUTO_TEST_CASE(a_low_difference_order_is_usable_and_says_what_it_misses)
{
  for (const int order : {1, 2, 3}) {
    Pendulum pendulum;
    methods::Options options;
    options.difference_order = order;
    const Result result = solver::solve(pendulum.problem, options);
    BOOST_TEST(result.status == IDACI_SUCCESS, order << ": " << result.message);
    const double error = std::abs(result.variables[4].value - 6.5810806456680387155);
    BOOST_TEST(error <= 10 * result.variables[4].error_estimate);
    const bool said = std::any_of(result.messages.begin(), result.messages.end(), [](const std::string& message) {
      return message.find("tolerance asked for") != std::string::npos;
    });
    BOOST_TEST(said);
  }
}

BOOST_AUTO_TEST_SUITE_END()
