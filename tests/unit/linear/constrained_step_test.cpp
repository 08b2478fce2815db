#include "ida_consistent_init/linear/constrained_step.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "ida_consistent_init/linear/dense_step.hpp"
#include "ida_consistent_init/linear/sparse_step.hpp"

using namespace ida_consistent_init::linear;
using Eigen::VectorXd;

namespace {

/// Second differences: regular; with `singular`, the last row repeats the first.
SparseMatrix second_differences(int n, bool singular)
{
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    const int row = singular && i == n - 1 ? 0 : i;
    entries.emplace_back(i, row, 2.1);
    if (row > 0) entries.emplace_back(i, row - 1, -1.0);
    if (row + 1 < n) entries.emplace_back(i, row + 1, -1.0);
  }
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::unique_ptr<ConstrainedStep> make(int n, bool singular)
{
  return make_constrained_step(second_differences(n, singular), VectorXd::Ones(n), 1e-13);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constrained_step)

BOOST_AUTO_TEST_CASE(small_systems_get_a_rank_revealing_factorization)
{
  const auto regular = make(20, false);
  BOOST_REQUIRE(dynamic_cast<DenseStep*>(regular.get()) != nullptr);
  BOOST_TEST(regular->rank() == 20);
  BOOST_TEST(make(20, true)->rank() == 19);
}

BOOST_AUTO_TEST_CASE(large_regular_systems_get_a_sparse_factorization)
{
  constexpr int n = 3000;
  const auto step = make(n, false);
  BOOST_REQUIRE(dynamic_cast<SparseStep*>(step.get()) != nullptr);
  const VectorXd exact = VectorXd::LinSpaced(n, -1, 1);
  const VectorXd d = step->solve(second_differences(n, false) * exact, VectorXd::Zero(n));
  BOOST_TEST((d - exact).cwiseAbs().maxCoeff() < 1e-12);
}

BOOST_AUTO_TEST_CASE(singular_systems_of_medium_size_fall_back_to_the_dense_one)
{
  const auto step = make(260, true);
  BOOST_REQUIRE(dynamic_cast<DenseStep*>(step.get()) != nullptr);
  BOOST_TEST(step->rank() == 259);
}

BOOST_AUTO_TEST_CASE(singular_systems_too_large_for_that_are_reduced_to_independent_rows)
{
  const int n = 1600;
  const auto step = make(n, true);
  BOOST_REQUIRE(step != nullptr);
  BOOST_TEST(step->rank() == n - 1);
  const VectorXd b = second_differences(n, true) * VectorXd::LinSpaced(n, -1, 1);
  const VectorXd d = step->solve(b, VectorXd::Zero(n));
  BOOST_TEST((second_differences(n, true) * d - b).cwiseAbs().maxCoeff() < 1e-9);
}

BOOST_AUTO_TEST_CASE(curvature_that_leaves_no_minimum_gives_nothing)
{
  SparseMatrix row(1, 2);
  row.insert(0, 0) = 1;
  SparseMatrix curvature(2, 2);
  curvature.insert(1, 1) = -2;
  BOOST_TEST((make_constrained_step(row, VectorXd::Ones(2), 1e-13, curvature) == nullptr));
  BOOST_TEST((make_constrained_step(row, VectorXd::Ones(2), 1e-13) != nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
