// Guesses that plain Newton does not forgive (the section on what is held in the design of the method).
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/solver/solver.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

struct HardGuess
{
  std::string name;
  Vector y;
  problem::Mask fixed;
  test::ResidualFunction residual;
  Vector expected;
  std::vector<int> constraints = {};
};

int diode(double, const Vector& y, const Vector& yp, Vector& r)
{
  // A diode behind 1 kOhm at 5 V: I_s (exp(v / V_T) - 1) = (5 - v) / R; the second equation integrates v.
  r = test::vector({1e-14 * (std::exp(y[0] / 0.02585) - 1) - (5 - y[0]) / 1000, yp[1] - y[0]});
  return 0;
}

int logarithm(double, const Vector& y, const Vector& yp, Vector& r)
{
  if (y[0] <= 0) return 1;  // outside the domain
  r = test::vector({std::log(y[0]) - 3, yp[1] + y[0]});
  return 0;
}

std::vector<HardGuess> hard_guesses()
{
  const auto square = [](double, const Vector& y, const Vector& yp, Vector& r) {
    r = test::vector({yp[0] + y[0], yp[1] + y[1], y[0] * y[0] + y[1] * y[1] - y[2] * y[2]});
    return 0;
  };
  const auto reciprocal = [](double, const Vector& y, const Vector& yp, Vector& r) {
    r = test::vector({1 / y[0] - 2, yp[1] + y[0]});
    return 0;
  };
  const auto scaled_rows = [](double, const Vector& y, const Vector& yp, Vector& r) {
    r = test::vector({1e7 * (yp[0] + y[1]), 1e-7 * (y[1] - y[0] * y[0]), y[2] - y[1] - 1});
    return 0;
  };
  const auto square_root = [](double, const Vector& y, const Vector& yp, Vector& r) {
    r = test::vector({y[0] * y[0] - 4 * y[1], yp[1] + y[0]});
    return 0;
  };
  return {{"a diode at 5 V", test::vector({5, 0}), {0, 1}, diode, test::vector({0.6924904, 0})},
          {"zero in a square", test::vector({3, 4, 0}), {1, 1, 0}, square, test::vector({3, 4, 5})},
          {"not finite at the guess", test::vector({0, 0}), {0, 1}, reciprocal, test::vector({0.5, 0})},
          {"recoverable beyond zero", test::vector({0.1, 0}), {0, 1}, logarithm, test::vector({std::exp(3), 0})},
          {"rows scaled 1e14 apart", test::vector({1, 0.3, 0.1}), {1, 0, 0}, scaled_rows, test::vector({1, 1, 2})},
          {"wrong side of a bound", test::vector({-2, 1}), {0, 1}, square_root, test::vector({2, 1}), {2, 0}}};
}

report::Result solved(const HardGuess& hard, IDACIMethod method, double atol)
{
  test::ProblemBuilder builder(hard.y, Vector::Zero(hard.y.size()), hard.residual);
  builder.problem.fixed_y = hard.fixed;
  builder.problem.constraints = hard.constraints;
  methods::Options options;
  options.method = method;
  options.atol = atol;
  return solver::solve(builder.problem, options);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hard_guesses_suite)

BOOST_AUTO_TEST_CASE(are_solved_by_both_methods_also_with_a_tolerance_far_below_round_off)
{
  for (const HardGuess& hard : hard_guesses()) {
    for (const IDACIMethod method : {IDACI_AUTO, IDACI_LEAST_SQUARES}) {
      for (const double atol : {1e-10, 1e-20}) {
        BOOST_TEST_CONTEXT(hard.name << ", " << report::method_name(method) << ", atol " << atol)
        {
          const report::Result result = solved(hard, method, atol);
          BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
          for (int j = 0; j < result.n; ++j) {
            BOOST_TEST(std::abs(result.variables[j].value - hard.expected[j]) <
                       2e-7 * (1 + std::abs(hard.expected[j])));
          }
          BOOST_TEST(result.counters.residual_evaluations < 20000);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_pendulum_guess_in_its_pivot_leaves_it)
{
  test::ProblemBuilder builder(Vector::Zero(5), Vector::Zero(5), test::pendulum);
  const report::Result result = solver::solve(builder.problem, {});
  BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
  BOOST_TEST(std::abs(std::hypot(result.variables[0].value, result.variables[1].value) - 1) < 1e-10);
}

BOOST_AUTO_TEST_CASE(a_residual_without_any_solution_ends_with_an_explanation_after_bounded_work)
{
  const test::ProblemBuilder builder(test::vector({0.3, 0}), Vector::Zero(2),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({y[0] * y[0] + 1, yp[1] + y[0]});
                                     });
  const report::Result result = solver::solve(builder.problem, {});
  BOOST_TEST(result.status == IDACI_CONV_FAIL);
  BOOST_TEST(!result.message.empty());
  BOOST_TEST(result.counters.residual_evaluations < 20000);
}

BOOST_AUTO_TEST_SUITE_END()
