// The residuals of the catalogue are C++ transcriptions of the equation strings of tests/data. The strings were
// evaluated once in 50-digit arithmetic at random points near the guesses (tests/data/transcription_points.json,
// "magnitude" is the size of the terms of an equation); here the transcriptions are held against those values.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "catalogue/case.hpp"

namespace {

using catalogue::Case;
using nlohmann::json;
using Values = std::vector<double>;

const std::filesystem::path kData = IDACI_TEST_DATA;

json transcription_points()
{
  return json::parse(std::ifstream(kData / "transcription_points.json"));
}

Values residual_of(const Case& the_case, double t, const Values& y, const Values& yp)
{
  Values r(the_case.n, std::numeric_limits<double>::quiet_NaN());
  the_case.residual(t, y.data(), yp.data(), r.data());
  return r;
}

void check_close(const Case& the_case, const Values& actual, const Values& expected, const Values& magnitude)
{
  for (int i = 0; i < the_case.n; ++i)
    BOOST_TEST(std::abs(actual[i] - expected[i]) <= 1e-12 * magnitude[i],
               the_case.name << ": residual " << i << " is " << actual[i] << " instead of " << expected[i]);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_residual_equals_its_equation_strings)
{
  const json points = transcription_points();
  const std::vector<Case> cases = catalogue::load_catalogue(kData);
  BOOST_TEST(cases.size() == points.size());
  for (const Case& the_case : cases)
    for (const json& point : points.at(the_case.name).at("points"))
      check_close(the_case, residual_of(the_case, point.at("t"), point.at("y"), point.at("yp")), point.at("residual"),
                  point.at("magnitude"));
}

// Undetermined derivatives are NaN in the reference; that no residual becomes NaN shows that F does not contain them.
BOOST_AUTO_TEST_CASE(every_reference_point_satisfies_its_residual)
{
  const json points = transcription_points();
  for (const Case& the_case : catalogue::load_catalogue(kData)) {
    if (the_case.refusal_expected) continue;
    const Values zero(the_case.n, 0.0);
    check_close(the_case, residual_of(the_case, the_case.t0, the_case.consistent_y, the_case.consistent_yp), zero,
                points.at(the_case.name).at("magnitude_at_reference"));
  }
}

BOOST_AUTO_TEST_CASE(held_components_have_their_reference_values_in_the_guess)
{
  for (const Case& the_case : catalogue::load_catalogue(kData)) {
    if (the_case.refusal_expected) continue;
    for (int j = 0; j < the_case.n; ++j) {
      if (the_case.fixed[j])
        BOOST_TEST(std::abs(the_case.guess_y[j] - the_case.consistent_y[j]) <= 1e-15, the_case.name);
      if (the_case.fixed_derivatives[j])
        BOOST_TEST(std::abs(the_case.guess_yp[j] - the_case.consistent_yp[j]) <= 1e-15, the_case.name);
    }
  }
}

// J(cj) e_j against central differences of fourth order of the residual along (e_j, cj e_j).
BOOST_AUTO_TEST_CASE(every_jacobian_is_the_derivative_of_its_residual)
{
  const json points = transcription_points();
  constexpr double cj = 1.5;
  for (const Case& the_case : catalogue::load_catalogue(kData)) {
    const json& point = points.at(the_case.name).at("points").at(0);
    const double t = point.at("t");
    const Values y = point.at("y"), yp = point.at("yp"), magnitude = point.at("magnitude");
    const int n = the_case.n;
    Values jacobian(n * n);
    the_case.jacobian(n, t, cj, y.data(), yp.data(), jacobian.data());
    for (int j = 0; j < n; ++j) {
      const double step = 1e-5 * std::max(std::abs(y[j]), 1e-3);
      const auto displaced = [&](double steps) {
        Values y_there = y, yp_there = yp;
        y_there[j] += steps * step;
        yp_there[j] += cj * steps * step;
        return residual_of(the_case, t, y_there, yp_there);
      };
      const Values up = displaced(1), down = displaced(-1), far_up = displaced(2), far_down = displaced(-2);
      for (int i = 0; i < n; ++i) {
        const double difference = (8 * (up[i] - down[i]) - (far_up[i] - far_down[i])) / (12 * step);
        const double error = std::abs(jacobian[j * n + i] - difference);
        BOOST_TEST(error <= 1e-6 * std::abs(difference) + 1e-12 * magnitude[i] / step,
                   the_case.name << ": dF" << i << "/dy" << j << " is " << jacobian[j * n + i] << " instead of "
                                 << difference);
      }
    }
  }
}
