#include "ida_consistent_init/problem/combination.hpp"

#include <boost/test/unit_test.hpp>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using problem::Combination;
using support::Vector;

namespace {

/// F_1 + 2 F_0 - F_2 in the place of F_1.
Combination example_combination()
{
  return Combination({{1, {{0, 2.0}, {2, -1.0}}}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(combination)

BOOST_AUTO_TEST_CASE(replaces_the_target_in_values_of_one_or_more_columns)
{
  Vector r = test::vector({1, 10, 100});
  example_combination().apply(r);
  BOOST_TEST(r == test::vector({1, -88, 100}));
  Eigen::MatrixXd table(3, 2);
  table << 1, 2, 10, 20, 100, 200;
  example_combination().apply(table);
  BOOST_TEST(table.row(1)[0] == -88);
  BOOST_TEST(table.row(1)[1] == -176);
  BOOST_TEST(table.row(2)[1] == 200);
}

BOOST_AUTO_TEST_CASE(entries_that_cancel_leave_the_pattern)
{
  // Column 0: 0.2 + 2 * 0.1 - 0.4 cancels except for round-off; column 1 stays.
  const auto entries =
      example_combination().applied({{0, 0, 0.1}, {1, 0, 0.1}, {1, 0, 0.1}, {2, 0, 0.4}, {1, 1, 5.0}}, 3);
  BOOST_TEST(entries.size() == 3);
  for (const auto& entry : entries) {
    if (entry.row == 1) BOOST_TEST((entry.column == 1 && entry.value == 5.0));
  }
}

BOOST_AUTO_TEST_CASE(combined_equations_are_called_by_their_parts)
{
  const problem::Names names = example_combination().applied(problem::Names(), 3);
  BOOST_TEST(names.equation(1) == "(F[1] + 2 F[0] - F[2])");
  BOOST_TEST(names.equation(2) == "F[2]");
  BOOST_TEST(names.variable(1) == "y[1]");
}

BOOST_AUTO_TEST_CASE(residual_of_a_combined_problem_combines_what_the_user_returns)
{
  test::ProblemBuilder builder(test::vector({1, 2, 3}), test::vector({0, 0, 0}),
                               [](double, const Vector& y, const Vector&) -> Vector { return y; });
  const problem::Problem twice =
      builder.problem.combined(example_combination()).combined(Combination({{0, {{1, 1.0}}}}));
  Vector r;
  twice.residual->evaluate(0, twice.guess_y, twice.guess_yp, r);
  BOOST_TEST(r == test::vector({2, 1, 3}));
  BOOST_TEST(builder.problem.residual->evaluations() == 1);
  BOOST_TEST(twice.names.equation(0) == "(F[0] + (F[1] + 2 F[0] - F[2]))");
}

BOOST_AUTO_TEST_SUITE_END()
