/// Differences on nodes and displacements of the caller: Leimkuhler, Petzold, Gear, section 3.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using derivatives::DerivativeTable;
using derivatives::DifferenceOptions;
using derivatives::DifferenceSource;
using derivatives::Jet;
using support::Vector;

namespace {

/// c_i = i, as many as any formula here needs.
std::vector<double> whole_numbers()
{
  std::vector<double> nodes(12);
  std::iota(nodes.begin(), nodes.end(), 1.0);
  return nodes;
}

/// F = exp(t) y along y = 1 + t: d^k F at 0 is 1 + k.
DerivativeTable derivatives_of_product(const DifferenceOptions& options, int highest)
{
  const test::ProblemBuilder builder(Vector::Zero(1), Vector::Zero(1), [](double t, const Vector& y, const Vector&) {
    return test::vector({std::exp(t) * y[0]});
  });
  Jet jet(1, 1);
  jet(0, 0) = jet(0, 1) = 1;
  return DifferenceSource(*builder.problem.residual, 0, options).derivatives(jet, highest, Vector::Ones(1));
}

double error_with_step(int order, int k, double h)
{
  DifferenceOptions options;
  options.order = order;
  options.nodes = whole_numbers();
  options.displacements.assign(static_cast<std::size_t>(k), h);
  return std::abs(derivatives_of_product(options, k).value(0, k) - (1 + k));
}

int flag_of(const DifferenceOptions& options, int highest)
{
  try {
    derivatives_of_product(options, highest);
  } catch (const support::Error& error) {
    return error.flag();
  }
  return IDACI_SUCCESS;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(given_nodes)

BOOST_AUTO_TEST_CASE(errors_fall_with_the_order_of_the_formula)
{
  // Large enough that round-off eps / h^3 stays below the truncation of order 6, small enough for its leading term.
  const double h = 0.04;
  for (int k = 1; k <= 3; ++k) {
    for (int order = 1; order <= 6; ++order) {
      const double slope = std::log2(error_with_step(order, k, 2 * h) / error_with_step(order, k, h));
      BOOST_TEST(std::abs(slope - order) < 0.3, "derivative " << k << ", order " << order << ": slope " << slope);
    }
  }
}

BOOST_AUTO_TEST_CASE(first_order_differences_are_those_of_the_textbook)
{
  DifferenceOptions options;
  options.order = 1;
  options.nodes = whole_numbers();
  const double h1 = 1e-3;
  const double h2 = 1e-2;
  options.displacements = {h1, h2};
  const DerivativeTable table = derivatives_of_product(options, 2);
  const auto phi = [](double t) {
    return std::exp(t) * (1 + t);
  };
  BOOST_TEST(std::abs(table.value(0, 1) - (phi(h1) - phi(0)) / h1) < 1e-11);
  BOOST_TEST(std::abs(table.value(0, 2) - (phi(2 * h2) - 2 * phi(h2) + phi(0)) / (h2 * h2)) < 1e-10);
}

BOOST_AUTO_TEST_CASE(second_order_differences_are_those_of_the_textbook)
{
  DifferenceOptions options;
  options.order = 2;
  options.nodes = whole_numbers();
  const double h = 1e-2;
  options.displacements = {h, h};
  const DerivativeTable table = derivatives_of_product(options, 2);
  const auto phi = [](double t) {
    return std::exp(t) * (1 + t);
  };
  BOOST_TEST(std::abs(table.value(0, 1) - (-3 * phi(0) + 4 * phi(h) - phi(2 * h)) / (2 * h)) < 1e-11);
  BOOST_TEST(std::abs(table.value(0, 2) - (2 * phi(0) - 5 * phi(h) + 4 * phi(2 * h) - phi(3 * h)) / (h * h)) < 1e-10);
}

BOOST_AUTO_TEST_CASE(errors_are_estimated_from_two_orders)
{
  for (int order = 1; order <= 8; ++order) {
    DifferenceOptions options;
    options.order = order;
    options.nodes = whole_numbers();
    options.displacements = {0.01, 0.02, 0.03};
    const DerivativeTable table = derivatives_of_product(options, 3);
    for (int k = 1; k <= 3; ++k) {
      BOOST_TEST(std::abs(table.value(0, k) - (1 + k)) <= 2 * table.error(0, k), "order " << order << ", k = " << k);
      BOOST_TEST(table.error(0, k) < 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_step_is_searched_for_given_nodes_without_displacements)
{
  DifferenceOptions options;
  options.nodes = whole_numbers();
  const DerivativeTable table = derivatives_of_product(options, 3);
  for (int k = 1; k <= 3; ++k) BOOST_TEST(std::abs(table.value(0, k) - (1 + k)) < 1e-7);
}

BOOST_AUTO_TEST_CASE(own_displacements_go_with_the_nodes_of_the_library_too)
{
  DifferenceOptions options;
  options.order = 6;
  options.displacements = {0.1, 0.2};
  const DerivativeTable table = derivatives_of_product(options, 2);
  BOOST_TEST(std::abs(table.value(0, 1) - 2) < 1e-9);
  BOOST_TEST(std::abs(table.value(0, 2) - 3) < 1e-8);
}

BOOST_AUTO_TEST_CASE(displacements_are_kept_when_the_step_is_reset)
{
  const test::ProblemBuilder builder(Vector::Zero(1), Vector::Zero(1), [](double t, const Vector&, const Vector&) {
    return test::vector({std::sin(t)});
  });
  DifferenceOptions options;
  options.displacements = {1e-3};
  DifferenceSource source(*builder.problem.residual, 0, options);
  source.derivatives(Jet(1, 1), 1, Vector::Ones(1));
  source.reset_step();
  BOOST_TEST(source.step() == 1e-3);
}

BOOST_AUTO_TEST_CASE(options_that_make_no_formula_are_refused)
{
  DifferenceOptions options;
  options.nodes = {1, 2, 2};
  BOOST_TEST(flag_of(options, 1) == IDACI_ILL_INPUT);
  options.nodes = {-1, 1};
  BOOST_TEST(flag_of(options, 1) == IDACI_ILL_INPUT);
  options.nodes = {1, 2, 3};
  options.order = 4;
  BOOST_TEST(flag_of(options, 1) == IDACI_ILL_INPUT);  // needs 4 nodes
  options.order = 3;
  BOOST_TEST(flag_of(options, 1) == IDACI_SUCCESS);
  options.displacements = {0.1};
  BOOST_TEST(flag_of(options, 1) == IDACI_SUCCESS);
  BOOST_TEST(flag_of(options, 2) == IDACI_ILL_INPUT);  // no h_2
  options.displacements = {0.0};
  BOOST_TEST(flag_of(options, 1) == IDACI_ILL_INPUT);
  BOOST_TEST(flag_of(DifferenceOptions{.order = most_difference_order + 1}, 1) == IDACI_ILL_INPUT);
  BOOST_TEST(flag_of(DifferenceOptions{.order = 0}, 1) == IDACI_ILL_INPUT);
}

BOOST_AUTO_TEST_SUITE_END()
