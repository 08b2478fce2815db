// Systems whose pattern hides their index: AUTO has to find index, freedom and values without a hint.
#include <Eigen/LU>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "ida_consistent_init/solver/solver.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

Eigen::MatrixXd well_conditioned(int n, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  Eigen::MatrixXd matrix(n, n);
  for (double& value : matrix.reshaped()) value = entry(generator);
  return matrix + 2 * Eigen::MatrixXd::Identity(n, n);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(deceptive_structure)

BOOST_AUTO_TEST_CASE(a_pendulum_mixed_by_random_matrices_keeps_index_freedom_and_state)
{
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const Eigen::MatrixXd t_mix = well_conditioned(5, seed), s_mix = well_conditioned(5, seed + 10);
    const Vector y = test::pendulum_y();
    // Start beside the consistent state, in the mixed variables z with y = S z.
    const Vector guess = s_mix.lu().solve(y + 0.02 * Vector::LinSpaced(5, -1, 1));
    test::ProblemBuilder builder(guess, Vector::Zero(5), [&](double time, const Vector& z, const Vector& zp) -> Vector {
      return t_mix * test::pendulum(time, s_mix * z, s_mix * zp);
    });
    const report::Result result = solver::solve(builder.problem, {});
    BOOST_TEST_CONTEXT("seed " << seed)
    {
      BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
      BOOST_TEST(result.method == IDACI_LEAST_SQUARES);
      BOOST_TEST(result.index == 3);
      BOOST_TEST(result.degrees_of_freedom == 2);
      Vector z(5), zp(5);
      for (int j = 0; j < 5; ++j) {
        z[j] = result.variables[j].value;
        zp[j] = result.variables[j].derivative;
      }
      const Vector state = s_mix * z, rate = s_mix * zp;
      BOOST_TEST(std::abs(state[0] * state[0] + state[1] * state[1] - 1) < 1e-9);
      BOOST_TEST(std::abs(state[0] * state[2] + state[1] * state[3]) < 1e-9);
      const double lam = state[2] * state[2] + state[3] * state[3] - 9.81 * state[1];
      BOOST_TEST(std::abs(state[4] - lam) < 1e-7);
      BOOST_TEST(std::abs(rate[4] + 3 * 9.81 * state[3]) < 1e-5);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_loop_of_capacitors_and_a_source_in_conventional_form)
{
  // Node voltages e1, e2 and the current j of a source e1 = sin t; capacitors C1 from 1 to 0, C2 between 1 and 2, and a
  // second branch 2 C2 in parallel with it; resistor 1 at node 2. Index 2: j needs e1'.
  const double c1 = 0.5, c2 = 0.2;
  test::ProblemBuilder builder(
      test::vector({0.3, 0.7, 0}), Vector::Zero(3), [=](double t, const Vector& y, const Vector& yp) {
        const double between = 3 * c2 * (yp[0] - yp[1]);
        return test::vector({c1 * yp[0] + between + y[2], -between + y[1], y[0] - std::sin(t)});
      });
  builder.problem.fixed_y = {0, 1, 0};
  const report::Result result = solver::solve(builder.problem, {});
  BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
  BOOST_TEST(result.index == 2);
  BOOST_TEST(result.degrees_of_freedom == 1);
  BOOST_TEST(std::abs(result.variables[0].value) < 1e-12);
  BOOST_TEST(std::abs(result.variables[1].derivative - (1 - 0.7 / 0.6)) < 1e-9);
  BOOST_TEST(std::abs(result.variables[2].value + (0.5 + 0.7)) < 1e-9);
}

BOOST_AUTO_TEST_SUITE_END()
