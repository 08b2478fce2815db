#include "ida_consistent_init/derivatives/occurrence.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ida_consistent_init/derivatives/group_probe.hpp"
#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/derivatives/probe.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

using problem::MatrixEntry;
using problem::Problem;
using support::Error;
using support::Vector;

namespace {

constexpr unsigned points_beside_the_guess = 2;

/// Entries of F_y + cj F_y' at the guess (must work) and beside it (may fail there).
struct JacobianSample
{
  std::vector<MatrixEntry> without_yp, with_yp;
};

JacobianSample sample_jacobian(const Problem& problem, const Vector& y, const Vector& yp)
{
  Vector r;
  problem.residual->evaluate(problem.t0, y, yp, r);
  // A large cj, so that a small entry of F_y' is not absorbed by a large one of F_y.
  return {problem.jacobian->evaluate(problem.t0, 0.0, y, yp, r),
          problem.jacobian->evaluate(problem.t0, std::ldexp(1.0, 40), y, yp, r)};
}

bool covers(const problem::Sparsity& sparsity, const std::vector<MatrixEntry>& entries)
{
  return std::all_of(entries.begin(), entries.end(),
                     [&](const MatrixEntry& entry) { return sparsity.find(entry.row, entry.column) >= 0; });
}

/// Widens the pattern by the places of a sample. Nearly always only the first one has new places.
void cover(Occurrence& occurrence, const JacobianSample& sample)
{
  for (const auto* entries : {&sample.without_yp, &sample.with_yp}) {
    if (!covers(occurrence.sparsity, *entries)) occurrence = widened(occurrence, *entries);
  }
}

void mark_nonzeros(Occurrence& occurrence, const JacobianSample& sample)
{
  std::vector<double> base(occurrence.sparsity.column.size(), 0.0), with(base);
  for (const MatrixEntry& e : sample.without_yp) base[occurrence.sparsity.find(e.row, e.column)] += e.value;
  for (const MatrixEntry& e : sample.with_yp) with[occurrence.sparsity.find(e.row, e.column)] += e.value;
  for (std::size_t k = 0; k < base.size(); ++k) {
    if (base[k] != 0) occurrence.of_y[k] = 1;
    if (with[k] != base[k]) occurrence.of_yp[k] = 1;
  }
}

/// One sample at a time: those of a million equations take more memory than everything that is kept of them.
Occurrence from_user_jacobian(const Problem& problem)
{
  Occurrence occurrence{problem::make_sparsity(problem.n, {}), {}, {}};
  for (unsigned number = 0; number <= points_beside_the_guess; ++number) {
    const auto [y, yp] = point_beside(problem.guess_y, problem.guess_yp, number);
    try {
      const JacobianSample sample = sample_jacobian(problem, y, yp);
      cover(occurrence, sample);
      mark_nonzeros(occurrence, sample);
    } catch (const Error&) {
      if (number == 0) throw;
    }
  }
  return occurrence;
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
