#include "ida_consistent_init/linear/equilibration.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "random_systems.hpp"

using namespace ida_consistent_init::linear;

BOOST_AUTO_TEST_SUITE(equilibration)

BOOST_AUTO_TEST_CASE(the_largest_entry_of_every_row_and_column_comes_near_one)
{
  test::Random random(3);
  Eigen::MatrixXd matrix = random.matrix(8, 12, 1);
  for (int i = 0; i < 8; ++i) matrix.row(i) *= std::pow(10, random.number(-9, 9));
  for (int j = 0; j < 12; ++j) matrix.col(j) *= std::pow(10, random.number(-9, 9));
  const Equilibration scale = equilibrate(test::sparse(matrix));
  const Eigen::MatrixXd scaled = (scale.row.asDiagonal() * matrix * scale.column.asDiagonal()).cwiseAbs();
  BOOST_TEST(scale.row.minCoeff() > 0.0);
  BOOST_TEST(scale.column.minCoeff() > 0.0);
  BOOST_TEST(scaled.maxCoeff() < 2.0);
  BOOST_TEST(scaled.rowwise().maxCoeff().minCoeff() > 0.5);
  BOOST_TEST(scaled.colwise().maxCoeff().minCoeff() > 0.5);
}

BOOST_AUTO_TEST_CASE(rows_and_columns_of_zeros_keep_the_factor_one)
{
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(3, 3);
  matrix(0, 0) = 100;
  matrix(2, 2) = 1e-4;
  const Equilibration scale = equilibrate(test::sparse(matrix));
  BOOST_TEST(scale.row[1] == 1.0);
  BOOST_TEST(scale.column[1] == 1.0);
  BOOST_TEST(std::abs(scale.row[0] * 100 * scale.column[0] - 1) < 0.1);
  BOOST_TEST(std::abs(scale.row[2] * 1e-4 * scale.column[2] - 1) < 0.1);
}

BOOST_AUTO_TEST_CASE(a_matrix_without_rows_has_column_factors_one)
{
  const Equilibration scale = equilibrate(SparseMatrix(0, 2));
  BOOST_TEST(scale.row.size() == 0);
  BOOST_TEST(scale.column[0] == 1.0);
  BOOST_TEST(scale.column[1] == 1.0);
}

BOOST_AUTO_TEST_SUITE_END()
