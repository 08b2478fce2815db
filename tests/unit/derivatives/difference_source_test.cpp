#include "ida_consistent_init/derivatives/difference_source.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <vector>

#include "ida_consistent_init/support/error.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::DerivativeTable;
using derivatives::DifferenceKind;
using derivatives::DifferenceOptions;
using derivatives::DifferenceSource;
using derivatives::Jet;
using problem::Outcome;
using support::Vector;

namespace {

/// A jet of one component.
Jet jet_of(std::initializer_list<double> values)
{
  Jet jet(1, static_cast<int>(values.size()) - 1);
  int q = 0;
  for (const double value : values) jet(0, q++) = value;
  return jet;
}

struct Differences
{
  Differences(double time, const test::ResidualFunction& function, DifferenceOptions options = {})
      : builder(Vector::Zero(1), Vector::Zero(1), function), source(*builder.problem.residual, time, options)
  {
  }
  DerivativeTable operator()(const Jet& jet, int highest, double scale = 1)
  {
    return source.derivatives(jet, highest, Vector::Constant(1, scale));
  }
  [[nodiscard]] long calls() const { return builder.problem.residual->evaluations(); }

  test::ProblemBuilder builder;
  DifferenceSource source;
};

/// F of one component that never fails.
test::ResidualFunction plain(const std::function<double(double, double, double)>& function)
{
  return [function](double t, const Vector& y, const Vector& yp, Vector& r) {
    r[0] = function(t, y[0], yp[0]);
    return 0;
  };
}

/// Derivatives 0, 1, ... are the exact ones: true errors within ten estimates, estimates within the bounds.
void check_table(const DerivativeTable& table, const std::vector<double>& exact, const std::vector<double>& bound)
{
  BOOST_REQUIRE((table.outcome == Outcome::ok));
  for (int k = 0; k < static_cast<int>(exact.size()); ++k) {
    BOOST_TEST_CONTEXT("derivative " << k << " = " << exact[k])
    {
      BOOST_TEST(std::abs(table.value(0, k) - exact[k]) <= 10 * table.error(0, k));
      BOOST_TEST(table.error(0, k) <= bound[k]);
    }
  }
}

/// Estimated errors of derivatives 0..3 of functions of size and time scale 1, with the default order.
const std::vector<double> order_one_bounds{1e-15, 1e-11, 1e-9, 1e-7};

}  // namespace

BOOST_AUTO_TEST_SUITE(difference_source)

BOOST_AUTO_TEST_CASE(derivatives_of_a_sine_along_a_straight_line)
{
  Differences differences(0, plain([](double, double y, double) { return std::sin(y); }));
  const double w = 1.2;
  const double s = std::sin(0.3);
  const double c = std::cos(0.3);
  check_table(differences(jet_of({0.3, w}), 3), {s, w * c, -w * w * s, -w * w * w * c}, order_one_bounds);
}

BOOST_AUTO_TEST_CASE(derivatives_of_an_exponential_that_depends_on_time)
{
  // exp(t) y along y = 2 + tau at t0 = 0.5: D^m = e (2 + m).
  Differences differences(0.5, plain([](double t, double y, double) { return std::exp(t) * y; }));
  const double e = std::exp(0.5);
  check_table(differences(jet_of({2, 1}), 3, 2 * e), {2 * e, 3 * e, 4 * e, 5 * e}, {1e-15, 1e-10, 1e-8, 1e-6});
}

BOOST_AUTO_TEST_CASE(derivatives_of_a_product_along_a_jet_with_higher_derivatives)
{
  // y y': D = y'^2 + y y'', D^2 = 3 y' y'' + y y''', D^3 = 3 y''^2 + 4 y' y'''.
  Differences differences(0, plain([](double, double y, double yp) { return y * yp; }));
  check_table(differences(jet_of({1, 2, -1.5, 0.5}), 3), {2, 4 - 1.5, -9 + 0.5, 6.75 + 4}, order_one_bounds);
}

BOOST_AUTO_TEST_CASE(polynomials_up_to_the_order_of_the_formula_are_exact_to_roundoff)
{
  Differences differences(0, plain([](double t, double, double) { return 1 + t * (2 + t * (3 + t * 4)); }));
  check_table(differences(jet_of({0, 0}), 3), {1, 2, 6, 24}, {1e-15, 1e-12, 1e-10, 1e-9});
}

BOOST_AUTO_TEST_CASE(a_time_scale_far_below_the_first_step_is_found)
{
  const double w = 1e4;
  Differences differences(0, plain([w](double t, double, double) { return std::sin(w * t + 1); }));
  const double s = std::sin(1.0);
  const double c = std::cos(1.0);
  check_table(differences(jet_of({0, 0}), 3), {s, w * c, -w * w * s, -w * w * w * c},
              {1e-15, 1e-11 * w, 1e-9 * w * w, 1e-7 * w * w * w});
}

BOOST_AUTO_TEST_CASE(a_pulse_between_the_nodes_of_the_first_steps_is_found)
{
  // A ramp of 10 ns, then constant: long steps see a small slope and small absolute errors of it.
  const auto ramp = [](double t, double, double) {
    return 1e8 * std::min(t, 1e-8);
  };
  Differences differences(0, plain(ramp));
  const DerivativeTable table = differences(jet_of({0, 0, 0}), 2);
  BOOST_TEST(table.value(0, 1) == 1e8, boost::test_tools::tolerance(1e-5));
  BOOST_TEST(differences.source.step() <= 1e-8);
}

BOOST_AUTO_TEST_CASE(small_steps_late_in_time_see_the_rounded_time)
{
  // Along y = sin(t0 + tau) the residual y - sin t vanishes; a time rounded apart from tau would leave 4e-13 of it.
  const double t0 = 3600;
  Differences differences(t0, plain([](double t, double y, double) { return y - std::sin(t); }),
                          {.displacements = {1e-6}});
  const DerivativeTable table =
      differences(jet_of({std::sin(t0), std::cos(t0), -std::sin(t0), -std::cos(t0), std::sin(t0)}), 1);
  BOOST_TEST(std::abs(table.value(0, 1)) < 1e-8);
}

BOOST_AUTO_TEST_CASE(errors_are_estimated_as_those_of_the_next_lower_order)
{
  const double s = std::sin(0.3);
  const double c = std::cos(0.3);
  for (int order = 2; order <= 8; ++order) {
    BOOST_TEST_CONTEXT("order " << order)
    {
      DifferenceOptions options;
      options.order = order;
      Differences differences(0, plain([](double, double y, double) { return std::sin(y); }), options);
      // Truncation h^(p-1) of the lower formula balances round-off eps / h^2 of the second derivative; two digits in
      // reserve for their constants.
      const double bound = 100 * std::pow(2.2e-16, (order - 1) / (order + 1.0));
      check_table(differences(jet_of({0.3, 1}), 2), {s, c, -s}, {1e-15, bound, bound});
    }
  }
}

BOOST_AUTO_TEST_CASE(a_domain_that_ends_shortly_after_t0_is_respected)
{
  Differences differences(0, [](double t, const Vector& y, const Vector&, Vector& r) {
    if (t > 0.01) return 1;
    r[0] = std::sin(y[0]);
    return 0;
  });
  const double s = std::sin(0.3);
  const double c = std::cos(0.3);
  check_table(differences(jet_of({0.3, 1}), 2), {s, c, -s}, {1e-15, 1e-10, 1e-7});
  BOOST_TEST(differences.source.step() <= 0.01);
}

BOOST_AUTO_TEST_CASE(one_sided_differences_stay_at_or_after_t0_and_centred_ones_use_both_sides)
{
  double first = 0;
  double last = 0;
  const auto observed = [&](double t, const Vector&, const Vector&, Vector& r) {
    first = std::min(first, t - 2);
    last = std::max(last, t - 2);
    r[0] = std::exp(t - 2);
    return 0;
  };
  Differences one_sided(2, observed);
  check_table(one_sided(jet_of({0, 0}), 2), {1, 1, 1}, order_one_bounds);
  BOOST_TEST(first == 0.0);
  BOOST_TEST(last > 0.0);
  DifferenceOptions options;
  options.kind = DifferenceKind::centered;
  Differences centred(2, observed, options);
  check_table(centred(jet_of({0, 0}), 3), {1, 1, 1, 1}, order_one_bounds);
  BOOST_TEST(first < 0.0);
}

BOOST_AUTO_TEST_CASE(a_residual_that_cannot_be_evaluated_at_t0_is_said_to_be_so)
{
  Differences recoverable(0, [](double, const Vector&, const Vector&, Vector&) { return 1; });
  BOOST_TEST((recoverable(jet_of({0, 0}), 2).outcome == Outcome::recoverable));
  Differences not_a_number(0, plain([](double, double y, double) { return std::sqrt(y); }));
  BOOST_TEST((not_a_number(jet_of({-1, 0}), 2).outcome == Outcome::not_finite));
}

/// The nodes of another highest derivative, known from before, have to be no answer.
BOOST_AUTO_TEST_CASE(a_residual_that_fails_at_t0_later_on_has_no_nodes)
{
  bool fails = false;
  Differences differences(0, [&fails](double t, const Vector& y, const Vector&, Vector& r) {
    r[0] = std::sin(y[0] + t);
    return fails ? 1 : 0;
  });
  const Jet jet = jet_of({0.5, 1, 0, 0, 0});
  const Vector scale = Vector::Ones(1);
  BOOST_TEST((differences(jet, 4).outcome == Outcome::ok));
  fails = true;
  BOOST_CHECK_THROW(differences.source.node_sets(jet, 2, scale), support::Error);
  fails = false;
  BOOST_TEST(differences.source.node_sets(jet, 2, scale).front().highest == 2);
}

BOOST_AUTO_TEST_CASE(a_residual_that_exists_at_t0_only_has_a_value_and_no_derivatives)
{
  Differences differences(0, [](double t, const Vector&, const Vector&, Vector& r) {
    r[0] = 3;
    return t > 0 ? 1 : 0;
  });
  const DerivativeTable value_only = differences(jet_of({0, 0}), 0);
  BOOST_TEST((value_only.outcome == Outcome::ok));
  BOOST_TEST(value_only.value(0, 0) == 3.0);
  BOOST_TEST((differences(jet_of({0, 0}), 1).outcome == Outcome::not_finite));
}

BOOST_AUTO_TEST_CASE(the_step_is_searched_once_and_kept_until_it_is_reset)
{
  Differences differences(0, plain([](double, double y, double) { return std::sin(y); }));
  differences(jet_of({0.3, 1}), 2);
  const long searching = differences.calls();
  const double step = differences.source.step();
  differences(jet_of({0.4, 1}), 2);
  const long again = differences.calls() - searching;
  BOOST_TEST(again == differences.source.stencil().count() + 1);
  BOOST_TEST(searching > 2 * again);
  BOOST_TEST(differences.source.step() == step);
  differences.source.reset_step();
  BOOST_TEST(differences.source.step() == 0.0);
  differences(jet_of({0.4, 1}), 2);
  BOOST_TEST(differences.calls() > searching + 2 * again);
}

BOOST_AUTO_TEST_CASE(each_highest_derivative_keeps_its_step)
{
  Differences differences(0, plain([](double, double y, double) { return std::sin(y); }));
  const Jet jet = jet_of({0.3, 1});
  differences(jet, 2);
  const double step = differences.source.step();
  differences(jet, 1);
  const long before = differences.calls();
  differences(jet, 2);
  BOOST_TEST(differences.source.step() == step);
  BOOST_TEST(differences.calls() - before == differences.source.stencil().count() + 1);
}

BOOST_AUTO_TEST_CASE(a_step_in_doubt_is_kept_for_a_like_jet_and_searched_for_rougher_and_smoother_ones)
{
  // sin(y) along y = 0.3 + v t has the time scale 1 / v.
  Differences differences(0, plain([](double, double y, double) { return std::sin(y); }));
  differences(jet_of({0.3, 30}), 2);
  const double step = differences.source.step();
  const auto calls_for = [&](double v) {
    const long before = differences.calls();
    differences.source.doubt_step();
    differences(jet_of({0.3, v}), 2);
    return differences.calls() - before;
  };
  const long without_search = 2 * differences.source.stencil().count() + 1;  // here and at a larger step
  BOOST_TEST(calls_for(31) == without_search);
  BOOST_TEST(differences.source.step() == step);
  BOOST_TEST(calls_for(3000) > without_search);
  BOOST_TEST(differences.source.step() < 0.1 * step);
  BOOST_TEST(calls_for(0.3) > without_search);
  BOOST_TEST(differences.source.step() > step);
}

BOOST_AUTO_TEST_CASE(components_have_errors_of_their_own)
{
  test::ProblemBuilder builder(Vector::Zero(2), Vector::Zero(2), [](double t, const Vector&, const Vector&) {
    return test::vector({std::sin(t), 1e6 * std::cos(t)});
  });
  DifferenceSource source(*builder.problem.residual, 0, {});
  const DerivativeTable table = source.derivatives(Jet(2, 1), 2, test::vector({1, 1e6}));
  BOOST_TEST(std::abs(table.value(0, 1) - 1) <= 10 * table.error(0, 1));
  BOOST_TEST(std::abs(table.value(1, 2) + 1e6) <= 10 * table.error(1, 2));
  BOOST_TEST(table.error(0, 2) < 1e-9);
  BOOST_TEST(table.error(1, 2) < 1e-3);
}

BOOST_AUTO_TEST_SUITE_END()
