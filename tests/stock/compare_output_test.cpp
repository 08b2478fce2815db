#include "compare_output.hpp"

#include <boost/test/unit_test.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

namespace {

const std::string kHeat =
    "prog: heat equation 2D\n"
    "Tolerance parameters:  rtol = 0   atol = 0.001\n"
    "  time       umax     k  nst  nni  nje    h\n"
    " .  .  .  .\n"
    "  0.00   9.75461e-01  0    0    3    2   1.00e-05\n"
    "  0.01   8.24602e-01  2   20   20    9   2.56e-03\n"
    "\n"
    " netf = 0,   ncfn = 0\n";

const std::string kFoodWeb =
    "Number of species ns: 2     Mesh dimensions: 20 x 20\n"
    "  t        bottom-left  top-right    | nst  k      h\n"
    "--------\n"
    "1.00e-03   1.0318e+01   1.0827e+01   |  32  4   1.0823e-04\n"
    "           1.0319e+05   1.0822e+05   |\n"
    "Number of steps                    = 239\n"
    "Number of residual evaluations     = 3339\n";

stock::Comparison compare(const std::string& expected, const std::string& actual,
                          stock::Allowance allowance = stock::Allowance::zeros)
{
  std::istringstream expected_stream(expected);
  std::istringstream actual_stream(actual);
  return stock::compare_outputs(expected_stream, actual_stream, allowance);
}

std::string with(std::string text, const std::string& old_part, const std::string& new_part)
{
  const std::size_t at = text.find(old_part);
  BOOST_REQUIRE(at != std::string::npos);
  return text.replace(at, old_part.size(), new_part);
}

std::size_t differences_after(const std::string& text, const std::string& old_part, const std::string& new_part)
{
  return compare(text, with(text, old_part, new_part)).differences.size();
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_heat_outputs_agree_and_every_number_is_counted)
{
  const stock::Comparison result = compare(kHeat, kHeat);
  BOOST_TEST(result.differences.empty());
  BOOST_TEST(result.values == 2);
  BOOST_TEST(result.steps == 2);
  BOOST_TEST(result.setup == 4);        // two tolerances, two output times
  BOOST_TEST(result.statistics == 10);  // k, nni, nje, h in two rows, netf, ncfn
}

BOOST_AUTO_TEST_CASE(equal_food_web_outputs_agree_and_continued_rows_are_values)
{
  const stock::Comparison result = compare(kFoodWeb, kFoodWeb);
  BOOST_TEST(result.differences.empty());
  BOOST_TEST(result.values == 4);
  BOOST_TEST(result.steps == 2);
  BOOST_TEST(result.setup == 4);       // species, two mesh dimensions, output time
  BOOST_TEST(result.statistics == 3);  // k, h, residual evaluations
}

BOOST_AUTO_TEST_CASE(a_solution_value_off_by_more_than_a_thousandth_is_a_difference)
{
  BOOST_TEST(differences_after(kHeat, "8.24602e-01", "8.25500e-01") == 1U);
  BOOST_TEST(differences_after(kFoodWeb, "1.0822e+05", "1.0834e+05") == 1U);
}

BOOST_AUTO_TEST_CASE(a_solution_value_within_a_thousandth_agrees_and_is_reported)
{
  const stock::Comparison result = compare(kHeat, with(kHeat, "8.24602e-01", "8.24700e-01"));
  BOOST_TEST(result.differences.empty());
  BOOST_TEST(result.value_deviation.deviation == 0.000098 / 0.824602, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(one_unit_of_the_last_printed_digit_is_allowed_where_it_exceeds_a_thousandth)
{
  const std::string coarse = with(kHeat, "8.24602e-01", "1.2e-02");
  BOOST_TEST(compare(coarse, with(coarse, "1.2e-02", "1.3e-02")).differences.empty());
  BOOST_TEST(compare(coarse, with(coarse, "1.2e-02", "1.4e-02")).differences.size() == 1U);
}

BOOST_AUTO_TEST_CASE(values_below_the_printed_absolute_tolerance_are_zeros_to_ida)
{
  const std::string tiny = with(kHeat, "8.24602e-01", "1.20000e-07");
  const stock::Comparison result = compare(tiny, with(tiny, "1.20000e-07", "9.90000e-04"));
  BOOST_TEST(result.differences.empty());
  BOOST_TEST(result.values_by_allowance == 1);
  BOOST_TEST(compare(tiny, with(tiny, "1.20000e-07", "1.00000e-03")).differences.size() == 1U);
}

BOOST_AUTO_TEST_CASE(integration_tolerance_counts_only_if_it_is_allowed)
{
  const std::string near = with(kHeat, "8.24602e-01", "8.25590e-01");
  BOOST_TEST(compare(kHeat, near, stock::Allowance::zeros).differences.size() == 1U);
  const stock::Comparison result = compare(kHeat, near, stock::Allowance::integration);
  BOOST_TEST(result.differences.empty());
  BOOST_TEST(result.values_by_allowance == 1);
  const std::string far = with(kHeat, "8.24602e-01", "8.25610e-01");
  BOOST_TEST(compare(kHeat, far, stock::Allowance::integration).differences.size() == 1U);
}

BOOST_AUTO_TEST_CASE(step_counts_may_differ_by_a_tenth_and_no_more)
{
  BOOST_TEST(differences_after(kHeat, "  20   20", "  22   20") == 0U);
  BOOST_TEST(differences_after(kHeat, "  20   20", "  23   20") == 1U);
  BOOST_TEST(differences_after(kFoodWeb, "= 239", "= 264") == 1U);
}

BOOST_AUTO_TEST_CASE(a_first_step_count_of_zero_must_stay_zero)
{
  BOOST_TEST(differences_after(kHeat, "0    0    3", "0    1    3") == 1U);
}

BOOST_AUTO_TEST_CASE(other_statistics_may_differ)
{
  BOOST_TEST(differences_after(kHeat, "2.56e-03", "1.00e+03") == 0U);
  BOOST_TEST(differences_after(kHeat, "netf = 0", "netf = 7") == 0U);
  BOOST_TEST(differences_after(kFoodWeb, "= 3339", "= 1") == 0U);
}

BOOST_AUTO_TEST_CASE(changed_text_sizes_tolerances_and_times_are_differences)
{
  BOOST_TEST(differences_after(kHeat, "equation", "inequality") == 1U);
  BOOST_TEST(differences_after(kHeat, "atol = 0.001", "atol = 0.002") == 1U);
  BOOST_TEST(differences_after(kHeat, "0.01 ", "0.02 ") == 1U);
  BOOST_TEST(differences_after(kFoodWeb, "20 x 20", "20 x 21") == 1U);
}

BOOST_AUTO_TEST_CASE(a_missing_line_or_word_is_a_difference)
{
  BOOST_TEST(differences_after(kHeat, " netf = 0,   ncfn = 0\n", "") == 1U);
  BOOST_TEST(differences_after(kHeat, " .  .  .  .", " .  .  .") == 1U);
}

BOOST_AUTO_TEST_CASE(not_a_number_is_a_difference)
{
  BOOST_TEST(differences_after(kHeat, "8.24602e-01", "nan") == 1U);
}

BOOST_AUTO_TEST_CASE(rows_that_fit_no_header_are_refused)
{
  BOOST_CHECK_THROW(compare("1.0 2.0\n", "1.0 2.0\n"), std::runtime_error);
  const std::string short_row = with(kHeat, "  2   20   20    9   2.56e-03", "  2   20");
  BOOST_CHECK_THROW(compare(short_row, short_row), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(last_digit_unit_follows_decimals_and_exponent)
{
  BOOST_TEST(stock::last_digit_unit("1.234e-04") == 1e-7, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(stock::last_digit_unit("0.25") == 1e-2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(stock::last_digit_unit("12") == 1.0, boost::test_tools::tolerance(1e-12));
}
