// Every case of the catalogue through the C API, against its reference.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "catalogue/case.hpp"
#include "gallery/solve_case.hpp"
#include "selection.hpp"

namespace {

using catalogue::Case;
using catalogue_test::hides_from_constant_sums;
using catalogue_test::is_solvable_at_once;
using catalogue_test::is_solvable_automatically;
using catalogue_test::is_solvable_step_by_step;
using catalogue_test::structure_misleads;
using gallery::Answer;
using gallery::Settings;

// Within 1e-6, or within what the library itself says where differences of a third derivative give less.
void check_derivatives(const Case& the_case, const Answer& answer)
{
  for (int j = 0; j < the_case.n; ++j) {
    const double reference = the_case.consistent_yp[j];
    if (std::isnan(reference) || !answer.derivative_determined[j]) continue;
    const double allowed = std::max(1e-6 * std::max(the_case.scale_yp[j], std::abs(reference)), answer.yp_error[j]);
    BOOST_TEST(std::abs(answer.yp[j] - reference) <= allowed,
               the_case.variables[j] << "' is wrong by " << answer.yp[j] - reference);
  }
  BOOST_TEST(gallery::error_in_yp(the_case, answer) <= 1e-5);
}

void check_values(const Case& the_case, const Answer& answer)
{
  BOOST_TEST(answer.flag == IDACI_SUCCESS, answer.flag_name << ": " << answer.message);
  if (answer.flag != IDACI_SUCCESS) return;
  BOOST_TEST(gallery::error_in_y(the_case, answer) <= 1e-7);
  check_derivatives(the_case, answer);
  for (int j = 0; j < the_case.n; ++j) {
    if (the_case.fixed[j]) BOOST_TEST(answer.y[j] == the_case.guess_y[j]);
    if (the_case.fixed_derivatives[j]) BOOST_TEST(answer.yp[j] == the_case.guess_yp[j]);
  }
}

void check_against_reference(const Case& the_case, const Answer& answer)
{
  check_values(the_case, answer);
  if (answer.flag != IDACI_SUCCESS) return;
  if (the_case.structural_index >= 0) BOOST_TEST(answer.index == the_case.structural_index);
  if (the_case.dof >= 0) BOOST_TEST(answer.dof == the_case.dof);
}

/// Ranks see the differentiation index, also where structure misleads.
void check_against_true_index(const Case& the_case, const Answer& answer)
{
  check_values(the_case, answer);
  if (answer.flag != IDACI_SUCCESS) return;
  if (the_case.differentiation_index >= 0) BOOST_TEST(answer.index == the_case.differentiation_index);
  if (the_case.dof >= 0) BOOST_TEST(answer.dof == the_case.dof);
}

void check_refused_and_untouched(const Case& the_case, const Answer& answer)
{
  BOOST_TEST(answer.flag < 0);
  BOOST_TEST(!answer.message.empty());
  BOOST_TEST(answer.y == the_case.guess_y, boost::test_tools::per_element());
  BOOST_TEST(answer.yp == the_case.guess_yp, boost::test_tools::per_element());
}

template <class Selects, class Check>
void for_each_case(Selects selects, const Settings& settings, Check check)
{
  int selected = 0;
  for (const Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    if (!selects(the_case)) continue;
    ++selected;
    BOOST_TEST_CONTEXT("case " << the_case.name) check(the_case, gallery::solve_case(the_case, settings));
  }
  BOOST_TEST(selected > 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(step_by_step_finds_every_reference_from_the_residual_alone)
{
  for_each_case(is_solvable_step_by_step, {IDACI_STEP_BY_STEP, false}, check_against_reference);
}

BOOST_AUTO_TEST_CASE(step_by_step_finds_every_reference_with_the_exact_jacobian)
{
  for_each_case(is_solvable_step_by_step, {IDACI_STEP_BY_STEP, true}, check_against_reference);
}

BOOST_AUTO_TEST_CASE(least_squares_finds_every_reference_without_structure)
{
  for_each_case(is_solvable_at_once, {IDACI_LEAST_SQUARES, false}, check_against_true_index);
}

BOOST_AUTO_TEST_CASE(the_automatic_choice_finds_every_reference)
{
  for_each_case(is_solvable_automatically, {IDACI_AUTO, false}, check_values);
  for_each_case(is_solvable_automatically, {IDACI_AUTO, true}, check_values);
}

BOOST_AUTO_TEST_CASE(least_squares_and_step_by_step_agree_within_their_error_estimates)
{
  for (const Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    if (!is_solvable_step_by_step(the_case) || !is_solvable_at_once(the_case)) continue;
    const Answer stages = gallery::solve_case(the_case, {IDACI_STEP_BY_STEP, false});
    const Answer at_once = gallery::solve_case(the_case, {IDACI_LEAST_SQUARES, false});
    BOOST_TEST_CONTEXT("case " << the_case.name)
    {
      BOOST_TEST(stages.flag == IDACI_SUCCESS, stages.message);
      BOOST_TEST(at_once.flag == IDACI_SUCCESS, at_once.message);
      if (stages.flag != IDACI_SUCCESS || at_once.flag != IDACI_SUCCESS) continue;
      for (int j = 0; j < the_case.n; ++j) {
        const double allowed = 1e-9 * (1 + std::abs(stages.y[j])) + 10 * (stages.y_error[j] + at_once.y_error[j]);
        BOOST_TEST(std::abs(stages.y[j] - at_once.y[j]) <= allowed, the_case.variables[j]);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(cases_without_a_consistent_point_are_refused_and_left_untouched)
{
  for_each_case([](const Case& the_case) { return the_case.refusal_expected; }, {IDACI_STEP_BY_STEP, false},
                check_refused_and_untouched);
}

BOOST_AUTO_TEST_CASE(sums_of_equations_show_the_index_that_single_equations_hide)
{
  const auto sums_help = [](const Case& the_case) {
    return structure_misleads(the_case) && !hides_from_constant_sums(the_case);
  };
  for_each_case(sums_help, {IDACI_STEP_BY_STEP, false}, check_against_true_index);
  for_each_case(sums_help, {IDACI_STEP_BY_STEP, true}, check_against_true_index);
}

BOOST_AUTO_TEST_CASE(step_by_step_points_to_least_squares_where_sums_do_not_help)
{
  for_each_case(hides_from_constant_sums, {IDACI_STEP_BY_STEP, false}, [](const Case& the_case, const Answer& answer) {
    check_refused_and_untouched(the_case, answer);
    BOOST_TEST(answer.message.find("least squares") != std::string::npos, answer.message);
  });
}
