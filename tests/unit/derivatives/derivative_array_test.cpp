#include "ida_consistent_init/derivatives/derivative_array.hpp"

#include <sunmatrix/sunmatrix_dense.h>

#include <Eigen/Core>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using derivatives::Column;
using derivatives::DerivativeArray;
using derivatives::DifferenceSource;
using derivatives::JacobianSource;
using derivatives::Jet;
using derivatives::Row;
using support::Vector;

namespace {

/// All rooms that a derivative array needs, for a full pattern.
struct Array
{
  Array(test::ProblemBuilder& builder, double t0)
      : differences(*builder.problem.residual, t0, {}),
        jacobians(builder.problem, problem::full_sparsity(builder.problem.n)),
        array(differences, jacobians)
  {
  }
  DifferenceSource differences;
  JacobianSource jacobians;
  DerivativeArray array;
};

/// F1 = a a' + sin(t b), F2 = b, with unknowns a, b.
constexpr double t0 = 0.7;

Vector product_and_sine(double t, const Vector& y, const Vector& yp)
{
  return test::vector({y[0] * yp[0] + std::sin(t * y[1]), y[1]});
}

int product_and_sine_jacobian(double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian)
{
  SM_ELEMENT_D(jacobian, 0, 0) = yp[0] + cj * y[0];
  SM_ELEMENT_D(jacobian, 0, 1) = t * std::cos(t * y[1]);
  SM_ELEMENT_D(jacobian, 1, 1) = 1;
  return 0;
}

Jet product_and_sine_jet()
{
  Jet jet(2, 3);
  jet.set_derivative(0, test::vector({1.1, 0.4}));
  jet.set_derivative(1, test::vector({-0.6, 1.3}));
  jet.set_derivative(2, test::vector({0.9, -0.8}));
  jet.set_derivative(3, test::vector({0.5, 2.0}));
  return jet;
}

/// [1 x 8] derivatives of F1'' = 3 a' a'' + a a''' + cos(g) g'' - sin(g) g'^2, g = t b, g' = b + t b', g'' = 2 b' + t
/// b'', by a, a', a'', a''', b, b', b'', b'''.
Eigen::RowVectorXd gradient_by_hand()
{
  const Jet jet = product_and_sine_jet();
  const double c = std::cos(t0 * jet(1, 0));
  const double s = std::sin(t0 * jet(1, 0));
  const double g1 = jet(1, 0) + t0 * jet(1, 1);
  const double g2 = 2 * jet(1, 1) + t0 * jet(1, 2);
  Eigen::RowVectorXd gradient(8);
  gradient << jet(0, 3), 3 * jet(0, 2), 3 * jet(0, 1), jet(0, 0), -t0 * g2 * s - t0 * g1 * g1 * c - 2 * g1 * s,
      2 * c - 2 * t0 * g1 * s, t0 * c, 0;
  return gradient;
}

std::vector<Column> all_columns()
{
  std::vector<Column> columns;
  for (const int variable : {0, 1}) {
    for (int order = 0; order <= 3; ++order) columns.push_back({variable, order});
  }
  return columns;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(derivative_array)

BOOST_AUTO_TEST_CASE(rows_of_the_pendulum_are_its_differentiated_equations)
{
  test::ProblemBuilder builder(Vector::Zero(5), Vector::Zero(5), test::pendulum);
  Array rooms(builder, 0);
  Jet jet(5, 3);
  jet.set_derivative(0, test::vector({0.8, -0.7, 0.3, 0.2, 1.5}));
  jet.set_derivative(1, test::vector({0.35, 0.15, -0.4, 0.6, 0.7}));
  jet.set_derivative(2, test::vector({-0.2, 0.9, 1.1, -1.2, 0.3}));
  jet.set_derivative(3, test::vector({0.05, -0.6, 0.2, 0.1, -0.9}));
  const auto residual = rooms.array.residual({{4, 2}, {0, 2}, {2, 1}, {4, 0}}, jet, Vector::Ones(5));
  BOOST_REQUIRE((residual.outcome == problem::Outcome::ok));
  const double constraint =
      2 * (0.35 * 0.35 + 0.8 * -0.2 + 0.15 * 0.15 + -0.7 * 0.9);  // 2 (x'^2 + x x'' + y'^2 + y y'')
  const double exact[] = {constraint, 0.05 - 1.1, 1.1 + 0.7 * 0.8 + 1.5 * 0.35, 0.64 + 0.49 - 1};
  for (int k = 0; k < 4; ++k) {
    BOOST_TEST(std::abs(residual.value[k] - exact[k]) <= 10 * residual.error[k]);
    BOOST_TEST(residual.error[k] < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(the_full_jacobian_is_that_of_the_differentiated_equation)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), product_and_sine);
  const support::MatrixHandle matrix(SUNDenseMatrix(2, 2, builder.context()));
  builder.use_jacobian(product_and_sine_jacobian, matrix.get());
  Array rooms(builder, t0);
  const std::vector<Row> rows{{0, 2}};
  rooms.array.residual(rows, product_and_sine_jet(), Vector::Ones(2));
  const Eigen::MatrixXd jacobian = rooms.array.jacobian(rows, all_columns(), product_and_sine_jet(), false);
  BOOST_TEST((jacobian - gradient_by_hand()).cwiseAbs().maxCoeff() < 1e-8);
}

BOOST_AUTO_TEST_CASE(the_full_jacobian_by_differences_is_accurate_enough_for_newton)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), product_and_sine);
  Array rooms(builder, t0);
  const std::vector<Row> rows{{0, 2}};
  rooms.array.residual(rows, product_and_sine_jet(), Vector::Ones(2));
  const Eigen::MatrixXd jacobian = rooms.array.jacobian(rows, all_columns(), product_and_sine_jet(), false);
  BOOST_TEST((jacobian - gradient_by_hand()).cwiseAbs().maxCoeff() < 1e-5);
}

BOOST_AUTO_TEST_CASE(leading_terms_are_the_jacobians_themselves)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), product_and_sine);
  const support::MatrixHandle matrix(SUNDenseMatrix(2, 2, builder.context()));
  builder.use_jacobian(product_and_sine_jacobian, matrix.get());
  Array rooms(builder, t0);
  const Jet jet = product_and_sine_jet();
  const Eigen::MatrixXd jacobian = rooms.array.jacobian({{0, 2}, {1, 2}}, {{0, 3}, {1, 2}, {0, 2}, {1, 1}}, jet, true);
  Eigen::MatrixXd expected(2, 4);  // F_y' at y''' ; F_y at y''; nothing at y'
  expected << jet(0, 0), t0 * std::cos(t0 * jet(1, 0)), jet(0, 1), 0, 0, 1, 0, 0;
  BOOST_TEST((jacobian - expected).cwiseAbs().maxCoeff() < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_row_that_is_not_differentiated_has_the_plain_jacobian)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), product_and_sine);
  Array rooms(builder, t0);
  const Jet jet = product_and_sine_jet();
  const Eigen::MatrixXd jacobian = rooms.array.jacobian({{0, 0}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, jet, false);
  Eigen::RowVectorXd expected(4);
  expected << jet(0, 1), jet(0, 0), t0 * std::cos(t0 * jet(1, 0)), 0;
  BOOST_TEST((jacobian - expected).cwiseAbs().maxCoeff() < 1e-9);
}

BOOST_AUTO_TEST_CASE(the_scale_of_an_equation_is_the_sum_of_its_terms)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), [](double, const Vector& y, const Vector& yp) {
    return test::vector({3 * y[0] - 2 * y[1] + 4 * yp[1], 7});
  });
  Array rooms(builder, 0);
  Jet jet(2, 1);
  jet.set_derivative(0, test::vector({-5, 2}));
  jet.set_derivative(1, test::vector({1, 0.5}));
  const Vector scale = rooms.array.term_scale(jet);
  BOOST_TEST(std::abs(scale[0] - (15 + 4 + 2)) < 1e-8);
  BOOST_TEST(scale[1] == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()
