#include "ida_consistent_init/problem/problem.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using problem::breaks_constraint;
using problem::moved_inside;

namespace {

problem::Problem plain_problem()
{
  problem::Problem problem;
  problem.n = 3;
  problem.guess_y = test::vector({1, 2, 3});
  problem.guess_yp = test::vector({4, 5, 6});
  problem.fixed_y = {0, 0, 0};
  problem.fixed_yp = {0, 0, 0};
  problem.names = problem::Names({"a", "b", "c"}, {});
  return problem;
}

bool refuses_and_names(const problem::Problem& problem, const std::string& name)
{
  try {
    problem::validate(problem);
  } catch (const support::Error& error) {
    return error.flag() == IDACI_ILL_INPUT && std::string(error.what()).find(name) != std::string::npos;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(problem_description)

BOOST_AUTO_TEST_CASE(a_finite_guess_is_accepted)
{
  BOOST_CHECK_NO_THROW(problem::validate(plain_problem()));
}

BOOST_AUTO_TEST_CASE(a_guess_that_is_not_finite_is_refused_by_name)
{
  problem::Problem bad_value = plain_problem();
  bad_value.guess_y[1] = std::numeric_limits<double>::quiet_NaN();
  BOOST_TEST(refuses_and_names(bad_value, "guess for b (component 1 of y0)"));
  problem::Problem bad_derivative = plain_problem();
  bad_derivative.guess_yp[2] = std::numeric_limits<double>::infinity();
  BOOST_TEST(refuses_and_names(bad_derivative, "guess for c' (component 2 of yp0)"));
}

BOOST_AUTO_TEST_CASE(held_components_are_listed_once)
{
  problem::Problem problem = plain_problem();
  BOOST_TEST(!problem.holds_anything());
  problem.fixed_yp[2] = 1;
  BOOST_TEST(problem.holds_anything());
  problem.fixed_y = {1, 0, 1};
  BOOST_TEST(problem.held_variables() == (std::vector<int>{0, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(constraints_are_coded_as_in_ida)
{
  struct Row
  {
    int constraint;
    bool negative, zero, positive;  // broken there?
  };
  for (const Row& row : {Row{0, false, false, false}, Row{1, true, false, false}, Row{-1, false, false, true},
                         Row{2, true, true, false}, Row{-2, false, true, true}}) {
    BOOST_TEST(breaks_constraint(row.constraint, -0.5) == row.negative);
    BOOST_TEST(breaks_constraint(row.constraint, 0.0) == row.zero);
    BOOST_TEST(breaks_constraint(row.constraint, 0.5) == row.positive);
  }
}

BOOST_AUTO_TEST_CASE(a_value_on_the_wrong_side_is_mirrored_at_the_bound_and_others_stay)
{
  BOOST_TEST(moved_inside(1, -3.0) == 3.0);
  BOOST_TEST(moved_inside(-2, 3.0) == -3.0);
  BOOST_TEST(moved_inside(1, 0.0) == 0.0);
  BOOST_TEST(moved_inside(2, 4.0) == 4.0);
  BOOST_TEST(moved_inside(0, -4.0) == -4.0);
}

BOOST_AUTO_TEST_CASE(a_value_on_a_strict_bound_leaves_it)
{
  BOOST_TEST(moved_inside(2, 0.0) > 0.0);
  BOOST_TEST(moved_inside(-2, 0.0) < 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
