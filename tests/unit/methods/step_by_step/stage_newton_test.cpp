#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"

#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>

#include "ida_consistent_init/support/error.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using methods::Stage;
using methods::StageSolution;
using methods::StageVerdict;
using support::Vector;

namespace {

/// A stage of values only: the first `rows` equations F_i(t, y) = 0 for all components that are not held.
struct ValueStage
{
  ValueStage(const Vector& guess, int count, const test::ResidualFunction& residual)
      : builder(guess, Vector::Zero(guess.size()), residual), rows(count), jet(builder.problem.n, 1)
  {
  }
  ValueStage(const Vector& guess, int count, const test::PlainResidual& residual)
      : builder(guess, Vector::Zero(guess.size()), residual), rows(count), jet(builder.problem.n, 1)
  {
  }

  StageSolution solve()
  {
    const int n = builder.problem.n;
    Stage stage;
    for (int i = 0; i < rows; ++i) stage.rows.push_back({i, 0});
    for (int j = 0; j < n; ++j) (builder.problem.fixed_y[j] != 0 ? stage.held : stage.columns).push_back({j, 0});
    jet.set_derivative(0, builder.problem.guess_y);
    derivatives::JacobianSource jacobians(builder.problem, problem::full_sparsity(n));
    derivatives::DifferenceSource differences(*builder.problem.residual, 0, {});
    derivatives::DerivativeArray array(differences, jacobians);
    return methods::StageNewton(array, builder.problem, options, stage, jet).solve();
  }
  /// The solution, required to have converged.
  Vector solution()
  {
    const StageSolution found = solve();
    BOOST_REQUIRE((found.verdict == StageVerdict::converged));
    BOOST_TEST(found.iterations <= 50);
    return complete(found.values);
  }
  [[nodiscard]] Vector complete(const Vector& values) const
  {
    Vector all = builder.problem.guess_y;
    Eigen::Index next = 0;
    for (int j = 0; j < builder.problem.n; ++j) {
      if (builder.problem.fixed_y[j] == 0) all[j] = values[next++];
    }
    return all;
  }

  test::ProblemBuilder builder;
  methods::Options options;
  int rows;
  derivatives::Jet jet;
};

/// The unit sphere; only the first row is used.
Vector sphere(double, const Vector& y, const Vector&)
{
  Vector r = Vector::Zero(y.size());
  r[0] = y.squaredNorm() - 1;
  return r;
}

int sphere_jacobian(double, double, const Vector& y, const Vector&, SUNMatrix jacobian)
{
  for (int j = 0; j < y.size(); ++j) SM_ELEMENT_D(jacobian, 0, j) = 2 * y[j];
  return 0;
}

/// x^2/a^2 + y^2/b^2 = 1; the second row is never used.
test::PlainResidual ellipse(double a, double b)
{
  return [a, b](double, const Vector& y, const Vector&) {
    return test::vector({y[0] * y[0] / (a * a) + y[1] * y[1] / (b * b) - 1, 0});
  };
}

/// Nearest point of the ellipse in the norm (w0, w1) to a guess outside: w_i^2 (x_i - g_i) + l x_i / a_i^2 = 0 makes
/// x_i(l) = w_i^2 g_i / (w_i^2 + l / a_i^2), and l >= 0 follows from the ellipse by bisection.
Vector nearest_on_ellipse(const Vector& guess, const Vector& half_axes, const Vector& weight)
{
  const auto point = [&](double l) {
    const Vector w2 = weight.cwiseAbs2();
    return Vector(w2.cwiseProduct(guess).cwiseQuotient(w2 + l * half_axes.cwiseAbs2().cwiseInverse()));
  };
  double low = 0;
  double high = 1;
  while (point(high).cwiseQuotient(half_axes).norm() > 1) high *= 2;
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (point(middle).cwiseQuotient(half_axes).norm() > 1 ? low : high) = middle;
  }
  return point(low);
}

const Vector unit = test::vector({1, 1});

}  // namespace

BOOST_AUTO_TEST_SUITE(stage_newton)

BOOST_AUTO_TEST_CASE(the_nearest_point_on_a_circle_or_sphere_is_found_from_outside_and_inside)
{
  for (const Vector& guess : {test::vector({3, 2.5}), test::vector({0.2, 0.1}), test::vector({0.8, -0.7}),
                              test::vector({-30, 40}), test::vector({1, -2, 3, 0.5})}) {
    BOOST_TEST_CONTEXT("guess " << guess.transpose())
    {
      ValueStage exact(guess, 1, sphere);
      const support::MatrixHandle matrix(SUNDenseMatrix(guess.size(), guess.size(), exact.builder.context()));
      exact.builder.use_jacobian(sphere_jacobian, matrix.get());
      BOOST_TEST((exact.solution() - guess / guess.norm()).norm() < 1e-12 * std::max(1.0, guess.norm()));
      // By differences the normal of the sphere is known to their noise only.
      ValueStage differenced(guess, 1, sphere);
      BOOST_TEST((differenced.solution() - guess / guess.norm()).norm() < 1e-10);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_guess_on_the_circle_stays)
{
  const Vector guess = test::vector({0.6, -0.8});
  BOOST_TEST((ValueStage(guess, 1, ellipse(1, 1)).solution() - guess).norm() < 1e-15);
}

BOOST_AUTO_TEST_CASE(the_nearest_point_on_an_ellipse_is_found_from_far_away)
{
  const Vector half_axes = test::vector({3, 0.8});
  for (const Vector& guess : {test::vector({5, 4}), test::vector({-2, 9}), test::vector({12, -0.5})}) {
    BOOST_TEST_CONTEXT("guess " << guess.transpose())
    {
      ValueStage stage(guess, 1, ellipse(3, 0.8));
      BOOST_TEST((stage.solution() - nearest_on_ellipse(guess, half_axes, unit)).norm() < 1e-10);
    }
  }
}

BOOST_AUTO_TEST_CASE(weights_change_what_is_near)
{
  const Vector guess = test::vector({2, 1.5});
  const Vector weights = test::vector({5, 0.5});
  ValueStage stage(guess, 1, ellipse(1, 1));
  stage.builder.problem.weights = weights;
  const Vector found = stage.solution();
  BOOST_TEST((found - nearest_on_ellipse(guess, unit, weights)).norm() < 1e-10);
  BOOST_TEST((found - guess / guess.norm()).norm() > 0.1);
}

BOOST_AUTO_TEST_CASE(a_held_component_does_not_move)
{
  ValueStage stage(test::vector({0.6, 0.7}), 1, ellipse(1, 1));
  stage.builder.problem.fixed_y[0] = 1;
  const Vector found = stage.solution();
  BOOST_TEST(found[0] == 0.6);
  BOOST_TEST(std::abs(found[1] - 0.8) < 1e-13);
}

BOOST_AUTO_TEST_CASE(freedom_and_determinacy_are_told)
{
  // x + y = 3 and z = 2: z is determined, x and y are unique by nearness.
  ValueStage stage(test::vector({0, 0, 0}), 2, [](double, const Vector& y, const Vector&) {
    return test::vector({y[0] + y[1] - 3, y[2] - 2, 0});
  });
  const StageSolution found = stage.solve();
  BOOST_REQUIRE((found.verdict == StageVerdict::converged));
  BOOST_TEST((found.values - test::vector({1.5, 1.5, 2})).norm() < 1e-14);
  BOOST_TEST((found.determined == std::vector<char>{0, 0, 1}));
  BOOST_TEST((found.unique == std::vector<char>{1, 1, 1}));
  BOOST_TEST(found.rank == 2);
}

BOOST_AUTO_TEST_CASE(damping_brings_square_systems_in_from_afar)
{
  // Undamped Newton on the arc tangent diverges from |x| > 1.4.
  ValueStage arctangent(test::vector({20}), 1,
                        [](double, const Vector& y, const Vector&) { return test::vector({std::atan(y[0]) - 0.5}); });
  BOOST_TEST(std::abs(arctangent.solution()[0] - std::tan(0.5)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(an_inequality_constraint_moves_the_guess_to_its_side)
{
  for (const int constraint : {0, 2}) {
    ValueStage stage(test::vector({-0.5}), 1,
                     [](double, const Vector& y, const Vector&) { return test::vector({y[0] * y[0] - 4}); });
    stage.builder.problem.constraints = {constraint};
    BOOST_TEST(std::abs(stage.solution()[0] - (constraint == 0 ? -2 : 2)) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(a_constraint_that_excludes_every_solution_stops_the_iteration)
{
  ValueStage stage(test::vector({1}), 1,
                   [](double, const Vector& y, const Vector&) { return test::vector({y[0] + 2}); });
  stage.builder.problem.constraints = {1};
  BOOST_TEST((stage.solve().verdict != StageVerdict::converged));
  BOOST_TEST(stage.jet(0, 0) >= 0.0);
}

BOOST_AUTO_TEST_CASE(contradicting_equations_are_called_inconsistent)
{
  ValueStage stage(test::vector({0, 0}), 2, [](double, const Vector& y, const Vector&) {
    return test::vector({y[0] + y[1] - 1, y[0] + y[1] - 2});
  });
  const StageSolution found = stage.solve();
  BOOST_TEST((found.verdict == StageVerdict::inconsistent));
  BOOST_TEST(found.rank == 1);
  BOOST_TEST(std::abs(std::abs(found.residual[0]) - 0.5) < 1e-9);
}

BOOST_AUTO_TEST_CASE(more_equations_than_unknowns_are_solved_if_they_agree)
{
  const auto two_rows = [](double right) {
    return [right](double, const Vector& y, const Vector&) {
      return test::vector({y[0] - 1, y[0] + y[1] - right});
    };
  };
  for (const double right : {3.0, 4.0}) {
    ValueStage stage(test::vector({0, 2}), 2, test::PlainResidual(two_rows(right)));
    stage.builder.problem.fixed_y[1] = 1;
    const StageSolution found = stage.solve();
    BOOST_TEST((found.verdict == (right == 3 ? StageVerdict::converged : StageVerdict::inconsistent)));
  }
}

BOOST_AUTO_TEST_CASE(with_everything_held_the_equations_hold_or_not)
{
  for (const double y1 : {0.8, 0.9}) {
    ValueStage stage(test::vector({0.6, y1}), 1, ellipse(1, 1));
    stage.builder.problem.fixed_y = {1, 1};
    BOOST_TEST((stage.solve().verdict == (y1 == 0.8 ? StageVerdict::converged : StageVerdict::inconsistent)));
  }
}

BOOST_AUTO_TEST_CASE(steps_are_halved_where_the_residual_is_undefined)
{
  // log(x) = 1 from 8: the first Newton step would end below zero.
  ValueStage stage(test::vector({8}), 1, [](double, const Vector& y, const Vector&, Vector& r) {
    if (y[0] <= 0) return 1;
    r[0] = std::log(y[0]) - 1;
    return 0;
  });
  BOOST_TEST(std::abs(stage.solution()[0] - std::exp(1.0)) < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_residual_that_cannot_be_evaluated_at_the_start_is_said_to_be_so)
{
  ValueStage stage(test::vector({1e-30}), 1, [](double, const Vector& y, const Vector&, Vector& r) {
    r[0] = y[0];
    return y[0] > 1 ? 0 : 1;
  });
  BOOST_TEST((stage.solve().verdict == StageVerdict::not_finite));
}

BOOST_AUTO_TEST_CASE(too_few_iterations_are_no_convergence)
{
  ValueStage stage(test::vector({20}), 1,
                   [](double, const Vector& y, const Vector&) { return test::vector({std::atan(y[0]) - 0.5}); });
  stage.options.max_iterations = 2;
  BOOST_TEST((stage.solve().verdict == StageVerdict::not_converged));
}

BOOST_AUTO_TEST_CASE(progress_is_written_only_where_asked_for)
{
  std::FILE* file = std::tmpfile();
  BOOST_REQUIRE(file != nullptr);
  ValueStage stage(test::vector({3, 2.5}), 1, ellipse(1, 1));
  stage.options.progress = std::make_shared<support::Progress>(file);
  stage.solution();
  BOOST_TEST(std::ftell(file) > 0);
  std::fclose(file);
}

BOOST_AUTO_TEST_CASE(the_jet_holds_the_solution_afterwards)
{
  ValueStage stage(test::vector({3, 2.5}), 1, ellipse(1, 1));
  const Vector values = stage.solve().values;
  BOOST_TEST(stage.jet.derivative(0)[0] == values[0]);
  BOOST_TEST(stage.jet.derivative(0)[1] == values[1]);
}

BOOST_AUTO_TEST_CASE(a_guess_with_astronomic_terms_does_not_pass_for_converged)
{
  // A diode at 3 V: terms of 1e38 at the guess, of 1 at the solution.
  ValueStage stage(test::vector({3}), 1, [](double, const Vector& y, const Vector&) {
    return test::vector({1 - 1e-11 * std::expm1(y[0] / 0.025) - y[0]});
  });
  stage.options.max_iterations = 300;
  const StageSolution solution = stage.solve();
  BOOST_TEST((solution.verdict == StageVerdict::converged));
  BOOST_TEST(std::abs(1 - 1e-11 * std::expm1(solution.values[0] / 0.025) - solution.values[0]) < 1e-12);
}

BOOST_AUTO_TEST_CASE(rounding_in_a_differenced_jacobian_ends_the_search_for_the_nearest_point_not_the_stage)
{
  // Rods far from the origin: 1e-16 of their place is 1e-3 of the difference in their angle.
  constexpr int rods = 20;
  constexpr double place = 3e7;
  Vector guess(3 * rods);
  for (int k = 0; k < rods; ++k) guess.segment(3 * k, 3) = test::vector({place + 1, 0.1 * k, 1 + 0.3 * k});
  ValueStage stage(guess, 2 * rods, [](double, const Vector& y, const Vector&) {
    Vector r = Vector::Zero(y.size());
    for (int k = 0; k < rods; ++k) {
      r[2 * k] = y[3 * k] - place - std::cos(y[3 * k + 2]);
      r[2 * k + 1] = y[3 * k + 1] - std::sin(y[3 * k + 2]);
    }
    return r;
  });
  const Vector y = stage.solution();
  for (int k = 0; k < rods; ++k) {
    BOOST_TEST(std::abs(y[3 * k] - place - std::cos(y[3 * k + 2])) < 2e-8);
    BOOST_TEST(std::abs(y[3 * k + 1] - std::sin(y[3 * k + 2])) < 1e-8);
  }
}

BOOST_AUTO_TEST_SUITE_END()
