#include "ida_consistent_init/derivatives/occurrence.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ida_consistent_init/derivatives/group_probe.hpp"
#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/derivatives/probe.hpp"
#include "ida_consistent_init/problem/entry_places.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

using problem::MatrixEntry;
using problem::Problem;
using support::Error;
using support::Vector;

namespace {

/// Of a small system; an entry of a large one is not looked for as often.
constexpr unsigned points_beside_the_guess = 2;
constexpr int large_system = 1000;

/// Occurrence as the Jacobian at some points shows it.
class JacobianSamples
{
 public:
  explicit JacobianSamples(const Problem& problem)
      : problem_(problem), occurrence_{problem::make_sparsity(problem.n, {}), {}, {}}
  {
  }

  /// F_y + cj F_y' for two cj, the second one large, so that a small entry of F_y' is not absorbed by a large one of
  /// F_y.
  void add(const Vector& y, const Vector& yp)
  {
    problem_.residual->evaluate(problem_.t0, y, yp, r_);
    without_yp_ = problem_.jacobian->evaluate(problem_.t0, 0.0, y, yp, r_);
    const std::vector<MatrixEntry>& with_yp = problem_.jacobian->evaluate(problem_.t0, std::ldexp(1.0, 40), y, yp, r_);
    cover(without_yp_);
    cover(with_yp);
    scatter(without_yp_, base_);
    scatter(with_yp, with_);
    for (std::size_t k = 0; k < base_.size(); ++k) {
      if (base_[k] != 0) occurrence_.of_y[k] = 1;
      if (with_[k] != base_[k]) occurrence_.of_yp[k] = 1;
    }
  }

  Occurrence take() { return std::move(occurrence_); }

 private:
  /// Nearly always only the first sample has places that the pattern lacks.
  void cover(const std::vector<MatrixEntry>& entries)
  {
    const std::vector<int>& places = places_.of(entries, occurrence_.sparsity);
    if (std::find(places.begin(), places.end(), -1) == places.end()) return;
    occurrence_ = widened(occurrence_, entries);
    places_ = {};
  }

  void scatter(const std::vector<MatrixEntry>& entries, std::vector<double>& values)
  {
    const std::vector<int>& places = places_.of(entries, occurrence_.sparsity);
    values.assign(occurrence_.sparsity.column.size(), 0.0);
    for (std::size_t k = 0; k < entries.size(); ++k) values[places[k]] += entries[k].value;
  }

  const Problem& problem_;
  Occurrence occurrence_;
  problem::EntryPlaces places_;
  Vector r_;
  std::vector<MatrixEntry> without_yp_;
  std::vector<double> base_, with_;
};

/// One sample at a time: those of a million equations take more memory than everything that is kept of them.
Occurrence from_user_jacobian(const Problem& problem)
{
  JacobianSamples samples(problem);
  for (unsigned number = 0; number <= points_beside_the_guess; ++number) {
    const auto [y, yp] = point_beside(problem.guess_y, problem.guess_yp, number);
    try {
      samples.add(y, yp);
      if (number > 0 && problem.n >= large_system) break;
    } catch (const Error&) {
      if (number == 0) throw;
    }
  }
  return samples.take();
}

/// One component at a time as long as that is cheap: it sees through branches that several NaN at once may close.
std::vector<Place> probed_places(const Problem& problem)
{
  constexpr int most_probed_alone = 400;
  if (problem.n <= most_probed_alone) return probe_with_nan(problem);
  if (std::optional<std::vector<Place>> places = probe_groups_with_nan(problem)) return std::move(*places);
  return probe_with_nan(problem);
}

Occurrence from_probing(const Problem& problem)
{
  std::vector<Place> places = problem.sparsity ? candidates_from(*problem.sparsity) : probed_places(problem);
  constexpr int small_system = 60;
  if (problem.n <= small_system) add_by_changes(problem, places);
  Occurrence occurrence = make_occurrence(problem.n, places);
  confirm_by_changes(problem, occurrence);
  return occurrence;
}

}  // namespace

Occurrence widened(const Occurrence& occurrence, const std::vector<MatrixEntry>& entries)
{
  const problem::Sparsity& known = occurrence.sparsity;
  std::vector<std::pair<int, int>> places;
  places.reserve(known.column.size() + entries.size());
  for (int i = 0; i < known.n; ++i) {
    for (int k = known.row_start[i]; k < known.row_start[i + 1]; ++k) places.emplace_back(i, known.column[k]);
  }
  for (const MatrixEntry& entry : entries) places.emplace_back(entry.row, entry.column);
  Occurrence wider{problem::make_sparsity(known.n, places), {}, {}};
  wider.of_y.assign(wider.sparsity.column.size(), 0);
  wider.of_yp = wider.of_y;
  for (int i = 0; i < known.n; ++i) {
    for (int k = known.row_start[i]; k < known.row_start[i + 1]; ++k) {
      const int place = wider.sparsity.find(i, known.column[k]);
      wider.of_y[place] = occurrence.of_y[k];
      wider.of_yp[place] = occurrence.of_yp[k];
    }
  }
  return wider;
}

Occurrence find_occurrence(const Problem& problem)
{
  return problem.jacobian != nullptr ? from_user_jacobian(problem) : from_probing(problem);
}

}  // namespace ida_consistent_init::derivatives
