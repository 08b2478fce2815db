#include "ida_consistent_init/methods/held_values.hpp"

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/solver/solver.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

/// The pendulum with x, y and u held; y as given.
report::Result with_x_y_u_held(double y, IDACIMethod method)
{
  test::ProblemBuilder builder(test::vector({0.8, y, 0.3, 0, 0}), Vector::Zero(5), test::pendulum);
  builder.problem.fixed_y = {1, 1, 1, 0, 0};
  builder.problem.names = problem::Names({"x", "y", "u", "v", "lam"}, {"a", "b", "c", "d", "rod"});
  methods::Options options;
  options.method = method;
  return solver::solve(builder.problem, options);
}

bool says(const report::Result& result, const std::string& text)
{
  if (result.message.find(text) != std::string::npos) return true;
  for (const std::string& message : result.messages) {
    if (message.find(text) != std::string::npos) return true;
  }
  return false;
}

const std::vector<IDACIMethod> methods_to_try{IDACI_AUTO, IDACI_STEP_BY_STEP, IDACI_LEAST_SQUARES};

}  // namespace

BOOST_AUTO_TEST_SUITE(held_values)

BOOST_AUTO_TEST_CASE(consistent_redundant_values_are_accepted_and_reported)
{
  for (const IDACIMethod method : methods_to_try) {
    const report::Result result = with_x_y_u_held(-0.6, method);
    BOOST_TEST_CONTEXT("method " << report::method_name(method))
    {
      BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
      BOOST_TEST(std::abs(result.variables[3].value - 0.4) < 1e-10);
      BOOST_TEST(says(result, "Holding y is redundant: the equations determine it from x."));
      BOOST_TEST(!says(result, "Holding u is redundant"));
    }
  }
}

BOOST_AUTO_TEST_CASE(contradictory_values_are_refused_with_a_minimal_set_named)
{
  for (const IDACIMethod method : methods_to_try) {
    const report::Result result = with_x_y_u_held(-0.7, method);
    BOOST_TEST_CONTEXT("method " << report::method_name(method))
    {
      BOOST_TEST(result.status == IDACI_OVERDETERMINED);
      BOOST_TEST(says(result, "with x, y, u held as given"), result.message);
      BOOST_TEST(says(result, "Already x, y alone are in contradiction"), result.message);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_value_that_the_equations_determine_alone_is_redundant_by_itself)
{
  test::ProblemBuilder builder(test::vector({1, 2}), Vector::Zero(2), [](double, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] + y[0], y[1] - 2});
  });
  builder.problem.fixed_y = {0, 1};
  methods::Options options;
  options.method = IDACI_LEAST_SQUARES;
  const report::Result result = solver::solve(builder.problem, options);
  BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
  BOOST_TEST(says(result, "Holding y[1] is redundant: the equations alone determine it."));
}

BOOST_AUTO_TEST_SUITE_END()
