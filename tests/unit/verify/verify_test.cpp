#include "ida_consistent_init/verify/verify.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>

#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using support::Vector;
using verify::Verification;

namespace {

/// The pendulum, solved by the method, and its verification by another formula.
struct SolvedPendulum
{
  SolvedPendulum() : builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum)
  {
    builder.problem.names = problem::Names({"x", "y", "u", "v", "lam"}, {"a", "b", "c", "d", "circle"});
  }
  /// falsify: applied to the method's result before it is verified.
  Verification verify(const std::function<void(methods::MethodResult&)>& falsify)
  {
    test::MethodRun run(builder.problem);
    run.step_by_step();
    falsify(run.result);
    derivatives::DifferenceSource other(*builder.problem.residual, 0, verify::independent_options({}));
    derivatives::DerivativeArray independent(other, run.jacobians);
    const Verification verification =
        verify::verify(independent, builder.problem, run.claim(), run.options, run.result);
    error = run.result.error;
    return verification;
  }

  test::ProblemBuilder builder;
  Eigen::MatrixXd error;
};

bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(verification)

BOOST_AUTO_TEST_CASE(a_correct_result_passes_with_small_residuals)
{
  SolvedPendulum pendulum;
  const Verification verification = pendulum.verify([](methods::MethodResult&) {});
  BOOST_TEST(verification.passed);
  BOOST_TEST(verification.complaint.empty());
  BOOST_TEST(verification.explicit_norm < 1e-12);
  BOOST_TEST(verification.hidden_norm < 1e-7);
  BOOST_TEST(verification.equation_residual.size() == 5);
  // c = (1, 1, 0, 0, 2): two first derivatives of the kinematics, two of the circle.
  BOOST_REQUIRE(verification.hidden.size() == 4U);
  BOOST_TEST(verification.hidden[2].equation == 4);
  BOOST_TEST(verification.hidden[2].order == 1);
  BOOST_TEST(verification.hidden[3].order == 2);
}

BOOST_AUTO_TEST_CASE(a_multiplier_off_by_1e_5_fails_and_is_named)
{
  SolvedPendulum pendulum;
  const Verification verification = pendulum.verify([](methods::MethodResult& result) { result.jet(4, 0) += 1e-5; });
  BOOST_TEST(!verification.passed);
  BOOST_TEST(contains(verification.complaint, "lam = "));
  BOOST_TEST(contains(verification.complaint, "1.00e-05"));
  // The error estimate is raised to what was found.
  BOOST_TEST(std::abs(pendulum.error(4, 0) - 1e-5) < 1e-8);
}

BOOST_AUTO_TEST_CASE(a_velocity_off_the_tangent_fails_although_f_vanishes)
{
  SolvedPendulum pendulum;
  const Verification verification = pendulum.verify([](methods::MethodResult& result) {
    result.jet(2, 0) += 1e-4;
    result.jet(0, 1) += 1e-4;
  });
  BOOST_TEST(!verification.passed);
  BOOST_TEST(verification.explicit_norm < 1e-12);
  // d/dt (x^2 + y^2 - 1) = 2 x u.
  BOOST_TEST(std::abs(verification.hidden[2].residual - 1.6e-4) < 1e-8);
}

BOOST_AUTO_TEST_CASE(an_error_in_a_derivative_that_nothing_asks_for_does_not_matter)
{
  SolvedPendulum pendulum;
  BOOST_TEST(pendulum.verify([](methods::MethodResult& result) { result.jet(4, 1) += 1e-3; }).passed);
}

BOOST_AUTO_TEST_CASE(the_noise_of_differences_is_no_error_of_exact_derivatives)
{
  SolvedPendulum pendulum;
  const auto exact = [](methods::MethodResult& result) {
    result.jet(4, 0) += 1e-13;
    result.error.setConstant(1e-14);
  };
  pendulum.verify(exact);
  BOOST_TEST(pendulum.error(4, 0) > 1e-14);
  const IDACITaylorFn not_called = [](sunrealtype, int, const sunrealtype*, sunrealtype*, void*) {
    return -1;
  };
  pendulum.builder.problem.taylor = std::make_shared<problem::TaylorFunction>(not_called, nullptr, 5);
  const Verification verification = pendulum.verify(exact);
  BOOST_TEST(verification.passed);
  BOOST_TEST(pendulum.error(4, 0) == 1e-14);
  // What the noise does not explain still counts.
  const Verification false_result = pendulum.verify([](methods::MethodResult& result) { result.jet(4, 0) += 1e-5; });
  BOOST_TEST(!false_result.passed);
  BOOST_TEST(pendulum.error(4, 0) > 9e-6);
}

BOOST_AUTO_TEST_CASE(a_branch_point_is_refused)
{
  // y' = 1, 0 = z^2 - y^2 at y = z = 0, where two branches cross.
  const test::ProblemBuilder builder(Vector::Zero(2), test::vector({1, 1}),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] - 1, y[1] * y[1] - y[0] * y[0]});
                                     });
  test::MethodRun run(builder.problem);
  run.result.known.setOnes();
  const Verification verification = verify::verify(run.array, builder.problem, run.claim(), run.options, run.result);
  BOOST_TEST(!verification.passed);
  BOOST_TEST(contains(verification.complaint, "singular at the computed values (rank 1 of 2)"));
}

BOOST_AUTO_TEST_CASE(equations_that_the_other_formula_does_not_tell_from_others_are_no_support)
{
  // y1' + y2' = 0, y1 + y2 = 1: with the derivative of the second, three equations of which one says nothing new.
  const test::ProblemBuilder builder(test::vector({0.25, 0.75}), Vector::Zero(2),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] + yp[1], y[0] + y[1] - 1});
                                     });
  test::MethodRun run(builder.problem);
  const auto complaint = [&](int claimed) {
    methods::Stage block{-1, 0, {{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 0}, {0, 1}, {1, 1}}};
    block.by_ranks = true;
    block.label = "the block";
    methods::StageRecord record;
    record.stage = block;
    record.rank = claimed;
    run.result.stages = {record};
    return verify::verify(run.array, builder.problem, {{0, 1}, nullptr, true}, run.options, run.result).complaint;
  };
  BOOST_TEST(complaint(2).empty());
  BOOST_TEST(contains(complaint(3), "only 2 of 3 independent equations of the block"));
  // Parts of a block may share rows: no more of them than there are can be lost.
  BOOST_TEST(contains(complaint(4), "only 2 of 3"));
}

BOOST_AUTO_TEST_CASE(the_independent_formula_shares_neither_order_nor_step_with_the_method)
{
  for (int order = 1; order <= 8; ++order) {
    derivatives::DifferenceOptions of_method;
    of_method.order = order;
    of_method.kind = derivatives::DifferenceKind::centered;
    const derivatives::DifferenceOptions other = verify::independent_options(of_method);
    BOOST_TEST(other.order != order);
    BOOST_TEST(other.order >= 1);
    BOOST_TEST(other.step_factor != of_method.step_factor);
    BOOST_TEST((other.kind == of_method.kind));
  }
}

BOOST_AUTO_TEST_SUITE_END()
