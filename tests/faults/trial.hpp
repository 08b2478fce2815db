/// Tries one fault after the other on a problem and judges how the library answers.
#pragma once

#include <array>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "faults/injection.hpp"
#include "faults/session.hpp"

namespace faults {

/// The ten problems: structures of index 0 to 3, hidden indices, sums of equations, least squares.
const std::vector<catalogue::Case>& problems();

/// Numbers 1..calls, or `most` of them (always the same) if there are more. The environment variable
/// IDACI_FAULT_FACTOR multiplies `most`, for long runs.
std::vector<long> sample(long calls, int most);

/// Solves again and again, each time with one fault.
class Trial
{
 public:
  /// Solves without any fault first: what the others are compared with, and how many calls of each kind there are.
  Trial(const catalogue::Case& the_case, const Setting& setting);
  ~Trial() { report(); }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] bool usable() const { return complaints_.empty(); }
  [[nodiscard]] long calls(Callee callee) const { return callee_calls_[static_cast<std::size_t>(callee)]; }
  [[nodiscard]] long calls(Site site) const { return site_calls_[static_cast<std::size_t>(site)]; }
  [[nodiscard]] long clones() const { return clones_; }

  void with_plan(const Plan& plan);
  void with_failing_site(Site site, long at_call, bool for_good);
  void with_failing_clone(long at_call, bool for_good);
  /// The matrix given to IDACISetSparsity lacks each of the true entries once, and has each of the others once.
  void with_wrong_sparsity();

 private:
  using Step = std::function<void(Session&)>;
  void run(const std::string& fault, const Step& before_solve, const Step& after_solve);
  void judge(const std::string& fault, Session& session, int flag, const Snapshot& before);
  bool is_undisturbed_answer(const Session& session) const;
  bool is_within_stated_errors(Session& session) const;
  bool is_near(const Session& session, const std::vector<double>& more) const;
  [[nodiscard]] double size_of(int j) const;
  void expect_success_next_time(const std::string& fault, Session& session);
  void complain(const std::string& fault, const std::string& what);
  void report() const;

  const catalogue::Case& the_case_;
  const Setting setting_;
  std::vector<double> y_, yp_;
  std::array<long, 4> callee_calls_{};
  std::array<long, 4> site_calls_{};
  std::clock_t start_ = std::clock();
  long clones_ = 0;
  long faults_ = 0, refusals_ = 0, same_ = 0, less_exact_ = 0, other_points_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace faults
