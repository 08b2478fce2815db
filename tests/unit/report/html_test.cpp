#include <boost/test/unit_test.hpp>
#include <numeric>

#include "example_result.hpp"

namespace derivatives = ida_consistent_init::derivatives;
using namespace ida_consistent_init::report;

namespace {

bool has(const std::string& page, const std::string& part)
{
  return page.find(part) != std::string::npos;
}

/// n variables in blocks of two, each equation with y of its own block and y' of the block before.
Result chain_of_blocks(int n)
{
  Result result;
  result.n = n;
  result.solved = true;
  Incidence& incidence = result.incidence;
  derivatives::Occurrence occurrence{{n, {0}, {}}, {}, {}};
  for (int i = 0; i < n; ++i) {
    result.variables.push_back({.guess = 1, .value = 1 + 1e-3 * i, .index = i % 5});
    result.equations.push_back({0, 0});
    for (int j = std::max(0, i - i % 2 - 1); j < std::min(n, i - i % 2 + 2); ++j) {
      occurrence.sparsity.column.push_back(j);
      occurrence.of_y.push_back(1);
      occurrence.of_yp.push_back(j < i - i % 2 ? 1 : 0);
      incidence.in_system_jacobian.push_back(1);
    }
    occurrence.sparsity.row_start.push_back(occurrence.sparsity.entries());
    if (i % 2 == 0) incidence.block_start.push_back(i);
  }
  incidence.occurrence = std::make_shared<const derivatives::Occurrence>(std::move(occurrence));
  incidence.block_start.push_back(n);
  incidence.equation_at.resize(n);
  std::iota(incidence.equation_at.begin(), incidence.equation_at.end(), 0);
  incidence.variable_at = incidence.equation_at;
  return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_report)

BOOST_AUTO_TEST_CASE(a_page_shows_values_constraints_stages_and_their_residual_history)
{
  Result result = test::example();
  result.stages[0].history = {1, 1e-3, 0};
  const std::string page = html(result);
  for (const char* part : {"IDACI_SUCCESS", "Before and after", "Hidden constraints", "circle", "Residual history",
                           "nearest point", "<td class=\"n\">1.5</td>", "polyline", "<li>second</li>"}) {
    BOOST_TEST(has(page, part), part);
  }
  BOOST_TEST(!has(page, "Incidence"));
}

BOOST_AUTO_TEST_CASE(names_cannot_break_the_page)
{
  Result result = test::example();
  result.names = {{"<b>&\"x\x01"}, {"circle"}};
  result.message = "a < b";
  const std::string page = html(result);
  BOOST_TEST(has(page, "&lt;b&gt;&amp;&quot;x <"));
  BOOST_TEST(has(page, "a &lt; b"));
  BOOST_TEST(!has(page, "<b>"));
}

BOOST_AUTO_TEST_CASE(a_failure_before_anything_is_known_still_makes_a_page)
{
  Result result;
  result.status = IDACI_RES_FAIL;
  result.message = "The residual failed.";
  const std::string page = html(result);
  BOOST_TEST(has(page, "IDACI_RES_FAIL"));
  BOOST_TEST(has(page, "The residual failed."));
  BOOST_TEST(page.ends_with("</html>\n"));
}

BOOST_AUTO_TEST_CASE(small_systems_have_names_and_blocks_in_the_picture)
{
  const std::string page = html(chain_of_blocks(6));
  BOOST_TEST(has(page, "3 blocks"));
  BOOST_TEST(has(page, "block of 2: y[2], y[3]"));
  BOOST_TEST(has(page, ">F[5]</text>"));
}

BOOST_AUTO_TEST_CASE(without_structure_the_picture_keeps_the_order_of_the_model)
{
  Result result = chain_of_blocks(6);
  result.incidence.equation_at.clear();
  result.incidence.variable_at.clear();
  result.incidence.block_start.clear();
  result.incidence.in_system_jacobian.clear();
  BOOST_TEST(has(html(result), "structure is unknown"));
}

BOOST_AUTO_TEST_CASE(thousands_of_unknowns_have_a_mark_for_each_entry)
{
  const std::string page = html(chain_of_blocks(2000));
  // The two entries of the last equation's own block, one run.
  BOOST_TEST(has(page, "M1998 1999h2"));
  BOOST_TEST(page.size() < 400'000U);
}

BOOST_AUTO_TEST_CASE(large_systems_are_condensed)
{
  const std::string page = html(chain_of_blocks(20000));
  BOOST_TEST(has(page, "Condensed to 200 x 200 cells"));
  BOOST_TEST(has(page, "the next 300 of 20000"));
  BOOST_TEST(has(page, "y[19999]<"));
  BOOST_TEST(page.size() < 400'000U);
}

BOOST_AUTO_TEST_CASE(the_id_vector_names_what_occurs_without_derivative)
{
  Result result = chain_of_blocks(3);
  BOOST_TEST(id_advice(result).starts_with("0 for all"));
  result.variables[0].derivative_occurs = result.variables[2].derivative_occurs = true;
  BOOST_TEST(id_advice(result) == "0 for y[1] (their derivatives occur in no equation), 1 for the others");
  result.variables[1].derivative_occurs = true;
  BOOST_TEST(id_advice(result).starts_with("1 for all"));
  BOOST_TEST(id_advice(Result{}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
