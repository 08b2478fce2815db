/// Faults in calls on a handle that has solved its problem before, and goes on from what it knows.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "faults/trial.hpp"

namespace {

using faults::Callee;
using faults::MatrixKind;
using faults::Misdeed;
using faults::Session;
using faults::Setting;

struct LaterCall
{
  const char* name;
  bool changes_vectors, changes_ida;
  int (*call)(Session&);
};

constexpr LaterCall later_calls[] = {
    {"solve", true, true,
     [](Session& session) {
       return IDACISolve(session.handle());
     }},
    {"check", false, false,
     [](Session& session) {
       return IDACICheck(session.handle());
     }},
    {"project", true, false,
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
    expected_ = with({"no fault", faults::watch});
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
    constexpr Misdeed misdeeds[] = {Misdeed::recoverable, Misdeed::unrecoverable, Misdeed::not_a_number,
                                    Misdeed::infinity,    Misdeed::untouched,     Misdeed::exception,
                                    Misdeed::bad_alloc};
    for (const std::vector<faults::Fault>& faults : {faults::faults_of(Callee::residual, misdeeds, counts_, most_calls),
                                                     faults::faults_of(Callee::jacobian, misdeeds, counts_, most_calls),
                                                     faults::faults_of_system(counts_, most_of_system)}) {
      for (const faults::Fault& fault : faults) with(fault);
    }
  }

 private:
  struct Answer
  {
    int flag = 0;
    std::vector<double> y;
  };

  Answer with(const faults::Fault& fault)
  {
    ++faults_;
    Session session(the_case_, setting_);
    if (session.begin() != IDACI_SUCCESS || IDACISolve(session.handle()) != IDACI_SUCCESS) return {IDACI_CONV_FAIL, {}};
    kick(session);
    const faults::Snapshot before = session.snapshot();
    faults::watch(session);
    fault.disturb(session);
    const int flag = later_.call(session);
    faults::disarm();
    if (expected_.y.empty()) counts_ = faults::CallCounts(session);
    faults::calm(session);
    judge(fault.name, session, flag, before);
    return {flag, {session.y().begin(), session.y().end()}};
  }

  void judge(const std::string& fault, Session& session, int flag, const faults::Snapshot& before)
  {
    const std::string bad_answer = faults::complaint_about_answer(session.handle(), flag);
    expect(bad_answer.empty(), fault, bad_answer);
    const bool keeps_all = flag < 0 || !later_.changes_vectors;
    const faults::Snapshot after = session.snapshot();
    if (keeps_all) expect(after == before, fault, "vectors or IDA's memory have changed");
    if (!later_.changes_ida) expect(after.memory == before.memory, fault, "IDA's memory has changed");
    if (flag < 0) {
      ++refusals_;
      if (refusals_ % 8 == 1) expect(later_.call(session) == expected_.flag, fault, "the next call has another answer");
      return;
    }
    if (expected_.y.empty()) return;
    expect(flag == expected_.flag, fault, fmt::format("the answer is {} instead of {}", flag, expected_.flag));
    constexpr double tolerance = 1e-7;
    const bool right =
        keeps_all || faults::are_near(the_case_, session.y(), expected_.y, tolerance) || session.is_consistent();
    expect(right, fault, "wrong values are claimed right");
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
  faults::CallCounts counts_;
  long faults_ = 0, refusals_ = 0;
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
