// IDACICheck over the catalogue: the reference is accepted, every inconsistent guess is rejected, no bit changes.
#include <ida_consistent_init/ida_consistent_init.hpp>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "catalogue/case.hpp"
#include "selection.hpp"

namespace {

using catalogue::Case;
using ida_consistent_init::ConstSpan;
using ida_consistent_init::Solver;
using ida_consistent_init::Span;

std::vector<double> without_nan(std::vector<double> values)
{
  for (double& value : values) {
    if (std::isnan(value)) value = 0;  // a derivative that occurs in no equation
  }
  return values;
}

int check(const Case& the_case, const std::vector<double>& y, const std::vector<double>& yp)
{
  Solver solver(
      y, yp, [&](double t, ConstSpan a, ConstSpan b, Span r) { the_case.residual(t, a.data(), b.data(), r.data()); },
      the_case.t0);
  const int flag = IDACICheck(solver.handle());
  BOOST_TEST(std::vector<double>(solver.y().begin(), solver.y().end()) == y, boost::test_tools::per_element());
  BOOST_TEST(std::vector<double>(solver.yp().begin(), solver.yp().end()) == yp, boost::test_tools::per_element());
  if (flag == IDACI_INCONSISTENT) BOOST_TEST(!solver.message().empty());
  return flag;
}

// Some public reports start from values that are consistent already, or too nearly so to be told apart.
bool guess_is_the_reference(const Case& the_case)
{
  for (int j = 0; j < the_case.n; ++j) {
    if (std::abs(the_case.guess_y[j] - the_case.consistent_y[j]) > 1e-9 * the_case.scale_y[j]) return false;
    if (std::abs(the_case.guess_yp[j] - the_case.consistent_yp[j]) > 1e-9 * the_case.scale_yp[j]) return false;
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(references_are_accepted_and_inconsistent_guesses_rejected)
{
  int judged = 0;
  int rejected = 0;
  for (const Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    if (!catalogue_test::is_solvable_step_by_step(the_case)) continue;
    BOOST_TEST_CONTEXT("case " << the_case.name)
    {
      ++judged;
      BOOST_TEST(check(the_case, the_case.consistent_y, without_nan(the_case.consistent_yp)) == IDACI_SUCCESS);
      if (guess_is_the_reference(the_case)) continue;
      ++rejected;
      BOOST_TEST(check(the_case, the_case.guess_y, the_case.guess_yp) == IDACI_INCONSISTENT);
    }
  }
  BOOST_TEST(judged >= 60);
  BOOST_TEST(rejected >= 55);
}
