#include "ida_consistent_init/linear/matched_scaling.hpp"

#include <Eigen/SVD>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "ida_consistent_init/linear/elimination.hpp"

using namespace ida_consistent_init::linear;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd scaled(const MatrixXd& matrix, const Equilibration& scale)
{
  return scale.row.asDiagonal() * matrix * scale.column.asDiagonal();
}

/// v' = w, M w + G lam = f with masses of 1e-6 and multipliers of 1: unknowns v', w, lam.
MatrixXd light_bodies()
{
  MatrixXd matrix = MatrixXd::Zero(4, 5);
  matrix << 1, 0, -1, 0, 0,   //
      0, 1, 0, -1, 0,         //
      0, 0, 2e-6, 3e-7, 0.5,  //
      0, 0, 3e-7, 1e-6, -0.25;
  return matrix;
}

double smallest_singular_value(const MatrixXd& matrix)
{
  return Eigen::JacobiSVD<MatrixXd>(matrix).singularValues().tail(1)[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scaling_by_a_matching)

BOOST_AUTO_TEST_CASE(every_row_has_an_entry_of_one_in_a_column_of_its_own_and_none_above)
{
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> exponent(-8, 8);
  std::bernoulli_distribution present(0.3);
  for (int trial = 0; trial < 20; ++trial) {
    MatrixXd matrix = MatrixXd::Zero(12, 15);
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 15; ++j) {
        if (i == j || present(generator)) matrix(i, j) = std::pow(10.0, exponent(generator));
      }
    }
    const MatrixXd result = scaled(matrix, matched_scaling(matrix.sparseView()));
    BOOST_TEST(result.maxCoeff() < 1 + 1e-9);
    for (int i = 0; i < 12; ++i) BOOST_TEST(result.row(i).maxCoeff() > 1 - 1e-9);
    for (int j = 0; j < 15; ++j) BOOST_TEST(result.col(j).maxCoeff() > 0);
  }
}

BOOST_AUTO_TEST_CASE(masses_small_beside_multipliers_do_not_look_singular)
{
  const MatrixXd matrix = light_bodies();
  BOOST_TEST(smallest_singular_value(scaled(matrix, equilibrate(matrix.sparseView()))) < 1e-5);
  BOOST_TEST(smallest_singular_value(scaled(matrix, matched_scaling(matrix.sparseView()))) > 0.05);
}

BOOST_AUTO_TEST_CASE(entries_that_may_be_error_are_not_matched)
{
  MatrixXd matrix(2, 2), error(2, 2);
  matrix << 1, 2, 1e-9, 2e-9;
  error << 0, 0, 1e-9, 1e-9;
  const Equilibration scale = matched_scaling(matrix.sparseView(), error.sparseView());
  // Without a partner the second row still has a largest entry of 1.
  BOOST_TEST(scaled(matrix, scale).row(1).maxCoeff() == 1, boost::test_tools::tolerance(1e-9));
  const RankTolerance tolerance = rank_tolerance(1e-10, error.sparseView(), scale);
  BOOST_TEST(tolerance.possible > 0.1);
}

BOOST_AUTO_TEST_CASE(empty_rows_and_columns_keep_the_factor_one)
{
  MatrixXd matrix = MatrixXd::Zero(3, 3);
  matrix(0, 1) = 4;
  const Equilibration scale = matched_scaling(matrix.sparseView());
  BOOST_TEST(scale.row[0] * scale.column[1] == 0.25, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(scale.row[1] == 1);
  BOOST_TEST(scale.row[2] == 1);
  BOOST_TEST(scale.column[0] == 1);
  BOOST_TEST(scale.column[2] == 1);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(elimination)

BOOST_AUTO_TEST_CASE(combinations_vanish_on_what_is_eliminated_and_leave_the_rest)
{
  const MatrixXd matrix = light_bodies();
  const Uncertain multipliers{matrix.rightCols(1), MatrixXd::Zero(4, 1)};
  const Uncertain others{matrix.leftCols(4), MatrixXd::Zero(4, 4)};
  const Elimination without = eliminate(multipliers, 1e-12);
  BOOST_TEST(without.rank() == 1);
  BOOST_TEST(remainder(without, multipliers, multipliers).value.norm() < 1e-15);
  const Uncertain rest = remainder(without, multipliers, others);
  BOOST_REQUIRE(rest.value.rows() == 3);
  // Half of the second body's equation and a quarter of the first one's: lam drops out.
  const Eigen::RowVectorXd expected = 0.5 * matrix.row(2).head(4) + matrix.row(3).head(4);
  bool found = false;
  for (int k = 0; k < 3; ++k) {
    const Eigen::RowVectorXd row = rest.value.row(k) * (expected[2] / rest.value(k, 2));
    found = found || (rest.value(k, 2) != 0 && (row - expected).norm() < 1e-12 * expected.norm());
  }
  BOOST_TEST(found);
  BOOST_TEST(eliminate(rest, 1e-12).rank() == 3);
}

BOOST_AUTO_TEST_CASE(without_columns_nothing_is_eliminated_and_with_regular_rows_nothing_is_left)
{
  const Uncertain empty{MatrixXd(3, 0), MatrixXd(3, 0)};
  const Uncertain identity{MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3)};
  const Elimination none = eliminate(empty, 1e-12);
  BOOST_TEST(none.rank() == 0);
  BOOST_TEST(remainder(none, empty, identity).value.isIdentity());
  const Elimination all = eliminate(identity, 1e-12);
  BOOST_TEST(all.rank() == 3);
  BOOST_TEST(remainder(all, identity, identity).value.rows() == 0);
}

BOOST_AUTO_TEST_CASE(errors_of_what_is_eliminated_reach_the_rest)
{
  MatrixXd first(2, 1), second(2, 1);
  first << 1, 1;
  second << 3, 3;
  const Uncertain exact{first, MatrixXd::Zero(2, 1)};
  const Uncertain rough{first, MatrixXd::Constant(2, 1, 1e-3)};
  const Uncertain other{second, MatrixXd::Zero(2, 1)};
  BOOST_TEST(remainder(eliminate(exact, 1e-12), exact, other).error.norm() < 1e-13);
  // x = -3 of the other unknown, wrong by 1e-3 in both rows.
  const double carried = remainder(eliminate(rough, 1e-12), rough, other).error(0, 0);
  BOOST_TEST(carried > 3e-3);
  BOOST_TEST(carried < 1e-2);
}

BOOST_AUTO_TEST_SUITE_END()
