#pragma once
#include <cstddef>
#include <optional>

#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::solver {

/// Least squares with other orders of differences than the usual one (Leimkuhler, Petzold, Gear, Algorithm 4.1): which
/// is next, and which answer counts.
class OrderTrials
{
 public:
  explicit OrderTrials(const methods::Options& options);

  /// nullopt: the tolerance is reached, or no other order is worth its residual calls.
  [[nodiscard]] std::optional<int> next();

  void accept(const report::Result& answer);
  /// `index`: by ranks, -1 if none was found. `system_is_regular`: that Newton's method leads nowhere is then no matter
  /// of differences.
  void refuse(const support::Error& error, int index, bool system_is_regular);

  /// The most accurate of the answers with fewest degrees of freedom. Throws the first refusal if there is none, or if
  /// what was refused had a higher index: differences that are too coarse for the ranks do not see all constraints.
  [[nodiscard]] const report::Result& best() const;

 private:
  methods::Options options_;
  std::size_t tried_ = 0;
  std::optional<report::Result> best_;
  std::optional<support::Error> refusal_;
  int index_of_refused_ = -1;
  int dead_ends_ = 0;
};

}  // namespace ida_consistent_init::solver
