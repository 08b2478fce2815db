#include <ida_consistent_init/ida_consistent_init.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "pendulum/model.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/dense_ida.hpp"

namespace {

/// A bead of masses 2 and 3 on a growing ellipse, with accelerations as variables, velocities that the position and the
/// time scale, and a wheel that the constraint force spins: x, y, u, v, a, b, spin, lam.
int bead(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void*)
{
  const auto q = example::values(y), qp = example::values(yp), f = example::values(r);
  const double u_scale = 1 + q[0] * q[0], v_scale = 1 + t;
  f[0] = qp[0] - u_scale * q[2];
  f[1] = qp[1] - v_scale * q[3];
  f[2] = qp[2] - q[4];
  f[3] = qp[3] - q[5];
  f[4] = 2 * q[4] + u_scale * q[0] * q[7] - 1;
  f[5] = 3 * q[5] + 2 * v_scale * q[1] * q[7] + q[0];
  f[6] = qp[6] - q[7];
  f[7] = q[0] * q[0] / 2 + q[1] * q[1] - 1 - t;
  return 0;
}

int backward_bead(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  return bead(-t, y, yp, r, user_data);
}

constexpr std::size_t kSpin = 6, kForce = 7;
const std::vector<double> kBeadGuess = {0.9, 0.8, 1, 0.2, 0, 0, 0.5, 0};

/// 0 = x_1 - sin t, x_1' = x_2, x_2' = x_3, x_3' = x_4: index 4.
int chain(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void*)
{
  const auto q = example::values(y), qp = example::values(yp), f = example::values(r);
  f[0] = q[0] - std::sin(t);
  for (std::size_t k = 1; k < 4; ++k) f[k] = qp[k - 1] - q[k];
  return 0;
}

struct EulerRun
{
  EulerRun(IDAResFn residual, void* user_data, const std::vector<double>& guess)
      : own(residual, user_data, 0, guess, std::vector<double>(guess.size(), 0), 1e-9),
        consistent(own.ida(), residual, own.y(), own.yp(), own.context())
  {
  }
  int solve(double h)
  {
    BOOST_REQUIRE_EQUAL(IDACISetEulerStart(consistent.get(), h), IDACI_SUCCESS);
    return IDACISolve(consistent.get());
  }
  std::vector<double> y() const
  {
    const auto entries = example::values(own.y());
    return {entries.begin(), entries.end()};
  }
  std::vector<double> consistent_y() const
  {
    const example::VectorHandle y(N_VClone(own.y())), yp(N_VClone(own.y()));
    BOOST_REQUIRE_EQUAL(IDACIGetConsistentIC(consistent.get(), y.get(), yp.get()), IDACI_SUCCESS);
    const auto entries = example::values(y.get());
    return {entries.begin(), entries.end()};
  }
  std::string message() const { return IDACIGetLastMessage(consistent.get()); }
  /// One step without error test, and so of the size that IDA was told.
  double first_step()
  {
    const example::VectorHandle untested(N_VClone(own.y()));
    N_VConst(0, untested.get());
    example::require(IDASetId(own.ida(), untested.get()), "IDASetId");
    example::require(IDASetSuppressAlg(own.ida(), SUNTRUE), "IDASetSuppressAlg");
    double t = 0;
    example::require(IDASolve(own.ida(), 1, &t, own.y(), own.yp(), IDA_ONE_STEP), "IDASolve");
    return t;
  }

  example::DenseIda own;
  example::ConsistentInit consistent;
};

/// How far the constraint force moves in the first Euler step; h lambda' is what it should.
double jump_of_force(double h, bool with_start)
{
  EulerRun run(bead, nullptr, kBeadGuess);
  if (!with_start) example::require(IDASetInitStep(run.own.ida(), h), "IDASetInitStep");
  BOOST_REQUIRE_EQUAL(run.solve(with_start ? h : 0), IDACI_SUCCESS);
  const double before = run.consistent_y()[kForce];
  BOOST_TEST(run.first_step() == h, boost::test_tools::tolerance(1e-14));
  return run.y()[kForce] - before;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(numerically_consistent_start)

BOOST_AUTO_TEST_CASE(first_euler_step_gives_multipliers_of_first_order)
{
  BOOST_TEST(std::abs(jump_of_force(1e-4, false)) > 0.1);
  const double jump = jump_of_force(1e-3, true);
  BOOST_TEST(std::abs(jump) < 0.01);
  BOOST_TEST(jump_of_force(5e-4, true) == jump / 2, boost::test_tools::tolerance(0.01));
  BOOST_TEST(jump_of_force(1e-4, true) == jump / 10, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(only_velocities_that_constraints_see_are_moved)
{
  constexpr double h = 1e-3;
  EulerRun run(bead, nullptr, kBeadGuess);
  BOOST_REQUIRE_EQUAL(run.solve(h), IDACI_SUCCESS);
  BOOST_TEST(run.message().find("y[2], y[3]") != std::string::npos);
  const std::vector<double> start = run.y(), exact = run.consistent_y();
  for (const std::size_t j : {2, 3}) BOOST_TEST(std::abs(start[j] - exact[j]) > 0.01 * h);
  for (const std::size_t j : {0, 1, 4, 5, 6, 7}) BOOST_TEST(start[j] == exact[j]);
  BOOST_TEST(exact[kSpin] == kBeadGuess[kSpin]);
}

BOOST_AUTO_TEST_CASE(without_it_consistent_values_are_handed_over)
{
  EulerRun run(bead, nullptr, kBeadGuess);
  BOOST_REQUIRE_EQUAL(run.solve(1e-3), IDACI_SUCCESS);
  BOOST_REQUIRE_EQUAL(run.solve(0), IDACI_SUCCESS);
  BOOST_TEST(run.y() == run.consistent_y(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(index_2_needs_none_and_is_told_so)
{
  constexpr double h = 1e-3;
  int form = 2;
  EulerRun run(pendulum::residual, &form, {0.8, -0.6, 0.3, 0.5, 0});
  BOOST_REQUIRE_EQUAL(run.solve(h), IDACI_SUCCESS);
  BOOST_TEST(run.message().find("at index 2") != std::string::npos);
  const std::vector<double> exact = run.consistent_y();
  BOOST_TEST(run.y() == exact, boost::test_tools::per_element());
  BOOST_TEST(run.first_step() == h, boost::test_tools::tolerance(1e-14));
  BOOST_TEST(std::abs(run.y()[4] - exact[4]) < 10 * h);
}

BOOST_AUTO_TEST_CASE(index_4_is_refused_and_nothing_changes)
{
  const std::vector<double> guess = {0.1, 0.9, 0, 0};
  EulerRun run(chain, nullptr, guess);
  BOOST_TEST(run.solve(1e-3) == IDACI_NOT_SUPPORTED);
  BOOST_TEST(run.message().find("index is 4") != std::string::npos);
  BOOST_TEST(run.y() == guess, boost::test_tools::per_element());
  BOOST_TEST(run.solve(0) == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(step_that_implicit_euler_cannot_take_is_refused)
{
  // The ellipse shrinks to a point at t = 1 and is gone at t = 2.
  EulerRun run(backward_bead, nullptr, kBeadGuess);
  BOOST_TEST(run.solve(2) == IDACI_CONV_FAIL);
  BOOST_TEST(run.solve(1e-12) == IDACI_CONV_FAIL);
  BOOST_TEST(run.message().find("round-off") != std::string::npos);
  BOOST_TEST(run.y() == kBeadGuess, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(step_must_be_finite_and_not_negative)
{
  EulerRun run(bead, nullptr, kBeadGuess);
  for (const double h : {-1e-3, std::numeric_limits<double>::infinity(), std::nan("")}) {
    BOOST_TEST(IDACISetEulerStart(run.consistent.get(), h) == IDACI_ILL_INPUT);
  }
}

BOOST_AUTO_TEST_SUITE_END()
