// The hidden constraint of the water tubes in closed form: p_n depends on the time derivatives of inflows and outflow
// by V (A_n A_n^T)^-1 (e_in' - e_out'), whose coefficients are fractions over 275 (Estevez Schwarz, section 3, with the
// signs as corrected in the notes of water_tube.json).
#include <ida_consistent_init/ida_consistent_init_autodiff.hpp>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "catalogue/case.hpp"
#include "catalogue/water_tube.hpp"

namespace {

using catalogue::Case;
using catalogue::WaterTube;
using nlohmann::json;
using namespace ida_consistent_init;

/// Additional inflow at nodes 1 and 13 and outflow at node 10, in m^3/s^2.
struct Slopes
{
  double inflow_1, inflow_13, outflow_10;
};

int position_of(int node)
{
  return static_cast<int>(std::find(WaterTube::normal_nodes.begin(), WaterTube::normal_nodes.end(), node) -
                          WaterTube::normal_nodes.begin());
}

int row_of(int node)
{
  return static_cast<int>(2 * WaterTube::edges.size() + WaterTube::buffer_nodes.size()) + position_of(node);
}

/// The network with flows through its surface that change by the slopes, and are what they were at t0.
struct ChangingNetwork
{
  Slopes slopes;
  double t0;

  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    WaterTube::residual(t, y, yp, r);
    r[row_of(1)] -= slopes.inflow_1 * (t - t0);
    r[row_of(13)] -= slopes.inflow_13 * (t - t0);
    r[row_of(10)] += slopes.outflow_10 * (t - t0);
  }
};

enum class Derivatives
{
  exact,
  by_differences
};

using Pressures = std::array<double, 11>;  // of the normal nodes

Pressures normal_pressures(const Case& the_case, const Slopes& slopes, Derivatives derivatives)
{
  const ChangingNetwork model{slopes, the_case.t0};
  Solver solver =
      derivatives == Derivatives::exact
          ? exact_solver(the_case.guess_y, the_case.guess_yp, model, the_case.t0)
          : Solver(
                the_case.guess_y, the_case.guess_yp,
                [model](double t, ConstSpan y, ConstSpan yp, Span r) { model(t, y.data(), yp.data(), r.data()); },
                the_case.t0);
  for (std::size_t j = 0; j < the_case.fixed.size(); ++j) {
    if (the_case.fixed[j] != 0) solver.hold(j);
  }
  solver.solve();
  BOOST_TEST(solver.index() == 2);
  Pressures pressures{};
  for (const int node : WaterTube::normal_nodes) pressures[position_of(node)] = solver.y()[row_of(node)];
  return pressures;
}

double fraction(const std::string& text)
{
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

json closed_form_coefficients()
{
  std::ifstream file(std::string(IDACI_TEST_DATA) + "/water_tube.json");
  return json::parse(file).at("table").at("closed_form_coefficients");
}

double closed_form(const json& coefficients, int node, const Slopes& slopes)
{
  const json& of_node = coefficients.at("p" + std::to_string(node));
  const auto coefficient = [&](const char* flow) {
    return fraction(of_node.at(flow).get<std::string>());
  };
  return WaterTube::V * (coefficient("ein1") * slopes.inflow_1 + coefficient("ein13") * slopes.inflow_13 +
                         coefficient("eout10") * slopes.outflow_10);
}

struct Deviation
{
  double correction = 0;     // largest correction, Pa
  double of_correction = 0;  // largest error of one
  double pressure = 0;       // largest pressure
};

Case steady_case()
{
  for (const Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    if (the_case.name == "water_tube") return the_case;
  }
  throw std::runtime_error("the catalogue has no water_tube");
}

Deviation deviation_from_closed_form(const Slopes& slopes, Derivatives derivatives)
{
  static const Case the_case = steady_case();
  static const json coefficients = closed_form_coefficients();
  const Pressures steady = normal_pressures(the_case, {0, 0, 0}, derivatives);
  const Pressures changing = normal_pressures(the_case, slopes, derivatives);
  Deviation deviation;
  for (const int node : WaterTube::normal_nodes) {
    const double expected = closed_form(coefficients, node, slopes);
    const double correction = changing[position_of(node)] - steady[position_of(node)];
    deviation.correction = std::max(deviation.correction, std::abs(expected));
    deviation.of_correction = std::max(deviation.of_correction, std::abs(correction - expected));
    deviation.pressure = std::max(deviation.pressure, std::abs(changing[position_of(node)]));
  }
  return deviation;
}

/// Each flow alone, and all of them; in units of 1 m^3/s^2.
std::array<Slopes, 4> slopes_of(double size)
{
  return {{{0.1 * size, 0, 0}, {0, -0.07 * size, 0}, {0, 0, 0.05 * size}, {0.013 * size, 0.021 * size, -0.034 * size}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(water_tube)

BOOST_AUTO_TEST_CASE(exact_derivatives_reproduce_the_fractions_over_275_for_any_change_of_the_flows)
{
  for (const double size : {1.0, 1e-3}) {
    for (const Slopes& slopes : slopes_of(size)) {
      const Deviation deviation = deviation_from_closed_form(slopes, Derivatives::exact);
      BOOST_TEST(deviation.of_correction <= 1e-12 * std::max(deviation.correction, deviation.pressure));
      if (size == 1) BOOST_TEST(deviation.of_correction <= 1e-12 * deviation.correction);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_residual_alone_reproduces_them_to_the_digits_of_the_pressures)
{
  for (const Slopes& slopes : slopes_of(1e-3)) {
    const Deviation deviation = deviation_from_closed_form(slopes, Derivatives::by_differences);
    BOOST_TEST(deviation.correction > 10);
    BOOST_TEST(deviation.of_correction <= 1e-12 * deviation.pressure);
  }
}

BOOST_AUTO_TEST_SUITE_END()
