#include "ida_consistent_init/problem/names.hpp"

#include <boost/test/unit_test.hpp>

using ida_consistent_init::problem::Names;

BOOST_AUTO_TEST_SUITE(names)

BOOST_AUTO_TEST_CASE(without_names_components_are_called_by_number)
{
  const Names names;
  BOOST_TEST(names.variable(3) == "y[3]");
  BOOST_TEST(names.equation(0) == "F[0]");
  BOOST_TEST(names.derivative(3, 1) == "y[3]'");
}

BOOST_AUTO_TEST_CASE(given_names_are_used_for_variables_and_equations_independently)
{
  const Names variables_only({"x", "lam"}, {});
  BOOST_TEST(variables_only.variable(1) == "lam");
  BOOST_TEST(variables_only.equation(1) == "F[1]");
  const Names equations_only({}, {"force", "circle"});
  BOOST_TEST(equations_only.variable(1) == "y[1]");
  BOOST_TEST(equations_only.equation(1) == "circle");
}

BOOST_AUTO_TEST_CASE(derivatives_have_two_primes_at_most)
{
  const Names names({"x"}, {});
  BOOST_TEST(names.derivative(0, 0) == "x");
  BOOST_TEST(names.derivative(0, 2) == "x''");
  BOOST_TEST(names.derivative(0, 3) == "x^(3)");
}

BOOST_AUTO_TEST_CASE(differentiated_equations_are_counted_in_words)
{
  const Names names({}, {"circle"});
  BOOST_TEST(names.differentiated_equation(0, 0) == "circle");
  BOOST_TEST(names.differentiated_equation(0, 1) == "the 1st time derivative of circle");
  BOOST_TEST(names.differentiated_equation(0, 2) == "the 2nd time derivative of circle");
  BOOST_TEST(names.differentiated_equation(0, 3) == "the 3rd time derivative of circle");
  BOOST_TEST(names.differentiated_equation(0, 4) == "the 4th time derivative of circle");
}

BOOST_AUTO_TEST_CASE(long_lists_are_cut_and_say_how_much_is_missing)
{
  const Names names({"a", "b", "c"}, {"f", "g", "h"});
  BOOST_TEST(names.variable_list({2, 0}) == "c, a");
  BOOST_TEST(names.variable_list({0, 1, 2}, 3) == "a, b, c");
  BOOST_TEST(names.variable_list({0, 1, 2}, 1) == "a and 2 more");
  BOOST_TEST(names.equation_list({1, 2}, 2) == "g, h");
  BOOST_TEST(names.equation_list({}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
