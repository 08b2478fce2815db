/// Faults while error control is attached, and while IDA steps with it.
#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "faults/trial.hpp"

namespace {

using faults::Callee;
using faults::Misdeed;
using faults::Session;
using faults::Site;
using Step = std::function<void(Session&)>;

const catalogue::Case& problem_named(const std::string& name)
{
  const auto& all = faults::problems();
  return *std::find_if(all.begin(), all.end(), [&](const catalogue::Case& one) { return one.name == name; });
}

struct Counts
{
  long faults = 0, failures = 0, exceptions = 0, successes = 0;
};

/// Attaches error control while something fails. Nothing: everything is as it should be.
std::optional<std::string> attach(const catalogue::Case& the_case, const Step& disturb, Counts& counts)
{
  Session session(the_case, {});
  if (session.begin() != IDACI_SUCCESS || IDACISolve(session.handle()) != IDACI_SUCCESS) return "no start";
  const faults::Snapshot before = session.snapshot();
  disturb(session);
  const int flag = IDACIAttachErrorControl(session.handle());
  faults::disarm();
  session.fail_clones(0, false);
  ++counts.faults;
  ++(flag == IDACI_SUCCESS ? counts.successes : counts.failures);
  const std::string bad_answer = faults::complaint_about_answer(session.handle(), flag);
  if (!bad_answer.empty()) return bad_answer;
  if (flag != IDACI_SUCCESS && !(session.snapshot() == before)) return "IDA's memory has changed";
  if (flag != IDACI_SUCCESS && IDACIAttachErrorControl(session.handle()) != IDACI_SUCCESS) return "no second try";
  sunrealtype t = 0;
  const int stepped =
      IDASolve(session.ida(), the_case.t0 + 1e-3, &t, session.y_vector(), session.yp_vector(), IDA_NORMAL);
  if (stepped != IDA_SUCCESS) return fmt::format("IDASolve returns {}", stepped);
  return {};
}

/// Integrates over a short time with error control while something fails.
struct Integration
{
  int flag = 0;
  bool threw = false;
  long residual_calls = 0, weight_calls = 0, allocations = 0;
  std::vector<double> y;
};

Integration integrate(const catalogue::Case& the_case, const Step& disturb, bool own_weights = false)
{
  constexpr double duration = 0.05;
  Integration result;
  Session session(the_case, {.own_weights = own_weights});
  BOOST_REQUIRE(session.begin() == IDACI_SUCCESS);
  BOOST_REQUIRE(IDACISolve(session.handle()) == IDACI_SUCCESS);
  BOOST_REQUIRE(IDACIAttachErrorControl(session.handle()) == IDACI_SUCCESS);
  if (own_weights) session.model().scale_weights_by(session.handle());
  session.model().follow({});
  disturb(session);
  sunrealtype t = 0;
  try {
    result.flag =
        IDASolve(session.ida(), the_case.t0 + duration, &t, session.y_vector(), session.yp_vector(), IDA_NORMAL);
  } catch (...) {
    result.threw = true;  // through IDA, from its own call of the residual
  }
  result.residual_calls = session.model().calls(Callee::residual);
  result.weight_calls = session.model().calls(Callee::weights);
  result.allocations = faults::calls(Site::allocation);
  faults::disarm();
  result.y.assign(session.y().begin(), session.y().end());
  return result;
}

/// Whether IDA's answer is one that its user can go on with.
std::optional<std::string> judge(const catalogue::Case& the_case, const Integration& found, const Integration& expected)
{
  if (found.threw) return {};
  if (found.flag < 0) {
    char* name = IDAGetReturnFlagName(found.flag);
    const std::string text = name;
    std::free(name);
    return text == "NONE" ? std::optional<std::string>("unknown flag") : std::nullopt;
  }
  constexpr double tolerance = 1e-3;
  for (std::size_t j = 0; j < found.y.size(); ++j) {
    const double allowed = tolerance * std::max(the_case.scale_y[j], std::abs(expected.y[j]));
    if (!(std::abs(found.y[j] - expected.y[j]) <= allowed)) {
      return fmt::format("{} is {} instead of {}", the_case.variables[j], found.y[j], expected.y[j]);
    }
  }
  return {};
}

const std::vector<std::string> integrated = {"pendulum_index3", "pendulum_index2", "contact_multibody", "mna_index2"};

/// Every way in which the callee can say that it fails, at calls of an integration over a short time.
void try_misdeeds(Callee callee)
{
  Counts counts;
  const bool own_weights = callee == Callee::weights;
  for (const std::string& name : integrated) {
    const catalogue::Case& the_case = problem_named(name);
    const Integration expected = integrate(
        the_case, [](Session&) {}, own_weights);
    BOOST_TEST(expected.flag == IDA_SUCCESS);
    const long calls = own_weights ? expected.weight_calls : expected.residual_calls;
    BOOST_TEST(calls > 0);
    for (const long call : faults::sample(calls, 60)) {
      for (const Misdeed misdeed : {Misdeed::recoverable, Misdeed::unrecoverable, Misdeed::not_a_number,
                                    Misdeed::infinity, Misdeed::exception, Misdeed::odd_exception}) {
        const Integration found = integrate(
            the_case,
            [&](Session& session) {
              session.model().follow({callee, misdeed, call, false});
            },
            own_weights);
        ++counts.faults;
        counts.exceptions += found.threw ? 1 : 0;
        ++(found.flag < 0 ? counts.failures : counts.successes);
        const auto complaint = judge(the_case, found, expected);
        BOOST_TEST(!complaint, name << ", callee " << static_cast<int>(callee) << ", misdeed "
                                    << static_cast<int>(misdeed) << ", call " << call << ": "
                                    << complaint.value_or(""));
      }
    }
  }
  fmt::print("IDASolve: {} faults, {} ended with a flag, {} with the exception of the function, {} integrated\n",
             counts.faults, counts.failures, counts.exceptions, counts.successes - counts.exceptions);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(faults_of_error_control)

BOOST_AUTO_TEST_CASE(attaching_may_fail_at_any_allocation_and_clone_and_leaves_ida_as_it_was)
{
  Counts counts;
  for (const std::string& name : integrated) {
    const catalogue::Case& the_case = problem_named(name);
    for (const Site site : {Site::allocation, Site::sundials}) {
      long calls = 1;
      for (long call = 1; call <= calls; ++call) {
        const auto complaint = attach(
            the_case, [&](Session&) { faults::arm(site, call, false); }, counts);
        calls = std::max(calls, faults::calls(site));
        BOOST_TEST(!complaint,
                   name << ", site " << static_cast<int>(site) << ", call " << call << ": " << complaint.value_or(""));
      }
    }
    constexpr long more_than_all_clones = 24;
    for (long call = 1; call <= more_than_all_clones; ++call) {
      const auto complaint = attach(
          the_case, [&](Session& session) { session.fail_clones(call, true); }, counts);
      BOOST_TEST(!complaint, name << ", clone " << call << ": " << complaint.value_or(""));
    }
  }
  fmt::print("attaching: {} faults, {} refused, {} attached all the same\n", counts.faults, counts.failures,
             counts.successes);
  BOOST_TEST(counts.failures > 0);
}

BOOST_AUTO_TEST_CASE(a_residual_may_fail_at_any_call_of_an_integration)
{
  try_misdeeds(Callee::residual);
}

BOOST_AUTO_TEST_CASE(a_weight_function_may_fail_at_any_call_of_an_integration)
{
  try_misdeeds(Callee::weights);
}

BOOST_AUTO_TEST_CASE(stepping_with_error_control_needs_no_memory)
{
  for (const std::string& name : integrated) {
    const Integration found = integrate(problem_named(name), [](Session& session) {
      IDASetJacFn(session.ida(), nullptr);  // the one of the catalogue needs memory
      faults::arm(Site::allocation, 1, true);
    });
    BOOST_TEST(found.flag == IDA_SUCCESS, name);
    BOOST_TEST(found.allocations == 0, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
