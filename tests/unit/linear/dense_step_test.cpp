#include "ida_consistent_init/linear/dense_step.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "random_systems.hpp"

using namespace ida_consistent_init::linear;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double noise = 1e-13;

VectorXd vector(std::initializer_list<double> values)
{
  VectorXd result(static_cast<Eigen::Index>(values.size()));
  Eigen::Index k = 0;
  for (const double value : values) result[k++] = value;
  return result;
}

DenseStep step_of(const MatrixXd& matrix, const VectorXd& weight)
{
  return {test::sparse(matrix), weight, noise};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dense_step)

BOOST_AUTO_TEST_CASE(the_nearest_point_of_a_plane_is_the_foot_of_the_perpendicular)
{
  // x + 2 y + 2 z = 9 from the origin: (1, 2, 2).
  const DenseStep step = step_of(Eigen::RowVector3d(1, 2, 2), VectorXd::Ones(3));
  const VectorXd d = step.solve(vector({9}), VectorXd::Zero(3));
  BOOST_TEST((d - vector({1, 2, 2})).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(weights_decide_which_unknown_moves)
{
  // x + y = 5 from the origin, minimising (2 x)^2 + y^2: x = 1, y = 4. Without a wish for y, y moves alone.
  const MatrixXd matrix = Eigen::RowVector2d(1, 1);
  BOOST_TEST((step_of(matrix, vector({2, 1})).solve(vector({5}), VectorXd::Zero(2)) - vector({1, 4})).norm() < 1e-13);
  BOOST_TEST((step_of(matrix, vector({1, 0})).solve(vector({5}), VectorXd::Zero(2)) - vector({0, 5})).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(random_wide_systems_are_solved_at_their_optimum)
{
  test::Random random(11);
  for (int sample = 0; sample < 20; ++sample) {
    const MatrixXd a = random.matrix(5, 9, 0.6);
    VectorXd weight = VectorXd::NullaryExpr(9, [&] { return random.number(0.2, 3); });
    weight[sample % 9] = 0;
    weight[(sample + 4) % 9] = 0;
    const VectorXd b = random.vector(5);
    const VectorXd toward = random.vector(9);
    const DenseStep step = step_of(a, weight);
    const VectorXd d = step.solve(b, toward);
    BOOST_TEST(step.rank() == 5);
    BOOST_TEST((a * d - b).norm() < 1e-12);
    BOOST_TEST(test::distance_from_row_space(a, weight, toward, d) < 1e-11);
    const VectorXd gradient = weight.cwiseAbs2().cwiseProduct(toward - d);
    BOOST_TEST((a.transpose() * step.multipliers(d, toward) - gradient).norm() < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(units_of_rows_and_columns_do_not_change_rank_or_solution)
{
  test::Random random(5);
  const MatrixXd a = random.matrix(4, 7, 1);
  const VectorXd b = random.vector(4);
  const VectorXd toward = random.vector(7);
  const VectorXd d = step_of(a, VectorXd::Ones(7)).solve(b, toward);
  const VectorXd rows = vector({1e12, 1e-12, 1e6, 1});
  const VectorXd columns = vector({1e-8, 1e8, 1, 1e4, 1e-4, 1e8, 1e-8});
  const DenseStep scaled = step_of(rows.asDiagonal() * a * columns.asDiagonal(), columns);
  const VectorXd scaled_d = scaled.solve(rows.cwiseProduct(b), toward.cwiseQuotient(columns));
  BOOST_TEST(scaled.rank() == 4);
  BOOST_TEST((columns.cwiseProduct(scaled_d) - d).norm() < 1e-9);
}

BOOST_AUTO_TEST_CASE(repeated_equations_lower_the_rank_and_keep_the_solution)
{
  MatrixXd a(3, 3);
  a << 1, 1, 0, 0, 0, 1, 2, 2, 3;  // third = 2 first + 3 second
  const DenseStep step = step_of(a, VectorXd::Ones(3));
  BOOST_TEST(step.rank() == 2);
  const VectorXd d = step.solve(vector({4, 5, 23}), VectorXd::Zero(3));
  BOOST_TEST((d - vector({2, 2, 5})).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(contradicting_equations_are_met_in_the_middle)
{
  MatrixXd a(2, 1);
  a << 1, 1;
  const DenseStep step = step_of(a, VectorXd::Ones(1));
  BOOST_TEST(step.rank() == 1);
  BOOST_TEST(std::abs(step.solve(vector({1, 3}), VectorXd::Zero(1))[0] - 2) < 1e-14);
}

BOOST_AUTO_TEST_CASE(noise_decides_what_counts_as_dependent)
{
  MatrixXd a(2, 2);
  a << 1, 1, 1, 1 + 1e-11;
  BOOST_TEST(DenseStep(test::sparse(a), VectorXd::Ones(2), 1e-13).rank() == 2);
  BOOST_TEST(DenseStep(test::sparse(a), VectorXd::Ones(2), 1e-10).rank() == 1);
}

BOOST_AUTO_TEST_CASE(unknowns_that_the_equations_fix_are_determined)
{
  MatrixXd a(2, 4);
  a << 3, 0, 0, 0, 0, 1, 1, 0;  // fixes the first unknown; the second and third only together; the fourth not at all
  const std::vector<char> determined = step_of(a, VectorXd::Ones(4)).determined();
  BOOST_TEST((determined == std::vector<char>{1, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(wishes_make_unknowns_unique_where_they_reach)
{
  MatrixXd a(1, 4);
  a << 0, 1, 1, 0;
  // A wish for the second fixes the third as well; the fourth has neither equation nor wish.
  const std::vector<char> unique = step_of(a, vector({1, 1, 0, 0})).unique();
  BOOST_TEST((unique == std::vector<char>{1, 1, 1, 0}));
  BOOST_TEST((step_of(a, VectorXd::Zero(4)).unique() == std::vector<char>{0, 0, 0, 0}));
  BOOST_TEST((step_of(a, VectorXd::Ones(4)).unique() == std::vector<char>{1, 1, 1, 1}));
}

BOOST_AUTO_TEST_CASE(without_equations_every_wish_is_granted)
{
  const DenseStep step(SparseMatrix(0, 2), vector({1, 0}), noise);
  const VectorXd d = step.solve(VectorXd(0), vector({3, 4}));
  BOOST_TEST(step.rank() == 0);
  BOOST_TEST(std::abs(d[0] - 3) < 1e-14);
  BOOST_TEST(d[1] == 0.0);
  BOOST_TEST((step.determined() == std::vector<char>{0, 0}));
  BOOST_TEST((step.unique() == std::vector<char>{1, 0}));
}

BOOST_AUTO_TEST_CASE(a_matrix_of_zeros_has_rank_zero)
{
  const DenseStep step(SparseMatrix(2, 2), VectorXd::Ones(2), noise);
  BOOST_TEST(step.rank() == 0);
  BOOST_TEST((step.solve(vector({1, 1}), vector({3, 4})) - vector({3, 4})).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(curvature_moves_the_minimum_to_that_of_the_whole_quadratic_form)
{
  test::Random random(31);
  for (int sample = 0; sample < 10; ++sample) {
    const MatrixXd a = random.matrix(3, 7, 1);
    const VectorXd weight = VectorXd::NullaryExpr(7, [&] { return random.number(0.5, 2); });
    const MatrixXd half = random.matrix(7, 7, 0.5);
    const MatrixXd curvature = 0.1 * half * half.transpose() - 0.1 * MatrixXd::Identity(7, 7);
    const VectorXd b = random.vector(3);
    const VectorXd toward = random.vector(7);
    DenseStep step = step_of(a, weight);
    BOOST_REQUIRE(step.add_curvature(test::sparse(curvature)));
    const VectorXd d = step.solve(b, toward);
    BOOST_TEST((d - test::saddle_point_solution(a, weight, curvature, b, toward)).norm() < 1e-11);
    const VectorXd gradient = weight.cwiseAbs2().cwiseProduct(toward - d) - curvature * d;
    BOOST_TEST((a.transpose() * step.multipliers(d, toward) - gradient).norm() < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(curvature_without_a_minimum_is_refused_and_changes_nothing)
{
  const MatrixXd a = Eigen::RowVector2d(1, 0);
  DenseStep step = step_of(a, VectorXd::Ones(2));
  const VectorXd before = step.solve(vector({1}), vector({0, 5}));
  MatrixXd saddle(2, 2);
  saddle << 0, 0, 0, -1.5;  // 1 - 1.5 < 0 along the free unknown
  BOOST_TEST(!step.add_curvature(test::sparse(saddle)));
  BOOST_TEST((step.solve(vector({1}), vector({0, 5})) - before).norm() == 0.0);
  saddle << -1.5, 0, 0, 0.5;  // concave only where the equation fixes the unknown: minimum of (y - 5)^2 + y^2/2
  BOOST_REQUIRE(step.add_curvature(test::sparse(saddle)));
  BOOST_TEST((step.solve(vector({1}), vector({0, 5})) - vector({1, 5 / 1.5})).norm() < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()
