#include "ida_consistent_init/derivatives/stencil.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

using namespace ida_consistent_init::derivatives;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr int highest_derivative = 3;

double factorial(int k)
{
  return k <= 1 ? 1.0 : k * factorial(k - 1);
}

/// Largest violation of sum_i a_i c_i^j = k! delta_jk, j = 0..last, in units of eps sum_i |a_i c_i^j|.
double worst_order_condition(const Stencil& stencil, const Eigen::MatrixXd& weights, int k, int last)
{
  double worst = 0;
  for (int j = 0; j <= last; ++j) {
    double sum = 0;
    double size = j == k ? factorial(k) : 0.0;
    for (int i = 0; i <= stencil.count(); ++i) {
      const double term = weights(k, i) * (j == 0 ? 1.0 : std::pow(stencil.node(i), j));
      sum += term;
      size += std::abs(term);
    }
    worst = std::max(worst, std::abs(sum - (j == k ? factorial(k) : 0.0)) / (eps * std::max(size, 1e-300)));
  }
  return worst;
}

/// log2 of the ratio of the errors of exp^(k)(0) with nodes c_i h and c_i h/2.
double observed_order(const Stencil& stencil, int k, double h)
{
  const Eigen::MatrixXd weights = stencil.weights(k);
  const auto error = [&](double step) {
    double sum = 0;
    for (int i = 0; i <= stencil.count(); ++i) sum += weights(k, i) * std::exp(stencil.node(i) * step);
    return std::abs(sum / std::pow(step, k) - 1.0);
  };
  return std::log2(error(h) / error(h / 2));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stencil)

BOOST_AUTO_TEST_CASE(weights_satisfy_the_order_conditions_to_roundoff)
{
  constexpr double roundoff = 100;
  for (int k = 0; k <= highest_derivative; ++k) {
    for (int p = 1; p <= 8; ++p) {
      const int s = std::max(k + p - 1, k);
      for (const Stencil& stencil : {one_sided_stencil(s), centered_stencil(s)}) {
        BOOST_TEST_CONTEXT("derivative " << k << ", order " << p << ", nodes " << stencil.count())
        {
          BOOST_TEST(worst_order_condition(stencil, stencil.weights(k), k, stencil.count()) < roundoff);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(all_derivatives_come_from_one_set_of_nodes)
{
  const Stencil stencil = one_sided_stencil(9);
  const Eigen::MatrixXd weights = stencil.weights(highest_derivative);
  BOOST_TEST(weights.rows() == highest_derivative + 1);
  BOOST_TEST(weights.cols() == 10);
  for (int k = 0; k <= highest_derivative; ++k) {
    BOOST_TEST(worst_order_condition(stencil, weights, k, stencil.count()) < 100);
  }
}

BOOST_AUTO_TEST_CASE(lower_order_weights_leave_out_the_last_node_and_lose_one_order)
{
  for (int k = 1; k <= highest_derivative; ++k) {
    for (int p = 2; p <= 8; ++p) {
      const Stencil stencil = one_sided_stencil(k + p - 1);
      const Eigen::MatrixXd weights = stencil.lower_order_weights(k);
      BOOST_TEST(weights(k, stencil.count()) == 0.0);
      BOOST_TEST(worst_order_condition(stencil, weights, k, stencil.count() - 1) < 100);
      BOOST_TEST(worst_order_condition(stencil, weights, k, stencil.count()) > 1e6);
    }
  }
}

BOOST_AUTO_TEST_CASE(two_and_three_point_formulas_are_the_classical_ones)
{
  const Eigen::MatrixXd forward = Stencil({1.0}).weights(1);
  BOOST_TEST(forward(1, 0) == -1.0);
  BOOST_TEST(forward(1, 1) == 1.0);
  const Eigen::MatrixXd one_sided = Stencil({1.0, 2.0}).weights(1);
  BOOST_TEST(one_sided(1, 0) == -1.5);
  BOOST_TEST(one_sided(1, 1) == 2.0);
  BOOST_TEST(one_sided(1, 2) == -0.5);
  const Eigen::MatrixXd second = Stencil({1.0, -1.0}).weights(2);
  BOOST_TEST(second(2, 0) == -2.0);
  BOOST_TEST(second(2, 1) == 1.0);
  BOOST_TEST(second(2, 2) == 1.0);
}

BOOST_AUTO_TEST_CASE(errors_shrink_with_the_order_of_the_formula)
{
  for (int k = 1; k <= highest_derivative; ++k) {
    for (int p = 1; p <= 6; ++p) {
      BOOST_TEST_CONTEXT("derivative " << k << ", order " << p)
      {
        // Higher terms of the error add up to a third at these steps; round-off is below one per cent of the error.
        const double order = observed_order(one_sided_stencil(k + p - 1), k, 1.0);
        BOOST_TEST(order > p);
        BOOST_TEST(order < p + 0.35);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(centred_formulas_of_even_derivatives_gain_an_order_from_symmetry)
{
  for (const int s : {2, 4, 6}) {
    BOOST_TEST(std::abs(observed_order(centered_stencil(s), 1, 1.0) - s) < 0.1);
    BOOST_TEST(std::abs(observed_order(centered_stencil(s), 2, 1.0) - s) < 0.1);
  }
}

BOOST_AUTO_TEST_CASE(one_sided_nodes_fill_the_interval_from_zero_to_one)
{
  for (int s = 1; s <= 10; ++s) {
    const Stencil stencil = one_sided_stencil(s);
    BOOST_TEST(stencil.count() == s);
    BOOST_TEST(stencil.node(0) == 0.0);
    for (int i = 1; i <= s; ++i) BOOST_TEST(stencil.node(i) > stencil.node(i - 1));
    BOOST_TEST(std::abs(stencil.node(s) - 1.0) <= eps);
  }
}

BOOST_AUTO_TEST_CASE(centred_nodes_are_symmetric_and_even_in_number)
{
  for (int s = 1; s <= 10; ++s) {
    const Stencil stencil = centered_stencil(s);
    BOOST_TEST(stencil.count() == s + s % 2);
    double sum = 0;
    double largest = 0;
    for (int i = 1; i <= stencil.count(); ++i) {
      sum += stencil.node(i);
      largest = std::max(largest, std::abs(stencil.node(i)));
      for (int j = 0; j < i; ++j) BOOST_TEST(stencil.node(i) != stencil.node(j));
    }
    BOOST_TEST(std::abs(sum) < 4 * eps);
    BOOST_TEST(std::abs(largest - 1.0) <= eps);
  }
}

BOOST_AUTO_TEST_SUITE_END()
