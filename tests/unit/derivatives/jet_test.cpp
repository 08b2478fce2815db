#include "ida_consistent_init/derivatives/jet.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using ida_consistent_init::derivatives::Jet;
using ida_consistent_init::support::Vector;

namespace {

constexpr double roundoff = 1e-15;

Jet jet_with(const std::initializer_list<double>& values)
{
  Jet jet(1, static_cast<int>(values.size()) - 1);
  int q = 0;
  for (const double value : values) jet(0, q++) = value;
  return jet;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(jet)

BOOST_AUTO_TEST_CASE(a_jet_is_the_taylor_polynomial_of_its_entries)
{
  // y = 1 + 2 tau - 3 tau^2/2 + 4 tau^3/6 and y' = 2 - 3 tau + 2 tau^2 at tau = 1/2.
  Vector y, yp;
  jet_with({1, 2, -3, 4}).evaluate(0.5, y, yp);
  BOOST_TEST(std::abs(y[0] - (1 + 1 - 0.375 + 1.0 / 12)) < roundoff);
  BOOST_TEST(std::abs(yp[0] - 1.0) < roundoff);
}

BOOST_AUTO_TEST_CASE(at_tau_zero_value_and_derivative_are_the_first_entries)
{
  Vector y, yp;
  jet_with({1, 2, -3, 4}).evaluate(0, y, yp);
  BOOST_TEST(y[0] == 1.0);
  BOOST_TEST(yp[0] == 2.0);
}

BOOST_AUTO_TEST_CASE(short_jets_are_constant_or_linear)
{
  Vector y, yp;
  jet_with({7}).evaluate(3, y, yp);
  BOOST_TEST(y[0] == 7.0);
  BOOST_TEST(yp[0] == 0.0);
  jet_with({7, 2}).evaluate(3, y, yp);
  BOOST_TEST(y[0] == 13.0);
  BOOST_TEST(yp[0] == 2.0);
}

BOOST_AUTO_TEST_CASE(components_do_not_mix)
{
  Jet jet(2, 2);
  BOOST_TEST(jet.size() == 2);
  BOOST_TEST(jet.order() == 2);
  jet(1, 2) = 4;
  Vector second = jet.derivative(2);
  BOOST_TEST(second[0] == 0.0);
  BOOST_TEST(second[1] == 4.0);
  Vector y, yp;
  jet.evaluate(0.5, y, yp);
  BOOST_TEST(y[0] == 0.0);
  BOOST_TEST(y[1] == 0.5);
  second[0] = -1;
  jet.set_derivative(1, second);
  BOOST_TEST(jet(0, 1) == -1.0);
  BOOST_TEST(jet(1, 1) == 4.0);
}

BOOST_AUTO_TEST_SUITE_END()
