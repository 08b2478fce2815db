/// The header's bound on the calls of the residual, over the catalogue.
#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "catalogue/case.hpp"
#include "faults/session.hpp"

namespace {

/// As ida_consistent_init.h states it with IDACISetMaxIters.
double most_calls(int iterations, int max_index, int n)
{
  return 200.0 * (iterations + 10) * (max_index + 2) * (n + 20);
}

/// Of larger systems least squares takes long, and the dense differences of impulse many calls.
constexpr int largest_for_all_methods = 6;

/// The share of the bound that one solve takes, whatever its outcome.
double share_taken(const catalogue::Case& the_case, IDACIMethod method, int iterations, int max_index)
{
  faults::Session session(the_case, {});
  BOOST_TEST_REQUIRE(session.begin() == IDACI_SUCCESS);
  BOOST_TEST_REQUIRE(IDACISetMethod(session.handle(), method) == IDACI_SUCCESS);
  BOOST_TEST_REQUIRE(IDACISetMaxIters(session.handle(), iterations) == IDACI_SUCCESS);
  BOOST_TEST_REQUIRE(IDACISetMaxIndex(session.handle(), max_index) == IDACI_SUCCESS);
  if (method == IDACI_IMPULSE) BOOST_TEST_REQUIRE(session.use_solver_of_ida() == IDACI_SUCCESS);
  IDACISolve(session.handle());
  const auto calls = static_cast<double>(session.model().calls(faults::Callee::residual));
  BOOST_TEST(calls > 0);
  return calls / most_calls(iterations, max_index, the_case.n);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bounded_work)

BOOST_AUTO_TEST_CASE(no_solve_of_the_catalogue_comes_near_the_bound_on_residual_calls)
{
  constexpr double far_from_it = 0.1;
  double largest = 0;
  for (const catalogue::Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    for (const IDACIMethod method : {IDACI_AUTO, IDACI_LEAST_SQUARES, IDACI_IMPULSE}) {
      if (method != IDACI_AUTO && the_case.n > largest_for_all_methods) continue;
      for (const int iterations : {1, 50}) {
        const double share = share_taken(the_case, method, iterations, 6);
        BOOST_TEST(share < far_from_it, the_case.name << ": " << share);
        largest = std::max(largest, share);
      }
    }
    BOOST_TEST(share_taken(the_case, IDACI_AUTO, 1, 1) < far_from_it);
  }
  fmt::print("largest share of the bound: {:.4f}\n", largest);
}

BOOST_AUTO_TEST_SUITE_END()
