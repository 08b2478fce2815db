#include "ida_consistent_init/linear/array_step.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "random_systems.hpp"

using namespace ida_consistent_init::linear;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double entry_noise = 1e-13;

ArrayStep array_step_of(const MatrixXd& matrix, const ArrayColumns& columns, const VectorXd& weight, double error)
{
  return {test::sparse(matrix), columns, weight, entry_noise,
          test::sparse(error * (matrix.array() != 0).cast<double>().matrix())};
}

/// y1 + y2 = 0 and its derivatives, y1' = -y1 and its derivative: columns y, y', y''.
MatrixXd decay_with_a_constraint()
{
  MatrixXd matrix = MatrixXd::Zero(5, 6);
  matrix.row(0) << 1, 1, 0, 0, 0, 0;
  matrix.row(1) << 0, 0, 1, 1, 0, 0;
  matrix.row(2) << 1, 0, 1, 0, 0, 0;
  matrix.row(3) << 0, 0, 0, 0, 1, 1;
  matrix.row(4) << 0, 0, 1, 0, 1, 0;
  return matrix;
}

VectorXd wishes_for_values()
{
  VectorXd weight = VectorXd::Zero(6);
  weight.head(2).setOnes();
  return weight;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(array_step)

BOOST_AUTO_TEST_CASE(errors_of_the_entries_leave_the_only_solution)
{
  // y + v = 0 and v = 1.
  constexpr double error = 1e-9;
  MatrixXd matrix(2, 2);
  matrix << 1, 1, 0, 1 + error;
  VectorXd weight(2), b(2);
  weight << 1, 0;
  b << 0, 1;
  const ArrayStep step = array_step_of(matrix, {1, 0}, weight, 10 * error);
  BOOST_TEST(std::abs(step.solve(b, VectorXd::Zero(2))[0] + 1) < 1e-8);
  BOOST_TEST(step.rank() == 2);
}

BOOST_AUTO_TEST_CASE(errors_of_the_entries_do_not_let_higher_derivatives_take_up_a_constraint)
{
  // y + v + w = 0 and v + w = 1 give y = -1; the error of one entry leaves a little of w in their difference, with
  // which a step of all columns satisfies it for the y that is wished for, 0.
  constexpr double error = 1e-6;
  MatrixXd matrix(2, 3);
  matrix << 1, 1, 1, 0, 1, 1 + error;
  VectorXd weight(3), b(2);
  weight << 1, 0, 0;
  b << 0, 1;
  const VectorXd none = VectorXd::Zero(3);
  const DenseStep at_once(test::sparse(matrix), weight, entry_noise);
  BOOST_TEST(std::abs(at_once.solve(b, none)[0]) < error);
  const ArrayStep step = array_step_of(matrix, {1, 0}, weight, 10 * error);
  BOOST_TEST(std::abs(step.solve(b, none)[0] + 1) < error);
  BOOST_TEST(step.rank() == 2);
}

BOOST_AUTO_TEST_CASE(what_is_free_takes_its_derivatives_along)
{
  const ArrayStep step = array_step_of(decay_with_a_constraint(), {2, 2}, wishes_for_values(), 1e-12);
  BOOST_TEST(step.rank() == 5);
  BOOST_TEST(step.determined() == std::vector<char>(6, 0), boost::test_tools::per_element());
  BOOST_TEST(step.unique() == std::vector<char>(6, 1), boost::test_tools::per_element());
  VectorXd toward = VectorXd::Zero(6);
  toward << 3, -1, 7, 7, 7, 7;
  const VectorXd d = step.solve(VectorXd::Zero(5), toward);
  VectorXd expected(6);
  expected << 2, -2, -2, 2, 2, -2;
  BOOST_TEST((d - expected).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_derivative_that_no_row_determines_is_not_unique)
{
  const std::vector<Eigen::Index> rows{0, 1, 3};
  const MatrixXd matrix = decay_with_a_constraint()(rows, Eigen::all);
  const ArrayStep step = array_step_of(matrix, {2, 2}, wishes_for_values(), 1e-12);
  BOOST_TEST(step.rank() == 3);
  BOOST_TEST(step.unique() == (std::vector<char>{1, 1, 0, 0, 0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rows_are_satisfied_whatever_part_determines_the_unknowns)
{
  test::Random random(5);
  for (int sample = 0; sample < 20; ++sample) {
    const MatrixXd matrix = random.matrix(8, 12, 0.6);
    const VectorXd b = random.vector(8), toward = random.vector(12);
    const ArrayStep step = array_step_of(matrix, {4, 4}, VectorXd::Ones(12), 1e-13);
    BOOST_TEST((matrix * step.solve(b, toward) - b).norm() < 1e-9 * b.norm());
  }
}

BOOST_AUTO_TEST_CASE(multipliers_are_those_of_the_nearest_values)
{
  const MatrixXd matrix = decay_with_a_constraint();
  const ArrayStep step = array_step_of(matrix, {2, 2}, wishes_for_values(), 1e-12);
  VectorXd toward = VectorXd::Zero(6);
  toward << 3, -1, 0, 0, 0, 0;
  const VectorXd d = step.solve(VectorXd::Zero(5), toward);
  const VectorXd pull = wishes_for_values().cwiseProduct(toward - d);
  BOOST_TEST((matrix.transpose() * step.multipliers(d, toward) - pull).norm() < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
