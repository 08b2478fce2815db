#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <sstream>
#include <string>

#include "example_result.hpp"

using namespace ida_consistent_init::report;

namespace {

std::size_t longest_line(const std::string& text)
{
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

/// 200 variables and hidden constraints with names of 60 characters, extreme numbers and long paragraphs.
Result large()
{
  Result result = test::example();
  const std::string base(57, 'n');
  std::vector<std::string> names;
  result.variables.clear();
  for (int j = 0; j < 200; ++j) {
    const double value = (j % 2 == 0 ? -1.0 : 1.0) * 1.23456789e-300 * j;
    names.push_back(base + std::to_string(100 + j));
    result.variables.push_back({.guess = value,
                                .value = value,
                                .derivative_guess = 0,
                                .derivative = -1.23456789e+300,
                                .index = 12,
                                .fixed = true,
                                .derivative_fixed = true,
                                .error_estimate = -1.1e-300,
                                .derivative_error_estimate = std::numeric_limits<double>::quiet_NaN()});
    result.hidden_constraints.push_back({names.back(), 3, -1e-300 * j});
  }
  result.n = 200;
  result.names = {std::move(names), {"circle"}};
  result.stages.push_back({-3, 123456, 123456, 123456, 123456, 1e-300, std::string(80, 'm')});
  for (int word = 0; word < 60; ++word) result.message += "a rather long message ";
  result.messages.push_back(result.message);
  result.reason = result.message;
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(text_report)

BOOST_AUTO_TEST_CASE(the_report_tells_status_method_structure_values_and_work)
{
  const std::string report = text(test::example());
  for (const char* part :
       {"IDACI_SUCCESS (0)", "1 unknowns, t0 = 0.25, method: step by step", "index 2, 3 degrees of freedom", "lam",
        "1.5", "nearest point", "circle", "100 residual", "7 Jacobian evaluations", "5 factorizations", "- first"}) {
    BOOST_TEST(contains(report, part), part << " is missing");
  }
}

BOOST_AUTO_TEST_CASE(no_line_is_longer_than_100_columns)
{
  BOOST_TEST(longest_line(text(test::example())) <= 100U);
  BOOST_TEST(longest_line(text(large())) <= 100U);
}

BOOST_AUTO_TEST_CASE(of_many_variables_those_that_changed_most_are_shown)
{
  Result result = large();
  std::vector<std::string> names(200);
  for (int j = 0; j < 200; ++j) names[j] = "v" + std::to_string(j) + ".";
  result.names = {std::move(names), {}};
  result.variables[137].value = result.variables[137].guess + 1;
  const std::string report = text(result);
  BOOST_TEST(contains(report, "v137."));
  BOOST_TEST(contains(report, "... 160 more"));
}

BOOST_AUTO_TEST_CASE(long_names_are_cut_visibly)
{
  Result result = test::example();
  result.names = {{"voltage_of_the_third_capacitor"}, {}};
  const std::string report = text(result);
  BOOST_TEST(contains(report, "voltage_of_the_t.."));
  BOOST_TEST(!contains(report, "voltage_of_the_th"));
}

BOOST_AUTO_TEST_CASE(a_failure_without_structure_has_no_tables)
{
  Result result;
  result.status = IDACI_RES_FAIL;
  result.message = "The residual failed.";
  const std::string report = text(result);
  BOOST_TEST(contains(report, "IDACI_RES_FAIL (-204)"));
  BOOST_TEST(contains(report, "method: none"));
  BOOST_TEST(contains(report, "The residual failed."));
  BOOST_TEST(!contains(report, "degrees of freedom"));
  BOOST_TEST(!contains(report, "variable"));
  BOOST_TEST(!contains(report, "max |F|"));
}

BOOST_AUTO_TEST_CASE(methods_have_names)
{
  BOOST_TEST(method_name(IDACI_STEP_BY_STEP) == std::string("step by step"));
  BOOST_TEST(method_name(IDACI_LEAST_SQUARES) == std::string("least squares"));
  BOOST_TEST(method_name(IDACI_IMPULSE) == std::string("impulse"));
  BOOST_TEST(method_name(IDACI_AUTO) == std::string("none"));
}

BOOST_AUTO_TEST_CASE(a_word_longer_than_a_line_is_broken)
{
  Result result;
  result.status = IDACI_RES_FAIL;
  result.message = "The equation " + std::string(250, 'n') + " fails.";
  std::istringstream lines(text(result));
  for (std::string line; std::getline(lines, line);) BOOST_TEST(line.size() <= 100U);
}

BOOST_AUTO_TEST_CASE(a_name_is_not_cut_inside_a_character)
{
  Result result;
  const std::string name = "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba";
  result.variables.emplace_back();
  result.names = {{name}, {}};
  const std::string report = text(result);
  BOOST_TEST(contains(report, "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8.."));
  result.names = {{"a" + name}, {}};
  BOOST_TEST(contains(text(result), "a\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7.."));
}

BOOST_AUTO_TEST_SUITE_END()
