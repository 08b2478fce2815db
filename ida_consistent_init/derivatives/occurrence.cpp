#include "ida_consistent_init/derivatives/occurrence.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/derivatives/probe.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::derivatives {

using problem::MatrixEntry;
using problem::Problem;
using support::Error;
using support::Vector;

namespace {

constexpr int points_beside_the_guess = 2;

/// Entries of F_y + cj F_y' at the guess (must work) and beside it (may fail there).
struct JacobianSample
{
  std::vector<MatrixEntry> without_yp, with_yp;
};

std::vector<JacobianSample> sample_jacobian(const Problem& problem)
{
  std::vector<JacobianSample> samples;
  for (int point = 0; point <= points_beside_the_guess; ++point) {
    const Vector y = point == 0 ? problem.guess_y : beside(problem.guess_y, point);
    const Vector yp = point == 0 ? problem.guess_yp : beside(problem.guess_yp, point + 100);
    try {
      Vector r;
      problem.residual->evaluate(problem.t0, y, yp, r);
      // A large cj, so that a small entry of F_y' is not absorbed by a large one of F_y.
      samples.push_back({problem.jacobian->evaluate(problem.t0, 0.0, y, yp, r),
                         problem.jacobian->evaluate(problem.t0, std::ldexp(1.0, 40), y, yp, r)});
    } catch (const Error&) {
      if (point == 0) throw;
    }
  }
  return samples;
}

Occurrence from_user_jacobian(const Problem& problem)
{
  const std::vector<JacobianSample> samples = sample_jacobian(problem);
  std::vector<std::pair<int, int>> places;
  for (const JacobianSample& sample : samples) {
    for (const auto* entries : {&sample.without_yp, &sample.with_yp}) {
      for (const MatrixEntry& entry : *entries) places.emplace_back(entry.row, entry.column);
    }
  }
  Occurrence occurrence{problem::make_sparsity(problem.n, std::move(places)), {}, {}};
  occurrence.of_y.assign(occurrence.sparsity.column.size(), 0);
  occurrence.of_yp = occurrence.of_y;
  std::vector<double> base(occurrence.sparsity.column.size());
  std::vector<double> with(base.size());
  for (const JacobianSample& sample : samples) {
    std::fill(base.begin(), base.end(), 0.0);
    std::fill(with.begin(), with.end(), 0.0);
    for (const MatrixEntry& e : sample.without_yp) base[occurrence.sparsity.find(e.row, e.column)] += e.value;
    for (const MatrixEntry& e : sample.with_yp) with[occurrence.sparsity.find(e.row, e.column)] += e.value;
    for (std::size_t k = 0; k < base.size(); ++k) {
      if (base[k] != 0) occurrence.of_y[k] = 1;
      if (with[k] != base[k]) occurrence.of_yp[k] = 1;
    }
  }
  return occurrence;
}

Occurrence from_probing(const Problem& problem)
{
  std::vector<Place> places = problem.sparsity ? candidates_from(*problem.sparsity) : probe_with_nan(problem);
  constexpr int small_system = 60;
  if (problem.n <= small_system) add_by_changes(problem, places);
  Occurrence occurrence = make_occurrence(problem.n, places);
  confirm_by_changes(problem, occurrence);
  return occurrence;
}

}  // namespace

Occurrence find_occurrence(const Problem& problem)
{
  return problem.jacobian != nullptr ? from_user_jacobian(problem) : from_probing(problem);
}

}  // namespace ida_consistent_init::derivatives
