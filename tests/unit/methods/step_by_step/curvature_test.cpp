#include "ida_consistent_init/methods/step_by_step/curvature.hpp"

#include <Eigen/Dense>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using linear::SparseMatrix;
using methods::Curvature;
using support::Vector;

namespace {

/// Jacobian of the rows x^2 + y^2 - 1 and sin(x) exp(z) + 3 y.
SparseMatrix jacobian(const Vector& x)
{
  Eigen::MatrixXd matrix(2, 3);
  matrix << 2 * x[0], 2 * x[1], 0, std::cos(x[0]) * std::exp(x[2]), 3, std::sin(x[0]) * std::exp(x[2]);
  return matrix.sparseView();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(curvature)

BOOST_AUTO_TEST_CASE(it_is_the_weighted_sum_of_the_second_derivatives)
{
  const Vector x = test::vector({0.4, -1.2, 0.3});
  const Vector m = test::vector({2, -0.7});
  const SparseMatrix matrix = jacobian(x);
  const double s = std::sin(x[0]) * std::exp(x[2]);
  const double c = std::cos(x[0]) * std::exp(x[2]);
  Eigen::Matrix3d expected;
  expected << 2 * m[0] - m[1] * s, 0, m[1] * c, 0, 2 * m[0], 0, m[1] * c, 0, m[1] * s;
  const Eigen::MatrixXd found = Curvature(matrix, x, m, jacobian).matrix();
  BOOST_TEST((found - expected).cwiseAbs().maxCoeff() < 1e-4);
  BOOST_TEST((found - found.transpose()).cwiseAbs().maxCoeff() == 0.0);
}

BOOST_AUTO_TEST_CASE(its_size_on_a_sphere_is_twice_the_multiplier)
{
  const auto sphere = [](const Vector& x) {
    return SparseMatrix(Eigen::MatrixXd(2 * x.transpose()).sparseView());
  };
  const Vector x = test::vector({1, 2, 3, -1});
  const Vector m = test::vector({-0.25});
  const SparseMatrix matrix = sphere(x);
  BOOST_TEST(std::abs(Curvature(matrix, x, m, sphere).generic_size() - 0.5) < 1e-6);
}

BOOST_AUTO_TEST_CASE(linear_constraints_have_none)
{
  const SparseMatrix matrix = jacobian(test::vector({1, 1, 1}));
  const auto constant = [&](const Vector&) {
    return matrix;
  };
  const Vector x = test::vector({1, 1, 1});
  const Vector m = test::vector({5, 7});
  BOOST_TEST(Curvature(matrix, x, m, constant).generic_size() == 0.0);
  BOOST_TEST(Eigen::MatrixXd(Curvature(matrix, x, m, constant).matrix()).cwiseAbs().maxCoeff() == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
