#include "faults/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace faults {

using catalogue::Case;

const std::vector<Case>& problems()
{
  static const std::vector<Case> chosen = [] {
    const std::vector<std::string> names = {
        "pendulum_index3",  "pendulum_index2", "pendulum_index1",   "exothermic_reactor", "mna_index2",
        "spiteri_10_1",     "arevalo_5_2",     "contact_multibody", "trajectory_control", "ivp/transistor_amplifier",
        "ivp/chemical_akzo"};
    std::vector<Case> found;
    for (Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
      if (std::find(names.begin(), names.end(), the_case.name) != names.end()) found.push_back(std::move(the_case));
    }
    BOOST_REQUIRE(found.size() == names.size());
    return found;
  }();
  return chosen;
}

Trial::Trial(const Case& the_case, const Setting& setting) : the_case_(the_case), setting_(setting)
{
  Session session(the_case, setting);
  watch(session);
  int flag = session.begin();
  if (flag == IDACI_SUCCESS) flag = IDACISolve(session.handle());
  disarm();
  counts_ = CallCounts(session);
  y_.assign(session.y().begin(), session.y().end());
  yp_.assign(session.yp().begin(), session.yp().end());
  if (flag != IDACI_SUCCESS) complain("no fault", fmt::format("{}", IDACIGetLastMessage(session.handle())));
}

void Trial::with(const std::vector<Fault>& faults)
{
  for (const Fault& fault : faults) run(fault, calm);
}

void Trial::with_wrong_sparsity()
{
  const int n = the_case_.n;
  std::vector<double> at_rest(n * n), moving(n * n);
  the_case_.jacobian(n, the_case_.t0, 0, y_.data(), yp_.data(), at_rest.data());
  the_case_.jacobian(n, the_case_.t0, 1, y_.data(), yp_.data(), moving.data());
  std::vector<std::pair<int, int>> places;
  for (int k = 0; k < n * n; ++k) {
    if (at_rest[k] != 0 || moving[k] != 0) places.emplace_back(k % n, k / n);
  }
  for (int k = 0; k < n * n; ++k) {
    std::vector<std::pair<int, int>> wrong = places;
    const auto found = std::find(wrong.begin(), wrong.end(), std::pair(k % n, k / n));
    if (found != wrong.end()) {
      wrong.erase(found);
    } else {
      wrong.emplace_back(k % n, k / n);
    }
    run({fmt::format("sparsity wrong at ({}, {})", k % n, k / n),
         [&](Session& session) {
           BOOST_TEST_REQUIRE(session.set_sparsity(wrong) == IDACI_SUCCESS);
         }},
        [](Session& session) { IDACISetSparsity(session.handle(), nullptr); });
  }
}

void Trial::run(const Fault& fault, const std::function<void(Session&)>& undo)
{
  ++faults_;
  Session session(the_case_, setting_);
  if (session.begin() != IDACI_SUCCESS) return complain(fault.name, "no handle");
  const Snapshot before = session.snapshot();
  fault.disturb(session);
  const int flag = IDACISolve(session.handle());
  undo(session);
  judge(fault.name, session, flag, before);
}

void Trial::judge(const std::string& fault, Session& session, int flag, const Snapshot& before)
{
  const std::string bad_answer = complaint_about_answer(session.handle(), flag);
  if (!bad_answer.empty()) complain(fault, bad_answer);
  if (flag != IDACI_SUCCESS) {
    ++refusals_;
    const Snapshot after = session.snapshot();
    if (after.memory != before.memory) complain(fault, "IDA's memory has changed");
    if (!(after == before)) complain(fault, "the caller's vectors or IDA's values have changed");
    constexpr long seldom = 8;
    if (refusals_ % seldom == 1) expect_success_next_time(fault, session);
    return;
  }
  if (is_undisturbed_answer(session)) {
    ++same_;
  } else if (is_within_stated_errors(session)) {
    ++less_exact_;
  } else if (session.is_consistent()) {
    ++other_points_;
  } else {
    complain(fault, "success is claimed for values that are not consistent");
  }
}

/// A handle is as good as new after a failure.
void Trial::expect_success_next_time(const std::string& fault, Session& session)
{
  const int flag = IDACISolve(session.handle());
  if (flag != IDACI_SUCCESS) {
    complain(fault, fmt::format("the next solve fails too: {}", IDACIGetLastMessage(session.handle())));
  } else if (!is_undisturbed_answer(session)) {
    complain(fault, "the next solve finds other values");
  }
}

bool Trial::is_undisturbed_answer(const Session& session) const
{
  constexpr double tolerance = 1e-7;
  return are_near(the_case_, session.y(), y_, tolerance);
}

/// A formula that a fault has spoiled may leave an answer that is less exact, and has to say so.
bool Trial::is_within_stated_errors(Session& session) const
{
  constexpr double tolerance = 1e-7, margin = 10, most = 1e-4;
  const example::VectorHandle errors(N_VClone(session.y_vector())), of_derivatives(N_VClone(session.y_vector()));
  if (IDACIGetErrorEstimate(session.handle(), errors.get(), of_derivatives.get()) != IDACI_SUCCESS) return false;
  for (int j = 0; j < the_case_.n; ++j) {
    const double size = std::max(the_case_.scale_y[j], std::abs(y_[j]));
    const double stated = margin * example::values(errors.get())[j] / size;
    if (!(stated <= most && std::abs(session.y()[j] - y_[j]) <= (tolerance + stated) * size)) return false;
  }
  return true;
}

void Trial::complain(const std::string& fault, const std::string& what)
{
  constexpr std::size_t most = 12;
  if (complaints_.size() < most) complaints_.push_back(fmt::format("{}: {}: {}", the_case_.name, fault, what));
}

void Trial::report() const
{
  const double seconds = static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
  fmt::print(
      "{:26} {:6} faults in {:4.1f} s: {:6} refused, {:6} right all the same, {:3} less exact, {:3} by "
      "another consistent point\n",
      the_case_.name, faults_, seconds, refusals_, same_, less_exact_, other_points_);
  std::fflush(stdout);
  for (const std::string& complaint : complaints_) BOOST_ERROR(complaint);
  BOOST_TEST(complaints_.empty());
}

}  // namespace faults
