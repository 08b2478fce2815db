#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

int rank_at_guess(const problem::Problem& problem)
{
  test::MethodRun run(problem);
  return methods::system_jacobian_rank(run.array, run.structure.offsets, run.result.jet);
}

int generic_rank(const problem::Problem& problem)
{
  test::MethodRun run(problem);
  return methods::generic_system_jacobian_rank(run.array, run.structure.offsets, run.result.jet);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(system_jacobian)

BOOST_AUTO_TEST_CASE(the_pendulum_is_regular_where_its_rod_has_a_length)
{
  const test::ProblemBuilder hanging(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  BOOST_TEST(rank_at_guess(hanging.problem) == 5);
  // At x = y = 0 the constraint has no gradient and lam no direction: rank 3, and full beside it.
  const test::ProblemBuilder collapsed(Vector::Zero(5), Vector::Zero(5), test::pendulum);
  BOOST_TEST(rank_at_guess(collapsed.problem) < 5);
  BOOST_TEST(generic_rank(collapsed.problem) == 5);
}

BOOST_AUTO_TEST_CASE(coupled_derivatives_deceive_the_structure_everywhere)
{
  // C (y1' - y2') in both equations: every transversal of F_y' cancels.
  const test::ProblemBuilder coupled(test::vector({1, 2}), test::vector({0, 0}),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] - yp[1] + y[0], yp[1] - yp[0] + y[1]});
                                     });
  BOOST_TEST(rank_at_guess(coupled.problem) == 1);
  BOOST_TEST(generic_rank(coupled.problem) == 1);
}

BOOST_AUTO_TEST_CASE(roundoff_of_terms_that_cancel_is_no_rank)
{
  // The second equation is the first one, but for round-off of 3e-14 that F does not show.
  const test::ProblemBuilder builder(test::vector({0.3, 0.7}), test::vector({0, 0}),
                                     [](double t, const Vector& y, const Vector&) {
                                       const double first = y[0] + 2 * y[1] - t;
                                       volatile const double cancels = 300 * (y[0] + y[1] / 3);
                                       return test::vector({first, (first + cancels) - cancels});
                                     });
  BOOST_TEST(rank_at_guess(builder.problem) == 1);
}

BOOST_AUTO_TEST_CASE(units_do_not_change_the_rank)
{
  const test::ProblemBuilder builder(test::vector({1e-9, 1e9}), test::vector({0, 0}),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({1e12 * yp[0] - y[1], 1e-12 * (y[1] - 1e9 * y[0])});
                                     });
  BOOST_TEST(rank_at_guess(builder.problem) == 2);
}

BOOST_AUTO_TEST_CASE(points_outside_the_domain_are_passed_over)
{
  const test::ProblemBuilder builder(test::vector({1e-12}), test::vector({0}),
                                     [](double, const Vector& y, const Vector& yp, Vector& r) {
                                       if (y[0] < 0) return 1;
                                       r[0] = yp[0] + std::sqrt(y[0]);
                                       return 0;
                                     });
  BOOST_TEST(generic_rank(builder.problem) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
