#include "ida_consistent_init/linear/sparse_step.hpp"

#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/linear/dense_step.hpp"
#include "random_systems.hpp"

using namespace ida_consistent_init::linear;
using Eigen::MatrixXd;
using Eigen::VectorXd;

BOOST_AUTO_TEST_SUITE(sparse_step)

BOOST_AUTO_TEST_CASE(dense_and_sparse_steps_agree_on_wide_systems)
{
  test::Random random(17);
  for (int sample = 0; sample < 20; ++sample) {
    const int rows = 6 + sample % 5;
    const int columns = rows + 5;
    const MatrixXd a = random.matrix(rows, columns, 0.4);
    VectorXd weight = VectorXd::NullaryExpr(columns, [&] { return random.number(0.2, 3); });
    // Fewer unknowns without a wish than equations, and on the dominant diagonal: the minimiser is unique.
    for (int k = 0; k < 3; ++k) weight[(sample + 2 * k) % rows] = 0;
    const VectorXd b = random.vector(rows);
    const VectorXd toward = random.vector(columns);
    const SparseStep sparse(test::sparse(a), weight);
    const DenseStep dense(test::sparse(a), weight, 1e-13);
    BOOST_REQUIRE(sparse.regular());
    const VectorXd d = sparse.solve(b, toward);
    BOOST_TEST((d - dense.solve(b, toward)).norm() < 1e-9);
    BOOST_TEST((a * d - b).norm() < 1e-11);
    BOOST_TEST(test::distance_from_row_space(a, weight, toward, d) < 1e-9);
    const VectorXd gradient = weight.cwiseAbs2().cwiseProduct(toward - d);
    BOOST_TEST((a.transpose() * sparse.multipliers(d, toward) - gradient).norm() < 1e-9);
    BOOST_TEST(sparse.rank() == dense.rank());
  }
}

BOOST_AUTO_TEST_CASE(curvature_enters_the_saddle_point_matrix)
{
  test::Random random(37);
  for (int sample = 0; sample < 10; ++sample) {
    const MatrixXd a = random.matrix(4, 9, 0.6);
    const VectorXd weight = VectorXd::NullaryExpr(9, [&] { return random.number(0.5, 2); });
    const MatrixXd half = random.matrix(9, 9, 0.3);
    const MatrixXd curvature = 0.1 * half * half.transpose() - 0.1 * MatrixXd::Identity(9, 9);
    const VectorXd b = random.vector(4);
    const VectorXd toward = random.vector(9);
    const SparseStep step(test::sparse(a), weight, test::sparse(curvature));
    BOOST_REQUIRE(step.regular());
    const VectorXd d = step.solve(b, toward);
    BOOST_TEST((d - test::saddle_point_solution(a, weight, curvature, b, toward)).norm() < 1e-9);
    const VectorXd gradient = weight.cwiseAbs2().cwiseProduct(toward - d) - curvature * d;
    BOOST_TEST((a.transpose() * step.multipliers(d, toward) - gradient).norm() < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(square_systems_are_solved_and_wishes_do_not_matter)
{
  test::Random random(23);
  const MatrixXd a = random.matrix(30, 30, 0.1);
  const VectorXd exact = random.vector(30);
  const SparseStep step(test::sparse(a), VectorXd::Ones(30));
  BOOST_REQUIRE(step.regular());
  const VectorXd d = step.solve(a * exact, random.vector(30));
  BOOST_TEST((d - exact).norm() < 1e-11);
  BOOST_TEST(step.multipliers(d, exact).norm() == 0.0);
}

BOOST_AUTO_TEST_CASE(singular_systems_are_noticed)
{
  MatrixXd square = MatrixXd::Identity(4, 4);
  square.row(3) = square.row(0) + square.row(1);
  BOOST_TEST(!SparseStep(test::sparse(square), VectorXd::Ones(4)).regular());
  MatrixXd wide = MatrixXd::Ones(2, 4);
  BOOST_TEST(!SparseStep(test::sparse(wide), VectorXd::Ones(4)).regular());
  const MatrixXd tall = MatrixXd::Random(4, 2);
  BOOST_TEST(!SparseStep(test::sparse(tall), VectorXd::Ones(2)).regular());
}

BOOST_AUTO_TEST_CASE(freedom_is_not_told_by_this_solver)
{
  const SparseStep step(test::sparse(MatrixXd::Identity(2, 2)), VectorXd::Ones(2));
  BOOST_TEST(step.determined().empty());
  BOOST_TEST(step.unique().empty());
}

BOOST_AUTO_TEST_CASE(a_former_step_of_the_same_pattern_or_another_changes_no_answer)
{
  test::Random random(51);
  const VectorXd weight = VectorXd::NullaryExpr(9, [&] { return random.number(0.5, 2); });
  const MatrixXd pattern = random.matrix(4, 9, 0.6), other = random.matrix(4, 9, 0.6);
  for (const MatrixXd& before : {pattern, other}) {
    SparseStep former(test::sparse(before), weight);
    BOOST_REQUIRE(former.regular());
    // Other values at the places of `pattern`.
    const MatrixXd a = pattern.unaryExpr([&](double entry) { return entry == 0 ? 0 : random.number(0.5, 2); });
    const VectorXd b = random.vector(4), toward = random.vector(9);
    const SparseStep alone(test::sparse(a), weight), after(test::sparse(a), weight, {}, &former);
    BOOST_REQUIRE(after.regular());
    BOOST_TEST((after.solve(b, toward) - alone.solve(b, toward)).norm() < 1e-12);
    BOOST_TEST((after.multipliers(toward, b.replicate(3, 1).topRows(9)) -
                alone.multipliers(toward, b.replicate(3, 1).topRows(9)))
                   .norm() < 1e-12);
  }
}

BOOST_AUTO_TEST_SUITE_END()
