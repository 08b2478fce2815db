#include "faults/fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <random>

namespace faults {
namespace {

const char* duration(bool for_good)
{
  return for_good ? " and later" : "";
}

}  // namespace

Fault fault_of(const Plan& plan)
{
  return {fmt::format("callee {}, misdeed {}, call {}{}", static_cast<int>(plan.callee), static_cast<int>(plan.misdeed),
                      plan.at_call, duration(plan.for_good)),
          [plan](Session& session) {
            session.model().follow(plan);
          }};
}

Fault fault_of(Site site, long at_call, bool for_good)
{
  return {fmt::format("site {}, call {}{}", static_cast<int>(site), at_call, duration(for_good)), [=](Session&) {
            arm(site, at_call, for_good);
          }};
}

Fault fault_of_clone(long at_call, bool for_good)
{
  return {fmt::format("clone {}{}", at_call, duration(for_good)), [=](Session& session) {
            session.fail_clones(at_call, for_good);
          }};
}

void watch(Session& session)
{
  session.model().follow({});
  session.fail_clones(0, false);
  arm(Site::none, 0, false);
}

void calm(Session& session)
{
  disarm();
  session.model().follow({});
  session.fail_clones(0, false);
}

CallCounts::CallCounts(Session& session) : clones(faults::clones())
{
  for (const Callee callee : {Callee::residual, Callee::jacobian, Callee::conditions, Callee::weights})
    callees[static_cast<std::size_t>(callee)] = session.model().calls(callee);
  for (const Site site : {Site::allocation, Site::sundials, Site::factorisation})
    sites[static_cast<std::size_t>(site)] = calls(site);
}

std::vector<long> sample(long calls, int most)
{
  const char* factor = std::getenv("IDACI_FAULT_FACTOR");
  if (factor != nullptr) most *= std::atoi(factor);
  std::vector<long> numbers(calls);
  std::iota(numbers.begin(), numbers.end(), 1L);
  if (calls <= most) return numbers;
  std::mt19937 generator(20);
  std::vector<long> chosen;
  std::sample(numbers.begin(), numbers.end(), std::back_inserter(chosen), most, generator);
  return chosen;
}

std::vector<Fault> faults_of(Callee callee, std::span<const Misdeed> misdeeds, const CallCounts& counts, int most)
{
  std::vector<Fault> all;
  for (const long call : sample(counts.of(callee), most)) {
    for (const Misdeed misdeed : misdeeds) {
      all.push_back(fault_of({callee, misdeed, call, false}));
      if (misdeed != Misdeed::other_pattern) all.push_back(fault_of({callee, misdeed, call, true}));
    }
  }
  return all;
}

std::vector<Fault> faults_of_system(const CallCounts& counts, int most)
{
  std::vector<Fault> all;
  for (const bool for_good : {false, true}) {
    for (const Site site : {Site::allocation, Site::sundials, Site::factorisation}) {
      for (const long call : sample(counts.of(site), most)) all.push_back(fault_of(site, call, for_good));
    }
    for (const long call : sample(counts.clones, most)) all.push_back(fault_of_clone(call, for_good));
  }
  return all;
}

bool are_near(const catalogue::Case& the_case, std::span<const double> y, std::span<const double> expected,
              double tolerance)
{
  for (std::size_t j = 0; j < expected.size(); ++j) {
    const double allowed = tolerance * std::max(the_case.scale_y[j], std::abs(expected[j]));
    if (!(std::abs(y[j] - expected[j]) <= allowed)) return false;
  }
  return true;
}

}  // namespace faults
