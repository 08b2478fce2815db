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
#include "ida_consistent_init/support/large_memory.hpp"

namespace ida_consistent_init::derivatives {

using problem::MatrixEntries;
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
      : problem_(problem), occurrence_{{problem.n, std::vector<int>(problem.n + 1, 0), {}}, {}, {}}
  {
  }

  /// F_y + cj F_y' for two cj, the second one large, so that a small entry of F_y' is not absorbed by a large one of
  /// F_y.
  void add(const Vector& y, const Vector& yp)
  {
    problem_.residual->evaluate(problem_.t0, y, yp, r_);
    scatter(problem_.jacobian->evaluate(problem_.t0, 0.0, y, yp, r_), base_);
    scatter(problem_.jacobian->evaluate(problem_.t0, std::ldexp(1.0, 40), y, yp, r_), with_);
    for (std::size_t k = 0; k < base_.size(); ++k) {
      if (base_[k] != 0) occurrence_.of_y[k] = 1;
      if (with_[k] != base_[k]) occurrence_.of_yp[k] = 1;
    }
  }

  Occurrence take() { return std::move(occurrence_); }

 private:
  /// Of each entry its place in the pattern. Nearly always only the first matrix has places that the pattern lacks.
  const std::vector<int>& places_of(const MatrixEntries& entries)
  {
    const std::vector<int>& places = places_.of(entries, occurrence_.sparsity);
    if (std::find(places.begin(), places.end(), -1) == places.end()) return places;
    Occurrence wider = widened(occurrence_, entries);
    base_ = problem::carried_over(base_, occurrence_.sparsity, wider.sparsity);
    occurrence_ = std::move(wider);
    return places_.of(entries, occurrence_.sparsity);
  }

  void scatter(const MatrixEntries& entries, support::LargeVector<double>& values)
  {
    auto place = places_of(entries).begin();
    values.assign(occurrence_.sparsity.column.size(), 0.0);
    entries.for_each([&](int, int, double value) { values[*place++] += value; });
  }

  const Problem& problem_;
  Occurrence occurrence_;
  problem::EntryPlaces places_;
  Vector r_;
  support::LargeVector<double> base_{}, with_{};
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

Occurrence widened(const Occurrence& occurrence, const MatrixEntries& entries)
{
  const problem::Sparsity& known = occurrence.sparsity;
  const auto all_places = [&](auto visit) {
    for (int i = 0; i < known.n; ++i) {
      for (int k = known.row_start[i]; k < known.row_start[i + 1]; ++k) visit(i, known.column[k]);
    }
    entries.for_each([&](int row, int column, double) { visit(row, column); });
  };
  Occurrence wider{problem::sparsity_of_rows(known.n, support::group_by_key<int>(known.n, all_places)), {}, {}};
  wider.of_y = problem::carried_over(occurrence.of_y, known, wider.sparsity);
  wider.of_yp = problem::carried_over(occurrence.of_yp, known, wider.sparsity);
  return wider;
}

Occurrence find_occurrence(const Problem& problem)
{
  return problem.jacobian != nullptr ? from_user_jacobian(problem) : from_probing(problem);
}

}  // namespace ida_consistent_init::derivatives
