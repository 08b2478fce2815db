#include "ida_consistent_init/solver/structure_step.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

structure::Structure structure_of(const problem::Problem& problem, const methods::Options& options = {})
{
  return solver::find_structure(problem, options, solver::signature_of(derivatives::find_occurrence(problem)));
}

/// The error of an attempt that must fail.
support::Error error_of(const problem::Problem& problem, const methods::Options& options)
{
  try {
    structure_of(problem, options);
  } catch (const support::Error& error) {
    return error;
  }
  return {0, "no error"};
}

bool contains(const support::Error& error, const std::string& part)
{
  return std::string(error.what()).find(part) != std::string::npos;
}

struct NamelessPendulum : test::ProblemBuilder
{
  NamelessPendulum()
      : test::ProblemBuilder(test::pendulum_y(), test::pendulum_yp(), test::PlainResidual(test::pendulum))
  {
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(structure_step)

BOOST_AUTO_TEST_CASE(the_signature_keeps_the_highest_derivative_of_each_entry)
{
  const derivatives::Occurrence occurrence{problem::make_sparsity(2, {{0, 0}, {0, 1}, {1, 1}}), {1, 1, 0}, {1, 0, 0}};
  const structure::Signature signature = solver::signature_of(occurrence);
  BOOST_TEST(signature.column == (std::vector<int>{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(signature.order == (std::vector<int>{1, 0}), boost::test_tools::per_element());
  BOOST_TEST(signature.row_start == (std::vector<int>{0, 2, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_pendulum_has_index_three_and_second_derivatives)
{
  const NamelessPendulum pendulum;
  const structure::Structure structure = structure_of(pendulum.problem);
  BOOST_TEST(structure.index == 3);
  BOOST_TEST(structure.degrees_of_freedom == 2);
  BOOST_TEST(solver::highest_derivative(structure) == 2);
}

BOOST_AUTO_TEST_CASE(a_singular_system_names_its_equations_and_variables)
{
  // Two equations for a alone, one for b and c.
  test::ProblemBuilder builder(Vector::Ones(3), Vector::Zero(3), [](double, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] - y[0], y[0] - 1, yp[1] + y[2]});
  });
  builder.problem.names = problem::Names({"a", "b", "c"}, {"growth", "level", "balance"});
  const support::Error error = error_of(builder.problem, {});
  BOOST_TEST(error.flag() == IDACI_STRUCTURALLY_SINGULAR);
  BOOST_TEST(contains(error, "growth, level contain only a"));
  BOOST_TEST(contains(error, "b, c occur in only balance"));
}

BOOST_AUTO_TEST_CASE(equations_and_variables_that_occur_nowhere_are_named)
{
  const test::ProblemBuilder builder(Vector::Ones(2), Vector::Zero(2), [](double t, const Vector& y, const Vector&) {
    return test::vector({y[0] - 1, t});
  });
  const support::Error error = error_of(builder.problem, {});
  BOOST_TEST(contains(error, "F[1] contain no variable"));
  BOOST_TEST(contains(error, "y[1] occur in no equation"));
}

BOOST_AUTO_TEST_CASE(an_index_above_the_maximum_is_refused)
{
  const NamelessPendulum pendulum;
  methods::Options options;
  options.max_index = 2;
  const support::Error error = error_of(pendulum.problem, options);
  BOOST_TEST(error.flag() == IDACI_INDEX_TOO_HIGH);
  BOOST_TEST(contains(error, "maximum 2"));
  options.max_index = 3;
  BOOST_TEST(structure_of(pendulum.problem, options).index == 3);
}

BOOST_AUTO_TEST_CASE(offsets_of_the_user_are_used_if_they_fit)
{
  const NamelessPendulum pendulum;
  methods::Options options;
  options.offsets = structure::Offsets{{1, 1, 0, 0, 2}, {2, 2, 1, 1, 0}};
  BOOST_TEST(structure_of(pendulum.problem, options).index == 3);
  options.offsets = structure::Offsets{{0, 0, 0, 0, 1}, {1, 1, 0, 0, 0}};  // the velocities need d >= 1
  const support::Error error = error_of(pendulum.problem, options);
  BOOST_TEST(error.flag() == IDACI_ILL_INPUT);
  BOOST_TEST(contains(error, "IDACISetOffsets"));
  BOOST_TEST(contains(error, "the derivative of y[2] occurs in F[2]"), error.what());
}

BOOST_AUTO_TEST_SUITE_END()
