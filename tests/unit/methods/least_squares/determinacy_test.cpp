#include "ida_consistent_init/methods/least_squares/determinacy.hpp"

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"
#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using methods::Determinacy;
using support::Vector;

namespace {

/// Ranks of the derivative array with m differentiations at a jet.
Determinacy at(test::MethodRun& run, derivatives::Jet jet, int m)
{
  const auto block = methods::consistency_equations(run.problem, solver::signature_of(run.occurrence), m);
  run.array.residual(block.rows, jet, run.array.term_scale(jet));
  return methods::determinacy(run.array, methods::without_wishes(block, run.problem.n, m), jet, m);
}

derivatives::Jet pendulum_jet()
{
  derivatives::Jet jet(5, 4);
  jet.set_derivative(0, test::pendulum_y());
  jet.set_derivative(1, test::pendulum_yp());
  return jet;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(determinacy)

BOOST_AUTO_TEST_CASE(each_differentiation_of_the_pendulum_adds_a_constraint_until_its_multiplier_moves)
{
  const test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  test::MethodRun run(builder.problem);
  const std::vector<int> constraints{1, 2, 3, 3};
  std::vector<Determinacy> levels;
  for (int m = 0; m <= 3; ++m) {
    levels.push_back(at(run, pendulum_jet(), m));
    BOOST_TEST_CONTEXT("m = " << m)
    {
      BOOST_TEST(levels[m].constraints == constraints[m]);
      BOOST_TEST(levels[m].derivatives_determined == (m == 3));
      BOOST_TEST(levels[m].gap > 1e3);
      BOOST_TEST(levels[m].dependent_rows == 0);
    }
  }
  BOOST_TEST(levels[0].constrained == std::vector<char>({1, 1, 0, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(methods::variable_index(levels) == std::vector<int>({1, 1, 2, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_ordinary_differential_equation_has_index_0_and_no_constraints)
{
  const test::ProblemBuilder builder(test::vector({1, 2}), test::vector({2, -1}),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] - y[1], 2 * yp[1] + yp[0] + y[0]});
                                     });
  test::MethodRun run(builder.problem);
  derivatives::Jet jet(2, 1);
  jet.set_derivative(0, builder.problem.guess_y);
  const Determinacy level = at(run, jet, 0);
  BOOST_TEST(level.derivatives_determined);
  BOOST_TEST(level.constraints == 0);
  BOOST_TEST(methods::variable_index({level}) == std::vector<int>({0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_state_beside_a_multiplier_is_no_index_2_variable)
{
  // u' = v + w, w' = -w, 0 = u - sin t: v has index 2; w enters the hidden constraint but is free.
  const test::ProblemBuilder builder(Vector::Zero(3), Vector::Zero(3), [](double t, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] - y[1] - y[2], yp[2] + y[2], y[0] - std::sin(t)});
  });
  test::MethodRun run(builder.problem);
  std::vector<Determinacy> levels;
  for (int m = 0; m <= 2; ++m) levels.push_back(at(run, derivatives::Jet(3, 3), m));
  BOOST_TEST(levels.back().derivatives_determined);
  BOOST_TEST(methods::variable_index(levels) == std::vector<int>({1, 2, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_singular_pencil_never_determines_all_derivatives)
{
  // y1' + y2' = 0, y1 + y2 = 1: the second equation implies the first.
  const test::ProblemBuilder builder(test::vector({0.5, 0.5}), Vector::Zero(2),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] + yp[1], y[0] + y[1] - 1});
                                     });
  test::MethodRun run(builder.problem);
  for (int m = 0; m <= 3; ++m) {
    const Determinacy level = at(run, derivatives::Jet(2, 4), m);
    BOOST_TEST(level.dependent_rows == m);  // of each derivative of the second equation one
    BOOST_TEST(level.derivative_determined == std::vector<char>({0, 0}), boost::test_tools::per_element());
    BOOST_TEST(level.constraints == 1);
  }
}

BOOST_AUTO_TEST_CASE(entries_no_larger_than_their_change_within_errors_are_no_rank)
{
  // y1' = 1, s^2 = 0 with s = y2 - t off by 1e-6: 2 s = 2e-6 looks like a constraint on y2, and is an error of y2.
  const test::ProblemBuilder builder(test::vector({0, 1e-6}), test::vector({1, 1}),
                                     [](double t, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] - 1, (y[1] - t) * (y[1] - t)});
                                     });
  test::MethodRun run(builder.problem);
  const auto block = methods::consistency_equations(builder.problem, solver::signature_of(run.occurrence), 0);
  const derivatives::Jet jet = run.result.jet;
  BOOST_TEST(methods::determinacy(run.array, block, jet, 0).constraints == 1);
  const Vector errors = Vector::Constant(static_cast<Eigen::Index>(block.columns.size()), 2e-6);
  const derivatives::Jet beside = methods::moved_by(errors, block, jet);
  BOOST_TEST(beside(1, 0) == 3e-6);
  BOOST_TEST(methods::determinacy(run.array, block, jet, 0, &beside).constraints == 0);
}

BOOST_AUTO_TEST_CASE(a_refusal_tells_how_doubtful_ranks_are)
{
  Determinacy found;
  found.differentiations = 2;
  found.gap = 1.6e7;
  found.clarity = 3;
  BOOST_TEST(!found.is_clear());
  const auto text = [&] {
    return std::string(methods::doubtful_ranks(found).what());
  };
  BOOST_TEST(text().find("exceeds the next one by a factor of 3.0 only") != std::string::npos);
  found.clarity = 1e3;
  BOOST_TEST(found.is_clear());
  BOOST_TEST(text().find("lies a factor of 1.6e+07") != std::string::npos);
  BOOST_TEST(methods::doubtful_ranks(found).flag() == IDACI_VERIFY_FAIL);
}

BOOST_AUTO_TEST_SUITE_END()
