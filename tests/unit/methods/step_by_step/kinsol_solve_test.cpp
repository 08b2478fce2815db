#include "ida_consistent_init/methods/step_by_step/kinsol_solve.hpp"

#include <kinsol/kinsol.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <stdexcept>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using Eigen::VectorXd;
using methods::KinsolOutcome;
using methods::SquareSystem;

namespace {

/// x_k^3 + x_k = 2 k^3 / n^3 + x_(k-1); the coupling is left out of the Jacobian's pattern where x_(k-1) = 0.
SquareSystem chain_of_cubes(int n)
{
  SquareSystem system;
  system.function = [](const VectorXd& x, VectorXd& f) {
    f = x.array().cube() + x.array() -
        2 * VectorXd::LinSpaced(x.size(), 1.0 / static_cast<double>(x.size()), 1).array().cube();
    f.tail(x.size() - 1) -= x.head(x.size() - 1);
    return true;
  };
  system.jacobian = [](const VectorXd& x) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int k = 0; k < x.size(); ++k) {
      entries.emplace_back(k, k, 3 * x[k] * x[k] + 1);
      if (k > 0 && x[k - 1] != 0) entries.emplace_back(k, k - 1, -1.0);
    }
    linear::SparseMatrix matrix(static_cast<int>(x.size()), static_cast<int>(x.size()));
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  };
  system.x_scale = VectorXd::Constant(n, 1e8);
  system.f_scale = VectorXd::Constant(n, 1e10);
  return system;
}

SquareSystem logarithm()
{
  SquareSystem system;
  system.function = [](const VectorXd& x, VectorXd& f) {
    f = x.array().log();
    return x[0] > 0;
  };
  system.jacobian = [](const VectorXd& x) {
    linear::SparseMatrix matrix(1, 1);
    matrix.insert(0, 0) = 1 / x[0];
    return matrix;
  };
  system.x_scale = system.f_scale = test::vector({1e10});
  return system;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kinsol_solve)

BOOST_AUTO_TEST_CASE(small_and_large_systems_are_solved_also_when_the_pattern_grows_on_the_way)
{
  for (const int n : {3, 500}) {
    const SquareSystem system = chain_of_cubes(n);
    const KinsolOutcome outcome = solve_by_kinsol(system, VectorXd::Zero(n));
    BOOST_TEST(outcome.flag >= 0);
    BOOST_TEST(outcome.iterations > 1);
    VectorXd f;
    system.function(outcome.x, f);
    BOOST_TEST(f.cwiseAbs().maxCoeff() < 1e-10);
  }
}

BOOST_AUTO_TEST_CASE(steps_that_leave_the_domain_are_shortened)
{
  // From 5 the full Newton step goes to -3.
  const KinsolOutcome outcome = solve_by_kinsol(logarithm(), test::vector({5}));
  BOOST_TEST(outcome.flag >= 0);
  BOOST_TEST(std::abs(outcome.x[0] - 1) < 1e-10);
}

BOOST_AUTO_TEST_CASE(constraints_choose_the_root)
{
  SquareSystem square;
  square.function = [](const VectorXd& x, VectorXd& f) {
    f = x.array().square() - 4;
    return true;
  };
  square.jacobian = [](const VectorXd& x) {
    linear::SparseMatrix matrix(1, 1);
    matrix.insert(0, 0) = 2 * x[0];
    return matrix;
  };
  square.x_scale = square.f_scale = test::vector({1e9});
  square.constraint = {2};
  const KinsolOutcome outcome = solve_by_kinsol(square, test::vector({0.01}));
  BOOST_TEST(outcome.flag >= 0);
  BOOST_TEST(std::abs(outcome.x[0] - 2) < 1e-8);
}

BOOST_AUTO_TEST_CASE(a_system_without_a_root_ends_with_a_flag_and_an_iterate)
{
  SquareSystem system = logarithm();
  system.function = [](const VectorXd& x, VectorXd& f) {
    f = x.array().square() + 1;
    return true;
  };
  system.jacobian = [](const VectorXd& x) {
    linear::SparseMatrix matrix(1, 1);
    matrix.insert(0, 0) = 2 * x[0];
    return matrix;
  };
  const KinsolOutcome outcome = solve_by_kinsol(system, test::vector({5}));
  BOOST_TEST((outcome.flag < 0 || outcome.flag == KIN_STEP_LT_STPTOL));
  BOOST_TEST(outcome.x.allFinite());
}

BOOST_AUTO_TEST_CASE(exceptions_of_the_functions_reach_the_caller)
{
  SquareSystem system = logarithm();
  int calls = 0;
  system.function = [&](const VectorXd& x, VectorXd& f) {
    if (++calls == 2) throw std::runtime_error("second call");
    f = x;
    return true;
  };
  BOOST_CHECK_THROW(solve_by_kinsol(system, test::vector({5})), std::runtime_error);
}

BOOST_AUTO_TEST_SUITE_END()
