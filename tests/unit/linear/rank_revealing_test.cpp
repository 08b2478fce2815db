#include "ida_consistent_init/linear/rank_revealing.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "ida_consistent_init/linear/independent_rows.hpp"
#include "random_systems.hpp"

using namespace ida_consistent_init::linear;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

VectorXd values(std::initializer_list<double> list)
{
  VectorXd result(static_cast<Eigen::Index>(list.size()));
  Eigen::Index k = 0;
  for (const double value : list) result[k++] = value;
  return result;
}

/// rows x columns of the given rank, reproducible.
MatrixXd random_of_rank(int rows, int columns, int rank)
{
  std::srand(7);
  return MatrixXd::Random(rows, rank) * MatrixXd::Random(rank, columns);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rank_revealing)

BOOST_AUTO_TEST_CASE(values_above_the_possible_error_count_and_below_the_certain_one_do_not)
{
  BOOST_TEST(rank_by_gap(values({1, 0.5, 1e-3, 1e-14}), {1e-12, 1e-6}).rank == 3);
  BOOST_TEST(rank_by_gap(values({1, 0.5, 1e-3}), {1e-12, 1e-12}).rank == 3);
  BOOST_TEST(rank_by_gap(values({0, 0}), {1e-12, 1e-12}).rank == 0);
}

BOOST_AUTO_TEST_CASE(between_the_bounds_the_widest_gap_decides)
{
  BOOST_TEST(rank_by_gap(values({1, 2e-2, 1e-9}), {1e-10, 1e-1}).rank == 2);
  BOOST_TEST(rank_by_gap(values({1, 2e-2, 1e-2}), {1e-10, 1e-1}).rank == 3);
  BOOST_TEST(rank_by_gap(values({1, 2e-8, 1e-9}), {1e-10, 1e-2}).rank == 1);
}

BOOST_AUTO_TEST_CASE(how_clear_a_decision_is_says_the_next_gap)
{
  BOOST_TEST(std::isinf(rank_by_gap(values({1, 0.5, 1e-3, 1e-14}), {1e-12, 1e-6}).clarity));
  BOOST_TEST(std::isinf(rank_by_gap(values({}), {1e-12, 1e-6}).clarity));
  // 1 over 0.03, and 0.03 over a thousandth of the bound
  BOOST_TEST(rank_by_gap(values({1, 0.03}), {1e-10, 0.1}).rank == 2);
  BOOST_TEST(rank_by_gap(values({1, 0.03}), {1e-10, 0.1}).clarity == 9, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(a_value_near_the_bound_of_errors_far_below_the_others_is_error)
{
  // Of a system of index 3 with differences of order 5, which counted it: index 2 was found, and a constraint lost.
  const RankByGap decided = rank_by_gap(values({1, 0.459, 3.89e-5}), {2.4e-12, 1.31e-4});
  BOOST_TEST(decided.rank == 2);
  BOOST_TEST(decided.clarity > 10);
}

BOOST_AUTO_TEST_CASE(values_as_large_as_errors_usually_are_do_not_count_beside_a_wider_gap)
{
  // With a share of 1e-5 in place of 1e-3 these counted.
  BOOST_TEST(rank_by_gap(values({1, 1e-3, 1e-9}), {1e-10, 1e-2}).rank == 1);
  BOOST_TEST(rank_by_gap(values({1, 1e-3, 5e-4}), {1e-10, 1e-2}).rank == 1);
}

BOOST_AUTO_TEST_CASE(a_bound_of_errors_beyond_all_values_hides_none_of_them)
{
  const RankByGap decided = rank_by_gap(values({1.4, 1.1, 0.63}), {2.4e-12, 303});
  BOOST_TEST(decided.rank == 3);
  BOOST_TEST(decided.clarity > 10);
}

BOOST_AUTO_TEST_CASE(a_value_far_above_roundoff_that_may_be_error_does_not_count_beside_a_wide_gap)
{
  BOOST_TEST(rank_by_gap(values({1, 0.87, 2.3e-5}), {2.8e-12, 2e-3}).rank == 2);
}

BOOST_AUTO_TEST_CASE(gaps_within_the_noise_are_no_gaps_beside_that_above_it)
{
  BOOST_TEST(rank_by_gap(values({0.75, 0.6, 0.47, 7e-8, 1e-10, 2e-16}), {2.5e-9, 1.7e-6}).rank == 3);
}

BOOST_AUTO_TEST_CASE(null_spaces_are_orthonormal_and_annihilate_the_matrix)
{
  for (const int size : {12, 120}) {  // by singular values, by pivots
    const MatrixXd matrix = random_of_rank(size, size + 5, size / 2);
    const RankRevealed revealed = reveal_rank(matrix, {1e-10, 1e-10});
    BOOST_TEST(revealed.rank == size / 2);
    BOOST_TEST(revealed.left_null.cols() == size - size / 2);
    BOOST_TEST(revealed.null_space.cols() == size + 5 - size / 2);
    BOOST_TEST((revealed.left_null.transpose() * matrix).norm() < 1e-10);
    BOOST_TEST((matrix * revealed.null_space).norm() < 1e-10);
    const MatrixXd gram = revealed.null_space.transpose() * revealed.null_space;
    BOOST_TEST((gram - MatrixXd::Identity(gram.rows(), gram.cols())).norm() < 1e-12);
    BOOST_TEST(revealed.smallest_kept / std::max(revealed.largest_dropped, 1e-300) > 1e6);
  }
}

BOOST_AUTO_TEST_CASE(nothing_has_rank_0_and_everything_in_its_null_space)
{
  const RankRevealed revealed = reveal_rank(MatrixXd(3, 0), {1e-10, 1e-10});
  BOOST_TEST(revealed.rank == 0);
  BOOST_TEST(revealed.left_null.cols() == 3);
}

BOOST_AUTO_TEST_CASE(independent_rows_span_the_row_space_of_a_sparse_matrix)
{
  // Row 2 = row 0 + row 1; row 4 = 2 row 3.
  MatrixXd dense = MatrixXd::Zero(5, 6);
  dense.row(0) << 1, 2, 0, 0, 0, 1;
  dense.row(1) << 0, 1, 1, 0, 0, 0;
  dense.row(2) = dense.row(0) + dense.row(1);
  dense.row(3) << 0, 0, 0, 1, 3, 0;
  dense.row(4) = 2 * dense.row(3);
  const std::vector<int> rows = independent_rows(dense.sparseView(), 1e-10);
  BOOST_TEST(rows.size() == 3U);
  const MatrixXd chosen = dense(rows, Eigen::all);
  BOOST_TEST(reveal_rank(chosen, {1e-10, 1e-10}).rank == 3);
}

BOOST_AUTO_TEST_SUITE_END()
