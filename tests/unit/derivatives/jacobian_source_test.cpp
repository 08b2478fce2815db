#include "ida_consistent_init/derivatives/jacobian_source.hpp"

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::JacobianPair;
using derivatives::JacobianSource;
using problem::Sparsity;
using support::MatrixHandle;
using support::Vector;

namespace {

constexpr int chain_size = 4;
constexpr double initial_time = 0.5;
const Vector at_y = test::vector({0.5, -1.5, 20, 0});
const Vector at_yp = test::vector({2, 0.25, -3, 1e-3});

/// A tridiagonal system: F_i = y_i' y_{i+1} + sin(y_{i-1}) - t y_i^2.
Vector chain(double t, const Vector& y, const Vector& yp)
{
  Vector r(chain_size);
  for (int i = 0; i < chain_size; ++i) {
    r[i] = yp[i] * (i + 1 < chain_size ? y[i + 1] : 1.0) + (i > 0 ? std::sin(y[i - 1]) : 0.0) - t * y[i] * y[i];
  }
  return r;
}

double chain_by_y(int i, int j, double t, const Vector& y, const Vector& yp)
{
  if (j == i - 1) return std::cos(y[j]);
  if (j == i) return -2 * t * y[i];
  return j == i + 1 ? yp[i] : 0.0;
}

double chain_by_yp(int i, int j, const Vector& y)
{
  return i == j ? (i + 1 < chain_size ? y[i + 1] : 1.0) : 0.0;
}

double chain_entry(int i, int j, double t, double cj, const Vector& y, const Vector& yp)
{
  return chain_by_y(i, j, t, y, yp) + cj * chain_by_yp(i, j, y);
}

Sparsity tridiagonal()
{
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < chain_size; ++i) {
    for (int j = std::max(0, i - 1); j <= std::min(chain_size - 1, i + 1); ++j) entries.emplace_back(i, j);
  }
  return problem::make_sparsity(chain_size, entries);
}

/// Compares with the derivatives by hand, relative to max(1, |entry|).
void check_pair(const JacobianPair& pair, const Sparsity& sparsity, double tolerance)
{
  for (int i = 0; i < chain_size; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      const double by_y = chain_by_y(i, j, initial_time, at_y, at_yp);
      const double by_yp = chain_by_yp(i, j, at_y);
      BOOST_TEST_CONTEXT("entry " << i << ", " << j)
      {
        BOOST_TEST(std::abs(pair.y[k] - by_y) <= tolerance * std::max(1.0, std::abs(by_y)));
        BOOST_TEST(std::abs(pair.yp[k] - by_yp) <= tolerance * std::max(1.0, std::abs(by_yp)));
      }
    }
  }
}

MatrixHandle sparse_template(int type, SUNContext context)
{
  // The pattern is symmetric, so that rows and columns have the same lists.
  const Sparsity pattern = tridiagonal();
  MatrixHandle matrix(SUNSparseMatrix(chain_size, chain_size, pattern.entries(), type, context));
  for (int i = 0; i <= chain_size; ++i) SUNSparseMatrix_IndexPointers(matrix.get())[i] = pattern.row_start[i];
  for (int k = 0; k < pattern.entries(); ++k) SUNSparseMatrix_IndexValues(matrix.get())[k] = pattern.column[k];
  return matrix;
}

int fill_sparse(double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian)
{
  const Sparsity pattern = tridiagonal();
  for (int outer = 0; outer < chain_size; ++outer) {
    SUNSparseMatrix_IndexPointers(jacobian)[outer] = pattern.row_start[outer];
    for (int k = pattern.row_start[outer]; k < pattern.row_start[outer + 1]; ++k) {
      const int inner = pattern.column[k];
      const bool by_column = SUNSparseMatrix_SparseType(jacobian) == CSC_MAT;
      SUNSparseMatrix_IndexValues(jacobian)[k] = inner;
      SUNSparseMatrix_Data(jacobian)[k] =
          by_column ? chain_entry(inner, outer, t, cj, y, yp) : chain_entry(outer, inner, t, cj, y, yp);
    }
  }
  SUNSparseMatrix_IndexPointers(jacobian)[chain_size] = pattern.entries();
  return 0;
}

int fill_dense(double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian)
{
  for (int i = 0; i < chain_size; ++i) {
    for (int j = 0; j < chain_size; ++j) SM_ELEMENT_D(jacobian, i, j) = chain_entry(i, j, t, cj, y, yp);
  }
  return 0;
}

int fill_band(double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian)
{
  for (int i = 0; i < chain_size; ++i) {
    for (int j = std::max(0, i - 1); j <= std::min(chain_size - 1, i + 1); ++j) {
      SM_ELEMENT_B(jacobian, i, j) = chain_entry(i, j, t, cj, y, yp);
    }
  }
  return 0;
}

/// One unknown, F = a y + b y', with its Jacobian.
struct Scalar
{
  Scalar(double a, double b)
      : builder(test::vector({1}), test::vector({1}),
                [a, b](double, const Vector& y, const Vector& yp) { return test::vector({a * y[0] + b * yp[0]}); }),
        matrix(SUNDenseMatrix(1, 1, builder.context()))
  {
    builder.use_jacobian(
        [a, b](double, double cj, const Vector&, const Vector&, SUNMatrix jacobian) {
          SM_ELEMENT_D(jacobian, 0, 0) = a + cj * b;
          return 0;
        },
        matrix.get());
  }
  JacobianPair pair()
  {
    JacobianSource source(builder.problem, problem::full_sparsity(1));
    return source.at(0, builder.problem.guess_y, builder.problem.guess_yp);
  }

  test::ProblemBuilder builder;
  MatrixHandle matrix;
};

int flag_of(const std::function<void()>& action)
{
  try {
    action();
  } catch (const support::Error& error) {
    return error.flag();
  }
  return IDACI_SUCCESS;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(jacobian_source)

BOOST_AUTO_TEST_CASE(differences_agree_with_the_derivatives_by_hand)
{
  test::ProblemBuilder builder(at_y, at_yp, chain);
  JacobianSource coloured(builder.problem, tridiagonal());
  check_pair(coloured.at(initial_time, at_y, at_yp), tridiagonal(), 1e-9);
  JacobianSource full(builder.problem, problem::full_sparsity(chain_size));
  check_pair(full.at(initial_time, at_y, at_yp), problem::full_sparsity(chain_size), 1e-9);
}

BOOST_AUTO_TEST_CASE(what_differences_leave_of_third_derivatives_is_no_entry)
{
  // s(y1)^2 with s = 0: its slope is zero, and central differences leave 8e-11. As large an entry may be true.
  for (const double entry : {0.0, 8e-11}) {
    test::ProblemBuilder builder(test::vector({0.5, 6.6}), test::vector({0, 0}),
                                 [entry](double, const Vector& y, const Vector&) {
                                   const double u = y[1] - 6.6, s = 2.64 * u + 0.2 * u * u;
                                   return test::vector({y[0] + 0.05 * s * s + entry * y[1], u});
                                 });
    JacobianSource source(builder.problem, problem::full_sparsity(2));
    const JacobianPair& pair = source.at(0, builder.problem.guess_y, builder.problem.guess_yp);
    if (entry == 0) {
      BOOST_TEST(pair.y[1] == 0.0);
    } else {
      BOOST_TEST(pair.y[1] != 0.0);
    }
  }
}

BOOST_AUTO_TEST_CASE(columns_without_a_common_equation_share_residual_calls)
{
  test::ProblemBuilder builder(at_y, at_yp, chain);
  JacobianSource source(builder.problem, tridiagonal());
  source.at(initial_time, at_y, at_yp);
  // Three colours, two matrices, central differences, one call at the point.
  BOOST_TEST(builder.problem.residual->evaluations() == 3 * 2 * 2 + 1);
}

BOOST_AUTO_TEST_CASE(a_source_that_begins_again_knows_nothing_of_the_problem_before)
{
  const auto scaled = [](double factor) {
    return std::make_unique<test::ProblemBuilder>(
        test::vector({2}), test::vector({3}),
        [factor](double, const Vector& y, const Vector& yp) { return test::vector({factor * y[0] * yp[0]}); });
  };
  auto before = scaled(1);
  const auto after = scaled(10);
  JacobianSource source(before->problem, problem::full_sparsity(1));
  source.at(0, test::vector({2}), test::vector({3}));
  source.sharpen();
  const double noise = source.noise();
  before.reset();
  source.begin_again(after->problem);
  BOOST_TEST(source.evaluations() == 0);
  BOOST_TEST(source.noise() > noise);
  const JacobianPair& pair = source.at(0, test::vector({2}), test::vector({3}));
  BOOST_TEST(pair.y[0] == 30.0, boost::test_tools::tolerance(1e-8));
  BOOST_TEST(pair.yp[0] == 20.0, boost::test_tools::tolerance(1e-8));
  BOOST_TEST(source.evaluations() == 1);
}

BOOST_AUTO_TEST_CASE(jacobian_functions_on_all_kinds_of_matrices_give_the_same_pair)
{
  struct Kind
  {
    test::JacobianFunction function;
    std::function<MatrixHandle(SUNContext)> make;
  };
  const Kind kinds[] = {
      {fill_dense,
       [](SUNContext context) {
         return MatrixHandle(SUNDenseMatrix(chain_size, chain_size, context));
       }},
      {fill_band,
       [](SUNContext context) {
         return MatrixHandle(SUNBandMatrix(chain_size, 1, 1, context));
       }},
      {fill_sparse,
       [](SUNContext context) {
         return sparse_template(CSC_MAT, context);
       }},
      {fill_sparse,
       [](SUNContext context) {
         return sparse_template(CSR_MAT, context);
       }},
  };
  for (const Kind& kind : kinds) {
    test::ProblemBuilder builder(at_y, at_yp, chain);
    const MatrixHandle matrix = kind.make(builder.context());
    builder.use_jacobian(kind.function, matrix.get());
    JacobianSource source(builder.problem, tridiagonal());
    check_pair(source.at(initial_time, at_y, at_yp), tridiagonal(), 1e-14);
    BOOST_TEST(source.noise() <
               JacobianSource(test::ProblemBuilder(at_y, at_yp, chain).problem, tridiagonal()).noise());
  }
}

BOOST_AUTO_TEST_CASE(a_small_derivative_entry_beside_a_large_one_keeps_its_digits)
{
  // J(cj = 1) - J(cj = 0) alone would leave 1e-6 with an error of 1e-10.
  const JacobianPair pair = Scalar(1e6, 1e-6).pair();
  BOOST_TEST(pair.y[0] == 1e6);
  BOOST_TEST(std::abs(pair.yp[0] / 1e-6 - 1) < 1e-14);
}

BOOST_AUTO_TEST_CASE(ordinary_entries_take_two_calls_of_the_jacobian_function)
{
  Scalar scalar(2, 3);
  const JacobianPair pair = scalar.pair();
  BOOST_TEST(pair.y[0] == 2.0);
  BOOST_TEST(pair.yp[0] == 3.0);
  BOOST_TEST(scalar.builder.problem.jacobian->evaluations() == 2);
}

BOOST_AUTO_TEST_CASE(a_jacobian_function_that_fails_is_reported)
{
  test::ProblemBuilder builder(at_y, at_yp, chain);
  const MatrixHandle matrix(SUNDenseMatrix(chain_size, chain_size, builder.context()));
  builder.use_jacobian([](double, double, const Vector&, const Vector&, SUNMatrix) { return 1; }, matrix.get());
  JacobianSource source(builder.problem, tridiagonal());
  BOOST_TEST(flag_of([&] { source.at(initial_time, at_y, at_yp); }) == IDACI_JAC_FAIL);
}

BOOST_AUTO_TEST_CASE(an_entry_outside_the_pattern_is_refused)
{
  test::ProblemBuilder builder(at_y, at_yp, chain);
  const MatrixHandle matrix(SUNDenseMatrix(chain_size, chain_size, builder.context()));
  builder.use_jacobian(fill_dense, matrix.get());
  JacobianSource source(builder.problem, problem::make_sparsity(chain_size, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  BOOST_TEST(flag_of([&] { source.at(initial_time, at_y, at_yp); }) == IDACI_JAC_FAIL);
}

BOOST_AUTO_TEST_CASE(the_pair_of_the_last_point_is_kept)
{
  test::ProblemBuilder builder(at_y, at_yp, chain);
  JacobianSource source(builder.problem, tridiagonal());
  source.at(initial_time, at_y, at_yp);
  const long calls = builder.problem.residual->evaluations();
  check_pair(source.at(initial_time, at_y, at_yp), tridiagonal(), 1e-9);
  BOOST_TEST(builder.problem.residual->evaluations() == calls);
  BOOST_TEST(source.evaluations() == 1);
  source.at(initial_time, at_y, at_y);
  BOOST_TEST(source.evaluations() == 2);
  source.at(2 * initial_time, at_y, at_y);
  BOOST_TEST(source.evaluations() == 3);
}

BOOST_AUTO_TEST_CASE(at_the_border_of_the_domain_differences_are_one_sided)
{
  test::ProblemBuilder builder(test::vector({0}), test::vector({0}),
                               [](double, const Vector& y, const Vector& yp, Vector& r) {
                                 r[0] = 3 * y[0] + y[0] * y[0] + yp[0];
                                 return y[0] < 0 ? 1 : 0;
                               });
  JacobianSource source(builder.problem, problem::full_sparsity(1));
  // Error of one-sided differences: half the second derivative times the increment eps^(1/3).
  BOOST_TEST(std::abs(source.at(0, builder.problem.guess_y, builder.problem.guess_yp).y[0] - 3) < 1e-5);
}

BOOST_AUTO_TEST_CASE(a_residual_that_exists_nowhere_around_the_point_is_reported)
{
  const auto only_at_zero = [](double, const Vector& y, const Vector&, Vector& r) {
    r = y;
    return y[0] == 0 ? 0 : 1;
  };
  test::ProblemBuilder builder(test::vector({0}), test::vector({0}), only_at_zero);
  JacobianSource source(builder.problem, problem::full_sparsity(1));
  const Vector zero = Vector::Zero(1);
  const Vector one = Vector::Ones(1);
  BOOST_TEST(flag_of([&] { source.at(0, zero, zero); }) == IDACI_RES_NOT_FINITE);
  BOOST_TEST(flag_of([&] { source.at(0, one, zero); }) == IDACI_RES_NOT_FINITE);
}

BOOST_AUTO_TEST_SUITE_END()
