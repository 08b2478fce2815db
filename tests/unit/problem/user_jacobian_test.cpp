#include "ida_consistent_init/problem/user_jacobian.hpp"

#include <sunmatrix/sunmatrix_dense.h>

#include <boost/test/unit_test.hpp>
#include <limits>
#include <stdexcept>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

/// A problem of two components with the given Jacobian on a dense template full of ones.
struct WithJacobian
{
  explicit WithJacobian(const test::JacobianFunction& jacobian)
      : builder(test::vector({2, 3}), test::vector({5, 7}),
                [](double, const Vector& y, const Vector&) -> Vector { return y; }),
        matrix(SUNDenseMatrix(2, 2, builder.context()))
  {
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) SM_ELEMENT_D(matrix.get(), i, j) = 1;
    }
    builder.use_jacobian(jacobian, matrix.get());
  }
  std::vector<problem::MatrixEntry> evaluate(double t, double cj)
  {
    const problem::Problem& problem = builder.problem;
    return problem.jacobian->evaluate(t, cj, problem.guess_y, problem.guess_yp, Vector::Zero(2)).list();
  }
  bool fails()
  {
    try {
      evaluate(0, 0);
    } catch (const support::Error& error) {
      return error.flag() == IDACI_JAC_FAIL;
    }
    return false;
  }

  test::ProblemBuilder builder;
  support::MatrixHandle matrix;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(user_jacobian)

BOOST_AUTO_TEST_CASE(arguments_arrive_and_the_matrix_is_zero_before_the_call)
{
  WithJacobian problem([](double t, double cj, const Vector& y, const Vector& yp, SUNMatrix jacobian) {
    SM_ELEMENT_D(jacobian, 0, 0) = t + cj;
    SM_ELEMENT_D(jacobian, 1, 0) = y[0] * yp[1];
    return 0;
  });
  const auto entries = problem.evaluate(0.25, 4);
  double matrix[2][2] = {{-1, -1}, {-1, -1}};
  for (const problem::MatrixEntry& entry : entries) matrix[entry.row][entry.column] = entry.value;
  BOOST_TEST(matrix[0][0] == 4.25);
  BOOST_TEST(matrix[1][0] == 14.0);
  BOOST_TEST(matrix[0][1] == 0.0);
  BOOST_TEST(matrix[1][1] == 0.0);
  BOOST_TEST(problem.builder.problem.jacobian->evaluations() == 1);
}

BOOST_AUTO_TEST_CASE(return_values_exceptions_and_infinite_entries_are_failures)
{
  for (const int code : {1, -1}) {
    WithJacobian returns([code](double, double, const Vector&, const Vector&, SUNMatrix) { return code; });
    BOOST_TEST(returns.fails());
  }
  WithJacobian throws(
      [](double, double, const Vector&, const Vector&, SUNMatrix) -> int { throw std::runtime_error("no"); });
  BOOST_TEST(throws.fails());
  WithJacobian throws_number([](double, double, const Vector&, const Vector&, SUNMatrix) -> int { throw 1; });
  BOOST_TEST(throws_number.fails());
  WithJacobian infinite([](double, double, const Vector&, const Vector&, SUNMatrix jacobian) {
    SM_ELEMENT_D(jacobian, 1, 1) = std::numeric_limits<double>::infinity();
    return 0;
  });
  BOOST_TEST(infinite.fails());
  WithJacobian works([](double, double, const Vector&, const Vector&, SUNMatrix) { return 0; });
  BOOST_TEST(!works.fails());
}

BOOST_AUTO_TEST_SUITE_END()
