/// Faults in calls on a handle that has solved its problem before, and goes on from what it knows.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "faults/trial.hpp"

namespace {

using faults::Callee;
using faults::MatrixKind;
using faults::Misdeed;
using faults::Session;
using faults::Setting;
using faults::Site;

struct LaterCall
{
  const char* name;
  int (*call)(Session&);
};

constexpr LaterCall later_calls[] = {
    {"solve",
     [](Session& session) {
       return IDACISolve(session.handle());
     }},
    {"check",
     [](Session& session) {
       return IDACICheck(session.handle());
     }},
    {"project",
     [](Session& session) {
       const double t0 = session.model().the_case().t0;
       return IDACIProject(session.handle(), t0, session.y_vector(), session.yp_vector());
     }},
};

/// What an event does: components that are not held are no longer consistent.
void kick(Session& session)
{
  const catalogue::Case& the_case = session.model().the_case();
  for (int j = 0; j < the_case.n; ++j) {
    if (the_case.fixed[j] == 0) session.y()[j] += 1e-6 * the_case.scale_y[j];
  }
}

/// All faults of one call on one problem.
class LaterTrial
{
 public:
  LaterTrial(const catalogue::Case& the_case, const Setting& setting, const LaterCall& later)
      : the_case_(the_case), setting_(setting), later_(later)
  {
    expected_ = with("no fault", [](Session& session) { session.fail_clones(0, false); });
    faults_ = 0;
    BOOST_TEST(expected_.flag >= 0, later_.name << ", " << the_case_.name << ": " << expected_.flag);
  }
  LaterTrial(const LaterTrial&) = delete;
  LaterTrial& operator=(const LaterTrial&) = delete;
  ~LaterTrial()
  {
    fmt::print("{:8} {:26} {:6} faults: {:6} refused, {:6} right all the same\n", later_.name, the_case_.name, faults_,
               refusals_, faults_ - refusals_);
  }

  void try_all(int most_calls, int most_of_system)
  {
    const auto calls = calls_;
    const auto site_calls = site_calls_;
    const long clones = clones_;
    for (const bool for_good : {false, true}) {
      for (const Callee callee : {Callee::residual, Callee::jacobian}) {
        for (const long call : faults::sample(calls[static_cast<std::size_t>(callee)], most_calls))
          try_misdeeds({callee, Misdeed::none, call, for_good});
      }
      for (const Site site : {Site::allocation, Site::sundials, Site::factorisation}) {
        for (const long call : faults::sample(site_calls[static_cast<std::size_t>(site)], most_of_system))
          with(fmt::format("site {}, call {}{}", static_cast<int>(site), call, for_good ? " and later" : ""),
               [&](Session&) { faults::arm(site, call, for_good); });
      }
      for (const long call : faults::sample(clones, most_of_system)) {
        with(fmt::format("clone {}{}", call, for_good ? " and later" : ""),
             [&](Session& session) { session.fail_clones(call, for_good); });
      }
    }
  }

 private:
  struct Answer
  {
    int flag = 0;
    std::vector<double> y;
  };

  void try_misdeeds(faults::Plan plan)
  {
    for (const Misdeed misdeed : {Misdeed::recoverable, Misdeed::unrecoverable, Misdeed::not_a_number,
                                  Misdeed::infinity, Misdeed::untouched, Misdeed::exception, Misdeed::bad_alloc}) {
      plan.misdeed = misdeed;
      with(fmt::format("callee {}, misdeed {}, call {}{}", static_cast<int>(plan.callee), static_cast<int>(misdeed),
                       plan.at_call, plan.for_good ? " and later" : ""),
           [&](Session& session) { session.model().follow(plan); });
    }
  }

  Answer with(const std::string& fault, const std::function<void(Session&)>& disturb)
  {
    ++faults_;
    Session session(the_case_, setting_);
    if (session.begin() != IDACI_SUCCESS || IDACISolve(session.handle()) != IDACI_SUCCESS) return {IDACI_CONV_FAIL, {}};
    kick(session);
    const faults::Snapshot before = session.snapshot();
    session.model().follow({});
    faults::arm(Site::none, 0, false);
    disturb(session);
    const int flag = later_.call(session);
    faults::disarm();
    count(session);
    session.fail_clones(0, false);
    session.model().follow({});
    judge(fault, session, flag, before);
    return {flag, {session.y().begin(), session.y().end()}};
  }

  void count(Session& session)
  {
    for (const Callee callee : {Callee::residual, Callee::jacobian})
      calls_[static_cast<std::size_t>(callee)] = session.model().calls(callee);
    for (const Site site : {Site::allocation, Site::sundials, Site::factorisation})
      site_calls_[static_cast<std::size_t>(site)] = faults::calls(site);
    clones_ = faults::clones();
  }

  void judge(const std::string& fault, Session& session, int flag, const faults::Snapshot& before)
  {
    const std::string bad_answer = faults::complaint_about_answer(session.handle(), flag);
    expect(bad_answer.empty(), fault, bad_answer);
    const bool keeps_all = flag < 0 || later_.call == later_calls[1].call;
    const faults::Snapshot after = session.snapshot();
    if (keeps_all) expect(after == before, fault, "vectors or IDA's memory have changed");
    if (later_.call == later_calls[2].call) expect(after.memory == before.memory, fault, "IDA's memory has changed");
    if (flag < 0) {
      ++refusals_;
      if (refusals_ % 8 == 1) expect(later_.call(session) == expected_.flag, fault, "the next call has another answer");
      return;
    }
    if (expected_.y.empty()) return;
    expect(flag == expected_.flag, fault, fmt::format("the answer is {} instead of {}", flag, expected_.flag));
    if (!keeps_all) expect(is_expected(session) || session.is_consistent(), fault, "wrong values are claimed right");
  }

  [[nodiscard]] bool is_expected(const Session& session) const
  {
    constexpr double tolerance = 1e-7;
    for (int j = 0; j < the_case_.n; ++j) {
      const double allowed = tolerance * std::max(the_case_.scale_y[j], std::abs(expected_.y[j]));
      if (!(std::abs(session.y()[j] - expected_.y[j]) <= allowed)) return false;
    }
    return true;
  }

  void expect(bool condition, const std::string& fault, const std::string& complaint)
  {
    constexpr int most = 12;
    if (!condition && ++complaints_ > most) return;
    BOOST_TEST(condition, later_.name << ", " << the_case_.name << ", " << fault << ": " << complaint);
  }

  const catalogue::Case& the_case_;
  const Setting setting_;
  const LaterCall& later_;
  Answer expected_;
  std::array<long, 4> calls_{}, site_calls_{};
  long clones_ = 0, faults_ = 0, refusals_ = 0;
  int complaints_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(faults_during_later_calls)

BOOST_AUTO_TEST_CASE(everything_may_fail_at_any_call)
{
  for (const LaterCall& later : later_calls) {
    for (const catalogue::Case& the_case : faults::problems()) {
      LaterTrial(the_case, {.jacobian = MatrixKind::sparse}, later).try_all(4, 16);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
