// Systems whose pattern hides their index: AUTO has to find index, freedom and values without a hint.
#include <Eigen/LU>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <optional>
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

// Sanitizers look at memory, where one mixture is like the other, and take half a minute for each.
#ifdef __SANITIZE_ADDRESS__
constexpr unsigned number_of_mixtures = 2;
#else
constexpr unsigned number_of_mixtures = 8;
#endif

}  // namespace

BOOST_AUTO_TEST_SUITE(deceptive_structure)

BOOST_AUTO_TEST_CASE(a_pendulum_mixed_by_random_matrices_keeps_index_freedom_and_state)
{
  for (unsigned seed = 1; seed <= number_of_mixtures; ++seed) {
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

/// Nodes 1 and 2, joined by a capacitor, form a cutset with an inductor and a source of current sin t: j = sin t shows
/// only in the sum of the two node equations. e1 = L cos t, e2' = e1' + sin t / C; e2 is free.
struct CapacitorInACutset
{
  double c = 0.4, l = 2, t = 0.3;

  void check(const report::Result& result) const
  {
    BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
    BOOST_TEST(result.method == IDACI_STEP_BY_STEP);
    BOOST_TEST(result.index == 2);
    BOOST_TEST(result.degrees_of_freedom == 1);
    BOOST_TEST(std::abs(result.variables[0].value - l * std::cos(t)) < 1e-11);
    BOOST_TEST(std::abs(result.variables[0].derivative + l * std::sin(t)) < 1e-8);
    BOOST_TEST(result.variables[1].value == 0.7);
    BOOST_TEST(std::abs(result.variables[1].derivative - (1 / c - l) * std::sin(t)) < 1e-8);
    BOOST_TEST(std::abs(result.variables[2].value - std::sin(t)) < 1e-14);
  }
};

BOOST_AUTO_TEST_CASE(a_cutset_hidden_by_a_capacitor_in_conventional_form)
{
  const CapacitorInACutset circuit;
  test::ProblemBuilder builder(
      test::vector({0, 0.7, 0}), Vector::Zero(3), [&](double t, const Vector& y, const Vector& yp) {
        const double current = circuit.c * (yp[0] - yp[1]);
        return test::vector({current + y[2], -current - std::sin(t), circuit.l * yp[2] - y[0]});
      });
  builder.problem.t0 = circuit.t;
  const report::Result result = solver::solve(builder.problem, {});
  BOOST_TEST(result.reason.find("sums of equations") != std::string::npos, result.reason);
  circuit.check(result);
}

BOOST_AUTO_TEST_CASE(a_cutset_hidden_by_a_capacitor_in_charge_oriented_form)
{
  const CapacitorInACutset circuit;
  test::ProblemBuilder builder(
      test::vector({0, 0.7, 0, 0}), Vector::Zero(4), [&](double t, const Vector& y, const Vector& yp) {
        return test::vector(
            {yp[3] + y[2], -yp[3] - std::sin(t), circuit.l * yp[2] - y[0], y[3] - circuit.c * (y[0] - y[1])});
      });
  builder.problem.t0 = circuit.t;
  builder.problem.fixed_y = {0, 1, 0, 0};
  circuit.check(solver::solve(builder.problem, {}));
}

BOOST_AUTO_TEST_CASE(a_structure_that_hid_the_sums_is_not_kept_for_projections)
{
  // A pair of nodes joined by a capacitor, whose sum is algebraic, beside x' = z, x = t: index 2 with and without it.
  test::ProblemBuilder builder(test::vector({0.3, 0.7, 0, 0}), Vector::Zero(4),
                               [](double t, const Vector& y, const Vector& yp) {
                                 const double current = yp[0] - yp[1];
                                 return test::vector({current + y[0], -current + y[1], yp[2] - y[3], y[2] - t});
                               });
  std::optional<solver::Groundwork> groundwork;
  const report::Result result = solver::solve(builder.problem, {}, &groundwork);
  BOOST_TEST(result.status == IDACI_SUCCESS, result.message);
  BOOST_TEST(result.method == IDACI_STEP_BY_STEP);
  BOOST_TEST(result.index == 2);
  BOOST_TEST(!groundwork.has_value());
}

BOOST_AUTO_TEST_CASE(step_by_step_says_why_where_no_constant_sum_helps)
{
  // Spiteri's example: y1 + t y2 is a state, no combination of the equations shows it.
  test::ProblemBuilder builder(test::vector({1, 0}), Vector::Zero(2), [](double t, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] + t * yp[1] + 2 * y[1], y[0] + t * y[1] - std::exp(-t)});
  });
  builder.problem.t0 = 0.5;
  methods::Options options;
  options.method = IDACI_STEP_BY_STEP;
  const report::Result refused = solver::solve(builder.problem, options);
  BOOST_TEST(refused.status == IDACI_NOT_SUPPORTED);
  const report::Result solved = solver::solve(builder.problem, {});
  BOOST_TEST(solved.status == IDACI_SUCCESS, solved.message);
  BOOST_TEST(solved.method == IDACI_LEAST_SQUARES);
  BOOST_TEST(solved.reason.find("no constant combination") != std::string::npos, solved.reason);
}

BOOST_AUTO_TEST_SUITE_END()
