/// The user's monitor: what it is told, and that its end at any call leaves everything as it was.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <stdexcept>

#include "faults/session.hpp"
#include "faults/trial.hpp"

namespace {

using faults::Session;
using faults::Snapshot;

/// Counts its calls and asks for the end at one of them.
struct Watcher
{
  int calls = 0, end_at = 0, highest_stage = -100;
  bool throws = false, finite = true, counts_on = true;
  int last_stage = 100, last_iteration = -1;

  static int watch(int stage, int iteration, sunrealtype residual_norm, void* data)
  {
    auto& self = *static_cast<Watcher*>(data);
    ++self.calls;
    self.highest_stage = std::max(self.highest_stage, stage);
    self.finite = self.finite && std::isfinite(residual_norm) && residual_norm >= 0;
    const bool next = stage == self.last_stage && iteration == self.last_iteration + 1;
    self.counts_on = self.counts_on && (next || iteration == 0);
    self.last_stage = stage;
    self.last_iteration = iteration;
    if (self.calls != self.end_at) return 0;
    if (self.throws) throw std::runtime_error("enough");
    return 7;
  }
};

struct Watched
{
  const char* problem;
  IDACIMethod method;
};
// Step by step with and without KINSOL, held components that merge stages, least squares, and impulse.
constexpr Watched watched[] = {{"pendulum_index3", IDACI_STEP_BY_STEP},
                               {"exothermic_reactor", IDACI_STEP_BY_STEP},
                               {"ivp/chemical_akzo", IDACI_AUTO},
                               {"pendulum_index2", IDACI_LEAST_SQUARES},
                               {"arevalo_5_2", IDACI_AUTO},
                               {"pendulum_index3", IDACI_IMPULSE},
                               {"exothermic_reactor", IDACI_IMPULSE}};

const catalogue::Case& watched_problem(const std::string& name)
{
  for (const catalogue::Case& the_case : faults::problems()) {
    if (the_case.name == name) return the_case;
  }
  throw std::invalid_argument(name);
}

/// One solve with this monitor, or the check of it.
template <class Call>
int call_watched(Session& session, IDACIMethod method, Watcher& watcher, Call call)
{
  BOOST_TEST_REQUIRE(session.begin() == IDACI_SUCCESS);
  BOOST_TEST_REQUIRE(IDACISetMethod(session.handle(), method) == IDACI_SUCCESS);
  if (method == IDACI_IMPULSE) BOOST_TEST_REQUIRE(session.use_solver_of_ida() == IDACI_SUCCESS);
  BOOST_TEST_REQUIRE(IDACISetMonitorFn(session.handle(), Watcher::watch, &watcher) == IDACI_SUCCESS);
  return call(session.handle());
}

void check_end_at_every_call(const Watched& run)
{
  BOOST_TEST_CONTEXT(run.problem)
  {
    const catalogue::Case& the_case = watched_problem(run.problem);
    Watcher undisturbed;
    Session reference(the_case, {});
    const int flag = call_watched(reference, run.method, undisturbed, IDACISolve);
    BOOST_TEST(flag == IDACI_SUCCESS, IDACIGetLastMessage(reference.handle()));
    BOOST_TEST(undisturbed.calls > 1);
    BOOST_TEST(undisturbed.highest_stage <= 1);
    BOOST_TEST(undisturbed.finite);
    BOOST_TEST(undisturbed.counts_on);
    for (int k = 1; k <= undisturbed.calls; ++k) {
      Watcher watcher;
      watcher.end_at = k;
      watcher.throws = k % 2 == 0;
      Session session(the_case, {});
      const Snapshot before = session.snapshot();
      BOOST_TEST(call_watched(session, run.method, watcher, IDACISolve) == IDACI_CANCELLED);
      BOOST_TEST(watcher.calls == k);
      BOOST_TEST((session.snapshot() == before), "changed by an end at call " << k);
      const std::string message = IDACIGetLastMessage(session.handle());
      BOOST_TEST(message.find("IDACISetMonitorFn") != std::string::npos, message);
      if (k != 1) continue;
      BOOST_TEST(IDACISetMonitorFn(session.handle(), nullptr, nullptr) == IDACI_SUCCESS);
      BOOST_TEST(IDACISolve(session.handle()) == IDACI_SUCCESS);
      BOOST_TEST(watcher.calls == k);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(monitor)

BOOST_AUTO_TEST_CASE(an_end_at_any_iteration_leaves_vectors_and_ida_memory_as_they_were)
{
  for (const Watched& run : watched) check_end_at_every_call(run);
}

BOOST_AUTO_TEST_CASE(a_check_can_be_ended_too)
{
  Watcher watcher;
  watcher.end_at = 2;
  Session session(watched_problem("pendulum_index3"), {});
  const Snapshot before = session.snapshot();
  BOOST_TEST(call_watched(session, IDACI_AUTO, watcher, IDACICheck) == IDACI_CANCELLED);
  BOOST_TEST((session.snapshot() == before));
}

BOOST_AUTO_TEST_CASE(a_projection_is_watched_and_ended_at_every_sweep)
{
  for (int k = 1;; ++k) {
    Watcher watcher;
    Session session(watched_problem("pendulum_index3"), {});
    BOOST_TEST_REQUIRE(call_watched(session, IDACI_AUTO, watcher, IDACISolve) == IDACI_SUCCESS);
    session.y()[0] += 1e-6;
    const Snapshot before = session.snapshot();
    watcher = {};
    watcher.end_at = k;
    const int flag = IDACIProject(session.handle(), 0, session.y_vector(), session.yp_vector());
    if (watcher.calls < k) {
      BOOST_TEST(flag == IDACI_SUCCESS);
      BOOST_TEST(k > 4);
      return;
    }
    BOOST_TEST(flag == IDACI_CANCELLED);
    BOOST_TEST((session.snapshot() == before));
  }
}

BOOST_AUTO_TEST_SUITE_END()
