/// Tries one fault after the other on a problem and judges how the library answers.
#pragma once

#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "faults/fault.hpp"

namespace faults {

/// The ten problems: structures of index 0 to 3, hidden indices, sums of equations, least squares.
const std::vector<catalogue::Case>& problems();

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
  [[nodiscard]] const CallCounts& counts() const { return counts_; }

  void with(const std::vector<Fault>& faults);
  /// The matrix given to IDACISetSparsity lacks each of the true entries once, and has each of the others once.
  void with_wrong_sparsity();

 private:
  void run(const Fault& fault, const std::function<void(Session&)>& undo);
  void judge(const std::string& fault, Session& session, int flag, const Snapshot& before);
  bool is_undisturbed_answer(const Session& session) const;
  bool is_within_stated_errors(Session& session) const;
  void expect_success_next_time(const std::string& fault, Session& session);
  void complain(const std::string& fault, const std::string& what);
  void report() const;

  const catalogue::Case& the_case_;
  const Setting setting_;
  std::vector<double> y_, yp_;
  CallCounts counts_;
  std::clock_t start_ = std::clock();
  long faults_ = 0, refusals_ = 0, same_ = 0, less_exact_ = 0, other_points_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace faults
