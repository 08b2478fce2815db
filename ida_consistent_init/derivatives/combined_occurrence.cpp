#include "ida_consistent_init/derivatives/combined_occurrence.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/derivatives/probe.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {
namespace {

using problem::MatrixEntry;
using problem::Sparsity;

/// Sums below this share of their terms have cancelled: round-off, or the errors of differences.
double cancellation_limit(const problem::Problem& problem)
{
  return problem.jacobian != nullptr ? 1e-12 : 1e-8;
}

std::vector<MatrixEntry> entries_of(const Sparsity& sparsity, const EntryValues& values, bool magnitudes)
{
  std::vector<MatrixEntry> entries;
  entries.reserve(sparsity.column.size());
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      if (values[k] == 0) continue;
      entries.push_back({i, sparsity.column[k], magnitudes ? std::abs(values[k]) : values[k]});
    }
  }
  return entries;
}

problem::Combination with_magnitudes(const problem::Combination& combination)
{
  std::vector<problem::CombinedEquation> equations = combination.equations();
  for (auto& equation : equations) {
    for (auto& [other, coefficient] : equation.others) coefficient = std::abs(coefficient);
  }
  return problem::Combination(std::move(equations));
}

/// The entries of combined rows of one Jacobian (F_y or F_y'): what can occur in them, and what cancels.
class CombinedRows
{
 public:
  /// flags: along the sparsity, what occurs in the single equations.
  CombinedRows(const Sparsity& sparsity, const std::vector<char>& flags, const problem::Combination& combination,
               double limit)
      : sparsity_(sparsity), combination_(combination), magnitudes_(with_magnitudes(combination)), limit_(limit)
  {
    const EntryValues occurs(flags.begin(), flags.end());
    for (const MatrixEntry& entry : magnitudes_.applied(entries_of(sparsity_, occurs, true), sparsity_.n)) {
      state_[{entry.row, entry.column}] = State::unseen;
    }
  }

  /// values at one point, along the sparsity.
  void look_at(const EntryValues& values)
  {
    for (const MatrixEntry& entry : magnitudes_.applied(entries_of(sparsity_, values, true), sparsity_.n)) {
      sizes_[{entry.row, entry.column}] = entry.value;
      State& state = state_[{entry.row, entry.column}];
      if (state == State::unseen) state = State::cancels;
    }
    for (const MatrixEntry& entry : combination_.applied(entries_of(sparsity_, values, false), sparsity_.n)) {
      const Key key{entry.row, entry.column};
      if (std::abs(entry.value) > limit_ * sizes_[key]) state_[key] = State::occurs;
    }
  }

  /// Entries that were zero at all points may be others elsewhere; they count as occurring.
  void append(bool of_derivative, std::vector<Place>& places) const
  {
    for (const auto& [key, state] : state_) {
      if (state != State::cancels) places.push_back({key.first, key.second, of_derivative});
    }
  }

 private:
  enum class State
  {
    unseen,
    cancels,
    occurs
  };
  using Key = std::pair<int, int>;

  const Sparsity& sparsity_;
  const problem::Combination& combination_;
  problem::Combination magnitudes_;
  double limit_;
  std::map<Key, State> state_{};
  std::map<Key, double> sizes_{};
};

}  // namespace

Occurrence combined_occurrence(const problem::Problem& problem, const Occurrence& occurrence,
                               const problem::Combination& combination)
{
  const Sparsity& sparsity = occurrence.sparsity;
  const double limit = cancellation_limit(problem);
  CombinedRows of_y(sparsity, occurrence.of_y, combination, limit);
  CombinedRows of_yp(sparsity, occurrence.of_yp, combination, limit);
  JacobianSource jacobians(problem, sparsity);
  for (unsigned number = 0; number <= 2; ++number) {
    const auto [y, yp] = point_beside(problem.guess_y, problem.guess_yp, number);
    try {
      const JacobianPair& pair = jacobians.at(problem.t0, y, yp);
      of_y.look_at(pair.y);
      of_yp.look_at(pair.yp);
    } catch (const support::Error&) {
      // F or its Jacobian cannot be evaluated there; at two points it can, or there would be no combination.
    }
  }
  std::vector<Place> places;
  of_y.append(false, places);
  of_yp.append(true, places);
  Occurrence combined = make_occurrence(problem.n, places);
  if (problem.jacobian == nullptr) return combined;
  // All places that the user's matrix can fill, whether they were zero so far or not.
  const EntryValues ones(sparsity.column.size(), 1.0);
  const std::vector<MatrixEntry> entries =
      with_magnitudes(combination).applied(entries_of(sparsity, ones, true), sparsity.n);
  return widened(combined, problem::MatrixEntries(entries));
}

}  // namespace ida_consistent_init::derivatives
