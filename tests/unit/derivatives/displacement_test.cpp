#include "ida_consistent_init/derivatives/displacement.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

using ida_consistent_init::derivatives::displacement;

namespace {

nlohmann::json table()
{
  std::ifstream file(std::string(IDACI_TEST_DATA) + "/trajectory_control.json");
  return nlohmann::json::parse(file).at("table");
}

/// value agrees with a number that is printed with so many significant digits: within half a unit of the last one.
void check_digits(double value, const nlohmann::json& printed, int digits)
{
  const double reference = std::stod(printed.get<std::string>());
  const double unit = std::pow(10.0, std::floor(std::log10(reference)) - digits + 1);
  BOOST_TEST(std::abs(value - reference) <= 0.5 * unit, value << " is printed as " << reference);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(displacements)

/// The paper prints three digits, from eps = 1e-15 and Gamma = 1e-5.
BOOST_AUTO_TEST_CASE(equation_28_gives_the_displacements_of_table_2)
{
  const nlohmann::json rows = table().at("paper_table_2_relative_errors");
  BOOST_REQUIRE(rows.size() == 3U);
  for (const auto& row : rows) {
    const int order = row.at("order");
    check_digits(displacement(1, order, 1e-5, 1e-15), row.at("h1"), 3);
    check_digits(displacement(2, order, 1e-5, 1e-15), row.at("h2"), 3);
  }
}

BOOST_AUTO_TEST_CASE(equation_28_gives_the_recomputed_displacements_for_both_roundoffs)
{
  const nlohmann::json runs = table().at("recomputed_float64");
  for (const auto& [text, eps] : {std::pair{"1e-15", 1e-15}, std::pair{"2.2e-16", 2.2e-16}}) {
    for (int order = 1; order <= 3; ++order) {
      const auto& run =
          runs.at(std::string("rad_state_deg_constraint eps=") + text + " order " + std::to_string(order));
      check_digits(displacement(1, order, 1e-5, eps), run.at("h1"), 4);
      check_digits(displacement(2, order, 1e-5, eps), run.at("h2"), 4);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_sign_of_the_scale_does_not_matter)
{
  BOOST_TEST(displacement(2, 4, -3.0, 1e-16) == displacement(2, 4, 3.0, 1e-16));
}

BOOST_AUTO_TEST_SUITE_END()
