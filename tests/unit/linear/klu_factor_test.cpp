#include "ida_consistent_init/linear/klu_factor.hpp"

#include <Eigen/LU>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>
#include <utility>

using ida_consistent_init::linear::KluFactor;
using ida_consistent_init::linear::SparseMatrix;

namespace {

/* Random entries with a diagonal of about three, well-conditioned. */
Eigen::MatrixXd random_matrix(int n, std::mt19937& generator)
{
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::bernoulli_distribution occurs(0.3);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (occurs(generator)) matrix(i, j) = value(generator);
    }
    matrix(i, i) = 3.0 + value(generator);
  }
  return matrix;
}

SparseMatrix sparse(const Eigen::MatrixXd& matrix)
{
  return matrix.sparseView();
}

double error_of_solve(const KluFactor& factor, const Eigen::MatrixXd& matrix)
{
  const Eigen::VectorXd rhs = Eigen::VectorXd::LinSpaced(matrix.rows(), -1.0, 2.0);
  const Eigen::VectorXd expected = matrix.fullPivLu().solve(rhs);
  return (factor.solve(rhs) - expected).norm() / expected.norm();
}

double error_of_transposed_solve(const KluFactor& factor, const Eigen::MatrixXd& matrix)
{
  const Eigen::VectorXd rhs = Eigen::VectorXd::LinSpaced(matrix.rows(), -1.0, 2.0);
  const Eigen::VectorXd expected = matrix.transpose().fullPivLu().solve(rhs);
  return (factor.solve_transposed(rhs) - expected).norm() / expected.norm();
}

constexpr double kRoundOff = 1e-12;

}  // namespace

BOOST_AUTO_TEST_SUITE(klu_factor)

BOOST_AUTO_TEST_CASE(solutions_agree_with_dense_elimination)
{
  std::mt19937 generator(5);
  for (int n = 1; n <= 30; ++n) {
    const Eigen::MatrixXd matrix = random_matrix(n, generator);
    KluFactor factor;
    BOOST_REQUIRE(factor.factor(sparse(matrix)));
    BOOST_TEST(error_of_solve(factor, matrix) < kRoundOff);
    BOOST_TEST(error_of_transposed_solve(factor, matrix) < kRoundOff);
    BOOST_TEST(factor.reciprocal_condition() > 1e-3);
    BOOST_TEST(factor.reciprocal_condition() <= 1.0);
  }
}

BOOST_AUTO_TEST_CASE(one_object_factors_new_values_and_new_patterns)
{
  std::mt19937 generator(6);
  Eigen::MatrixXd matrix = random_matrix(12, generator);
  KluFactor factor;
  BOOST_REQUIRE(factor.factor(sparse(matrix)));
  matrix *= -0.5;
  matrix(3, 3) += 7.0;
  BOOST_REQUIRE(factor.factor(sparse(matrix)));
  BOOST_TEST(error_of_solve(factor, matrix) < kRoundOff);
  BOOST_TEST(error_of_transposed_solve(factor, matrix) < kRoundOff);

  const Eigen::MatrixXd other = random_matrix(17, generator);
  BOOST_REQUIRE(factor.factor(sparse(other)));
  BOOST_TEST(error_of_solve(factor, other) < kRoundOff);
}

BOOST_AUTO_TEST_CASE(pivots_are_chosen_anew_when_old_ones_become_small)
{
  Eigen::MatrixXd matrix(2, 2);
  matrix << 2.0, 1.0, 1.0, 3.0;
  KluFactor factor;
  BOOST_REQUIRE(factor.factor(sparse(matrix)));
  for (const double pivot : {1e-13, 1e-300}) {
    matrix << pivot, 1.0, 1.0, pivot;
    BOOST_REQUIRE(factor.factor(sparse(matrix)));
    BOOST_TEST(error_of_solve(factor, matrix) < kRoundOff);
  }
}

BOOST_AUTO_TEST_CASE(singular_matrices_are_refused_at_the_first_and_at_later_factorisations)
{
  Eigen::MatrixXd regular(3, 3), singular(3, 3);
  regular << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0;
  singular << 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9;  // rank 2, but no pivot is exactly zero
  KluFactor first;
  BOOST_TEST(!first.factor(sparse(singular)));
  BOOST_TEST(first.reciprocal_condition() < 1e-15);
  BOOST_REQUIRE(first.factor(sparse(regular)));
  BOOST_TEST(error_of_solve(first, regular) < kRoundOff);
  BOOST_TEST(!first.factor(sparse(singular)));
  BOOST_REQUIRE(first.factor(sparse(regular)));
  BOOST_TEST(error_of_solve(first, regular) < kRoundOff);
}

BOOST_AUTO_TEST_CASE(matrices_without_a_full_diagonal_of_entries_are_refused)
{
  Eigen::MatrixXd matrix(3, 3);
  matrix << 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0;
  KluFactor factor;
  BOOST_TEST(!factor.factor(sparse(matrix)));
  BOOST_TEST(!factor.factor(SparseMatrix(3, 3)));
  BOOST_TEST(factor.reciprocal_condition() == 0.0);
}

BOOST_AUTO_TEST_CASE(units_of_variables_and_equations_do_not_make_a_matrix_singular)
{
  std::mt19937 generator(7);
  const Eigen::MatrixXd matrix = random_matrix(8, generator);
  KluFactor plain, scaled;
  BOOST_REQUIRE(plain.factor(sparse(matrix)));
  Eigen::MatrixXd in_other_units = matrix;
  in_other_units.col(2) *= 1e-25;
  in_other_units.col(5) *= 1e20;
  in_other_units.row(4) *= 1e-18;
  BOOST_REQUIRE(scaled.factor(sparse(in_other_units)));
  BOOST_TEST(scaled.reciprocal_condition() > 1e-3 * plain.reciprocal_condition());

  Eigen::VectorXd rhs = Eigen::VectorXd::Ones(8);
  const Eigen::VectorXd expected = plain.solve(rhs);
  rhs[4] *= 1e-18;
  Eigen::VectorXd solution = scaled.solve(rhs);
  solution[2] *= 1e-25;
  solution[5] *= 1e20;
  BOOST_TEST((solution - expected).norm() < kRoundOff * expected.norm());
}

BOOST_AUTO_TEST_CASE(values_that_are_not_finite_are_refused)
{
  std::mt19937 generator(8);
  Eigen::MatrixXd matrix = random_matrix(5, generator);
  KluFactor factor;
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    SparseMatrix broken = sparse(matrix);
    broken.coeffRef(2, 2) = value;
    BOOST_TEST(!factor.factor(broken));
  }
  BOOST_TEST(factor.factor(sparse(matrix)));
}

BOOST_AUTO_TEST_CASE(uncompressed_and_empty_matrices_are_accepted)
{
  SparseMatrix matrix(2, 2);
  matrix.reserve(Eigen::VectorXi::Constant(2, 4));
  matrix.insert(0, 1) = 2.0;
  matrix.insert(1, 0) = 4.0;
  BOOST_REQUIRE(!matrix.isCompressed());
  KluFactor factor;
  BOOST_REQUIRE(factor.factor(matrix));
  BOOST_TEST(factor.solve(Eigen::Vector2d(2.0, 4.0)) == Eigen::Vector2d(1.0, 1.0));

  BOOST_TEST(factor.factor(SparseMatrix(0, 0)));
  BOOST_TEST(factor.solve(Eigen::VectorXd()).size() == 0);
}

BOOST_AUTO_TEST_CASE(factors_move_with_the_object)
{
  std::mt19937 generator(9);
  const Eigen::MatrixXd matrix = random_matrix(6, generator);
  KluFactor source;
  BOOST_REQUIRE(source.factor(sparse(matrix)));
  KluFactor target = std::move(source);
  BOOST_TEST(error_of_solve(target, matrix) < kRoundOff);
  KluFactor other;
  BOOST_REQUIRE(other.factor(sparse(random_matrix(4, generator))));
  other = std::move(target);
  BOOST_TEST(error_of_solve(other, matrix) < kRoundOff);
}

BOOST_AUTO_TEST_SUITE_END()
