#include "ida_consistent_init/problem/conditions.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>

#include "ida_consistent_init/derivatives/condition_rows.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using problem::Outcome;
using support::Error;
using support::Vector;

namespace {

/// user_data: the answer. b = (y0^2 + y1' - t, y1).
int two_conditions(double t, N_Vector y, N_Vector yp, double* b, void* user_data)
{
  const int answer = *static_cast<int*>(user_data);
  if (answer == 99) throw std::runtime_error("no such state");
  const Vector value = support::view(y), rate = support::view(yp);
  b[0] = value[0] * value[0] + rate[1] - t;
  if (answer != 2) b[1] = value[1];
  return answer == 2 ? 0 : answer;
}

}  // namespace

struct ConditionsFixture
{
  test::ProblemBuilder builder{test::vector({3, 5}), test::vector({7, 11}), test::PlainResidual()};
  int answer = 0;
  problem::Conditions conditions{two_conditions, 2, &answer, builder.like()};
  Vector b;
  Outcome evaluate() { return conditions.evaluate(2, builder.problem.guess_y, builder.problem.guess_yp, b); }
};

BOOST_FIXTURE_TEST_SUITE(conditions, ConditionsFixture)

BOOST_AUTO_TEST_CASE(values_of_the_users_function)
{
  BOOST_TEST((evaluate() == Outcome::ok));
  BOOST_TEST(b == test::vector({18, 5}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_way_to_fail_is_told_apart)
{
  answer = 1;
  BOOST_TEST((evaluate() == Outcome::recoverable));
  answer = 2;  // leaves b[1] as it was: not a number
  BOOST_TEST((evaluate() == Outcome::not_finite));
  for (const int failure : {-1, 99}) {
    answer = failure;
    BOOST_CHECK_EXCEPTION(evaluate(), Error, [](const Error& error) { return error.flag() == IDACI_RES_FAIL; });
  }
}

BOOST_AUTO_TEST_CASE(their_jacobian_by_differences)
{
  builder.problem.t0 = 2;
  builder.problem.conditions = std::make_shared<problem::Conditions>(two_conditions, 2, &answer, builder.like());
  const derivatives::ConditionRows rows(builder.problem);
  derivatives::Jet jet(2, 1);
  jet.set_derivative(0, builder.problem.guess_y);
  jet.set_derivative(1, builder.problem.guess_yp);
  Eigen::MatrixXd expected(2, 4);
  expected << 6, 0, 0, 1, 0, 1, 0, 0;
  BOOST_TEST((rows.jacobian(jet) - expected).norm() < 1e-8);
}

BOOST_AUTO_TEST_SUITE_END()
