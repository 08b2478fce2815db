#include "ida_consistent_init/derivatives/taylor_source.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::DerivativeTable;
using derivatives::Jet;
using derivatives::TaylorSource;
using problem::Outcome;
using support::Vector;

namespace {

struct Model
{
  double rate = 2;           // of the residual and of its derivatives
  double rate_of_value = 2;  // of column 0
  int answer = 0;
};

/// F = y' - rate y and its derivatives, by hand.
int taylor(sunrealtype, int order, const sunrealtype* jet, sunrealtype* derivatives, void* user_data)
{
  const auto* model = static_cast<const Model*>(user_data);
  for (int k = 0; k <= order; ++k) {
    derivatives[k] = jet[k + 1] - (k == 0 ? model->rate_of_value : model->rate) * jet[k];
  }
  return model->answer;
}

struct Growth
{
  explicit Growth(Model with = {})
      : model(with),
        builder(
            Vector::Ones(1), Vector::Ones(1),
            [this](double, const Vector& y, const Vector& yp) { return test::vector({yp[0] - model.rate * y[0]}); }),
        source(with_taylor(), {})
  {
  }
  const problem::Problem& with_taylor()
  {
    builder.problem.taylor = std::make_shared<problem::TaylorFunction>(taylor, &model, 1);
    builder.problem.names = problem::Names({"mass"}, {"growth"});
    return builder.problem;
  }
  DerivativeTable operator()(int highest, double scale = 4)
  {
    Jet jet(1, 3);
    for (int q = 0; q <= 3; ++q) jet(0, q) = 1 + q;
    return source.derivatives(jet, highest, Vector::Constant(1, scale));
  }

  Model model;
  test::ProblemBuilder builder;
  TaylorSource source;
};

int flag_of(Growth& growth, std::string& message)
{
  try {
    growth(2);
  } catch (const support::Error& error) {
    message = error.what();
    return error.flag();
  }
  return IDACI_SUCCESS;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(taylor_source)

BOOST_AUTO_TEST_CASE(values_are_those_of_the_user_and_errors_are_roundoff)
{
  Growth growth;
  const DerivativeTable table = growth(2);
  BOOST_REQUIRE((table.outcome == Outcome::ok));
  for (int k = 0; k <= 2; ++k) {
    BOOST_TEST(table.value(0, k) == 2.0 + k - 2 * (1.0 + k));
    BOOST_TEST(table.error(0, k) > 0);
    BOOST_TEST(table.error(0, k) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(derivatives_beyond_the_jet_are_taken_as_zero)
{
  Growth growth;
  BOOST_TEST(growth(4).value(0, 3) == -2 * 4.0);
  BOOST_TEST(growth(4).value(0, 4) == 0.0);
}

BOOST_AUTO_TEST_CASE(errors_grow_with_the_terms_of_a_derivative)
{
  Growth growth(Model{1e8, 1e8});
  // F itself has terms of size 1e8; a scale of 1 is out of date.
  BOOST_TEST(growth(1, 1).error(0, 1) > 1e-9);
}

BOOST_AUTO_TEST_CASE(another_function_than_the_residual_is_refused_by_name)
{
  Growth growth(Model{2, 2.0001});
  std::string message;
  BOOST_TEST(flag_of(growth, message) == IDACI_ILL_INPUT);
  BOOST_TEST(message.find("growth") != std::string::npos, message);
}

BOOST_AUTO_TEST_CASE(outcomes_and_failures_are_told_apart)
{
  std::string message;
  Growth recoverable(Model{2, 2, 1});
  BOOST_TEST((recoverable(1).outcome == Outcome::recoverable));
  Growth not_finite(Model{2, std::nan("")});
  BOOST_TEST((not_finite(1).outcome == Outcome::not_finite));
  Growth fatal(Model{2, 2, -1});
  BOOST_TEST(flag_of(fatal, message) == IDACI_RES_FAIL);
  Growth too_high(Model{2, 2, IDACI_NOT_SUPPORTED});
  BOOST_TEST(flag_of(too_high, message) == IDACI_NOT_SUPPORTED);
  BOOST_TEST(message.find("order 2") != std::string::npos, message);
}

BOOST_AUTO_TEST_CASE(differentiated_jacobians_come_from_differences_along_the_jet)
{
  // F = y^3 - ..., so that D F_y = 6 y y' is not zero.
  Model model;
  test::ProblemBuilder builder(Vector::Ones(1), Vector::Ones(1), [](double, const Vector& y, const Vector&) {
    return test::vector({y[0] * y[0] * y[0]});
  });
  const IDACITaylorFn cube = [](sunrealtype, int, const sunrealtype* jet, sunrealtype* derivatives, void*) {
    derivatives[0] = jet[0] * jet[0] * jet[0];
    derivatives[1] = 3 * jet[0] * jet[0] * jet[1];
    return 0;
  };
  builder.problem.taylor = std::make_shared<problem::TaylorFunction>(cube, &model, 1);
  TaylorSource source(builder.problem, {});
  derivatives::JacobianSource jacobians(builder.problem, problem::full_sparsity(1));
  derivatives::DerivativeArray array(source, jacobians);
  Jet jet(1, 2);
  jet(0, 0) = 2;
  jet(0, 1) = 0.5;
  const auto matrix = array.jacobian({{0, 1}}, {{0, 0}, {0, 1}}, jet, false);
  BOOST_TEST(std::abs(matrix.coeff(0, 0) - 6 * 2 * 0.5) < 1e-6);
  BOOST_TEST(std::abs(matrix.coeff(0, 1) - 3 * 4) < 1e-6);
}

BOOST_AUTO_TEST_SUITE_END()
