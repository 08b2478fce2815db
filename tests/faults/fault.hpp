/// What can go wrong in one call of the library, as something to be tried.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "faults/injection.hpp"
#include "faults/session.hpp"

namespace faults {

struct Fault
{
  std::string name;
  std::function<void(Session&)> disturb;  // before the call
};

Fault fault_of(const Plan& plan);
Fault fault_of(Site site, long at_call, bool for_good);
Fault fault_of_clone(long at_call, bool for_good);

/// From now on nothing fails, and calls are counted.
void watch(Session& session);
/// Nothing fails any more.
void calm(Session& session);

/// How often everything that can fail was called since watch.
struct CallCounts
{
  std::array<long, 4> callees{}, sites{};  // by Callee and Site
  long clones = 0;

  CallCounts() = default;
  explicit CallCounts(Session& session);
  [[nodiscard]] long of(Callee callee) const { return callees[static_cast<std::size_t>(callee)]; }
  [[nodiscard]] long of(Site site) const { return sites[static_cast<std::size_t>(site)]; }
};

/// Numbers 1..calls, or `most` of them (always the same) if there are more. The environment variable
/// IDACI_FAULT_FACTOR multiplies `most`, for long runs.
std::vector<long> sample(long calls, int most);

/// The callee misbehaves at up to `most` of its calls, at that one only and for good. Misdeed::other_pattern is tried
/// at that one only: for good it makes another system, which is solved.
std::vector<Fault> faults_of(Callee callee, std::span<const Misdeed> misdeeds, const CallCounts& counts, int most);
/// Allocations, SUNDIALS, KLU and clones fail at up to `most` calls of each.
std::vector<Fault> faults_of_system(const CallCounts& counts, int most);

/// Every |y_j - expected_j| <= tolerance max(scale_j, |expected_j|).
bool are_near(const catalogue::Case& the_case, std::span<const double> y, std::span<const double> expected,
              double tolerance);

}  // namespace faults
