#include "ida_consistent_init/problem/taylor_function.hpp"

#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"

using namespace ida_consistent_init;
using problem::Outcome;
using problem::TaylorFunction;

namespace {

/// What the function does besides writing; a user's answer, or an exception.
enum class Deed
{
  answer,
  throw_exception,
  throw_number,
  forget_last,
};

struct Plan
{
  Deed deed = Deed::answer;
  int answer = 0;
};

/// derivatives[k n + i] = t + jet[(k + 1) n + i], n = 2.
int shifted(sunrealtype t, int order, const sunrealtype* jet, sunrealtype* derivatives, void* user_data)
{
  const auto* plan = static_cast<const Plan*>(user_data);
  if (plan->deed == Deed::throw_exception) throw std::runtime_error("table is empty");
  if (plan->deed == Deed::throw_number) throw 42;
  const int count = 2 * (order + 1) - (plan->deed == Deed::forget_last ? 1 : 0);
  for (int k = 0; k < count; ++k) derivatives[k] = t + jet[k + 2];
  return plan->answer;
}

Outcome outcome_of(Plan plan, Eigen::MatrixXd& derivatives)
{
  Eigen::MatrixXd jet(2, 3);
  jet << 1, 2, 3, 4, 5, 6;
  return TaylorFunction(shifted, &plan, 2).evaluate(10, jet, 1, derivatives);
}

int flag_of(Plan plan, const std::string& part_of_message)
{
  Eigen::MatrixXd derivatives;
  try {
    outcome_of(plan, derivatives);
  } catch (const support::Error& error) {
    BOOST_TEST(std::string(error.what()).find(part_of_message) != std::string::npos, error.what());
    return error.flag();
  }
  return IDACI_SUCCESS;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(taylor_function)

BOOST_AUTO_TEST_CASE(jets_and_derivatives_are_passed_by_columns)
{
  Eigen::MatrixXd derivatives;
  BOOST_TEST((outcome_of({}, derivatives) == Outcome::ok));
  Eigen::MatrixXd expected(2, 2);
  expected << 12, 13, 15, 16;
  BOOST_TEST((derivatives == expected));
}

BOOST_AUTO_TEST_CASE(positive_answers_are_recoverable_and_forgotten_entries_not_finite)
{
  Eigen::MatrixXd derivatives;
  BOOST_TEST((outcome_of({Deed::answer, 3}, derivatives) == Outcome::recoverable));
  BOOST_TEST((outcome_of({Deed::forget_last, 0}, derivatives) == Outcome::not_finite));
}

BOOST_AUTO_TEST_CASE(failures_become_errors_that_say_what_happened)
{
  BOOST_TEST(flag_of({Deed::answer, -5}, "returned -5") == IDACI_RES_FAIL);
  BOOST_TEST(flag_of({Deed::throw_exception, 0}, "table is empty") == IDACI_RES_FAIL);
  BOOST_TEST(flag_of({Deed::throw_number, 0}, "no std::exception") == IDACI_RES_FAIL);
  BOOST_TEST(flag_of({Deed::answer, IDACI_NOT_SUPPORTED}, "order 1") == IDACI_NOT_SUPPORTED);
}

BOOST_AUTO_TEST_SUITE_END()
