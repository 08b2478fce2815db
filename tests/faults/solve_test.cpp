/// Every fault that IDACISolve can meet: a documented flag with a message and nothing changed, or the right values.
#include <boost/test/unit_test.hpp>

#include "faults/trial.hpp"

namespace {

using faults::Callee;
using faults::MatrixKind;
using faults::Misdeed;
using faults::Setting;
using faults::Trial;

constexpr Misdeed all_misdeeds[] = {Misdeed::recoverable,   Misdeed::unrecoverable, Misdeed::not_a_number,
                                    Misdeed::infinity,      Misdeed::untouched,     Misdeed::exception,
                                    Misdeed::odd_exception, Misdeed::bad_alloc,     Misdeed::other_pattern};

void try_misdeeds(Trial& trial, Callee callee, int most_calls)
{
  trial.with(faults::faults_of(callee, all_misdeeds, trial.counts(), most_calls));
}

void try_failing_sites(Trial& trial, int most_calls)
{
  trial.with(faults::faults_of_system(trial.counts(), most_calls));
}

/// Without any fault the method asked for solves the problem.
bool serves(const catalogue::Case& the_case, const Setting& setting)
{
  faults::Session session(the_case, setting);
  return session.begin() == IDACI_SUCCESS && IDACISolve(session.handle()) == IDACI_SUCCESS;
}

/// Returns how many problems the method solves.
int try_everything(const Setting& setting, int most_calls)
{
  int served = 0;
  for (const catalogue::Case& the_case : faults::problems()) {
    if (!serves(the_case, setting)) continue;
    ++served;
    Trial trial(the_case, setting);
    try_misdeeds(trial, Callee::residual, most_calls);
    try_misdeeds(trial, Callee::jacobian, most_calls);
    try_failing_sites(trial, 4 * most_calls);
  }
  return served;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults_during_a_solve)

BOOST_AUTO_TEST_CASE(a_residual_may_fail_at_any_call_in_any_way)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    Trial trial(the_case, {});
    if (trial.usable()) try_misdeeds(trial, Callee::residual, 24);
  }
}

BOOST_AUTO_TEST_CASE(a_jacobian_may_fail_at_any_call_in_any_way)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    for (const MatrixKind kind : {MatrixKind::dense, MatrixKind::sparse}) {
      Trial trial(the_case, {.jacobian = kind});
      if (trial.usable()) try_misdeeds(trial, Callee::jacobian, 6);
    }
  }
}

BOOST_AUTO_TEST_CASE(extra_conditions_may_fail_at_any_call_in_any_way)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    if (the_case.name != "pendulum_index3" && the_case.name != "pendulum_index1") continue;
    Trial trial(the_case, {.condition = true});
    if (trial.usable()) try_misdeeds(trial, Callee::conditions, 4);
  }
}

BOOST_AUTO_TEST_CASE(memory_sundials_and_klu_may_fail_at_any_call)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    Trial trial(the_case, {});
    if (trial.usable()) try_failing_sites(trial, 400);
  }
}

/// The automatic choice takes step by step for most of the problems.
BOOST_AUTO_TEST_CASE(everything_may_fail_in_the_other_methods_too)
{
  using enum MatrixKind;
  BOOST_TEST(try_everything({.jacobian = dense, .method = IDACI_IMPULSE, .solver_of_ida = true}, 8) >= 8);
  BOOST_TEST(try_everything({.method = IDACI_IMPULSE, .solver_of_ida = true}, 8) >= 8);
  BOOST_TEST(try_everything({.jacobian = sparse, .method = IDACI_IMPULSE}, 8) >= 8);
  BOOST_TEST(try_everything({.jacobian = dense, .method = IDACI_LEAST_SQUARES}, 1) >= 10);
}

/// The last allocations come when the values are ready.
BOOST_AUTO_TEST_CASE(memory_may_end_at_any_call_of_the_method_impulse)
{
  constexpr int all = 100000;
  for (const catalogue::Case& the_case : faults::problems()) {
    if (the_case.name != "pendulum_index2") continue;
    Trial trial(the_case, {.jacobian = MatrixKind::dense, .method = IDACI_IMPULSE, .solver_of_ida = true});
    if (trial.usable()) try_failing_sites(trial, all);
    Trial without_solver(the_case, {.jacobian = MatrixKind::sparse, .method = IDACI_IMPULSE});
    if (without_solver.usable()) try_failing_sites(without_solver, all);
  }
}

BOOST_AUTO_TEST_CASE(a_given_sparsity_may_be_wrong_at_any_place)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    Trial trial(the_case, {});
    if (trial.usable()) trial.with_wrong_sparsity();
  }
}

BOOST_AUTO_TEST_SUITE_END()
