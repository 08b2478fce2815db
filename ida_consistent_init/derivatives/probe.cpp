#include "ida_consistent_init/derivatives/probe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "ida_consistent_init/derivatives/coloring.hpp"
#include "ida_consistent_init/derivatives/probe_point.hpp"

namespace ida_consistent_init::derivatives {

using problem::Problem;
using support::Vector;

namespace {

/// Changes tried, in units of max(|value|, 1); large ones find small coefficients beside large terms.
constexpr std::array change_sizes{1e-2, 1.0, 1e4, 1e8};

bool differs(double a, double b)
{
  return !(a == b);
}

/// Equations that change when component j of y (or y') does.
void places_by_change(const Problem& problem, const ProbePoint& point, int j, bool of_derivative,
                      std::vector<Place>& places)
{
  for (const double size : change_sizes) {
    Vector y = point.y;
    Vector yp = point.yp;
    double& value = of_derivative ? yp[j] : y[j];
    value += size * std::max(std::abs(value), 1.0);
    const std::optional<Vector> r = try_residual(problem, y, yp);
    if (!r) continue;
    for (int i = 0; i < problem.n; ++i) {
      if (differs((*r)[i], point.r[i])) places.push_back({i, j, of_derivative});
    }
  }
}

/// Marks the entries of one colour whose equation some change of their component changes; false if no call worked.
bool mark_changes(const Problem& problem, const ProbePoint& point, const Coloring& coloring, int color,
                  bool of_derivative, const problem::Sparsity& sparsity, std::vector<char>& changed)
{
  bool any_call_worked = false;
  for (const double size : change_sizes) {
    Vector y = point.y;
    Vector yp = point.yp;
    Vector& moved = of_derivative ? yp : y;
    for (int j = 0; j < sparsity.n; ++j) {
      if (coloring.color_of_column[j] == color) moved[j] += size * std::max(std::abs(moved[j]), 1.0);
    }
    const std::optional<Vector> r = try_residual(problem, y, yp);
    if (!r) continue;
    any_call_worked = true;
    for (int i = 0; i < sparsity.n; ++i) {
      if (!differs((*r)[i], point.r[i])) continue;
      for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
        if (coloring.color_of_column[sparsity.column[k]] == color) changed[k] = 1;
      }
    }
  }
  return any_call_worked;
}

}  // namespace

std::vector<Place> candidates_from(const problem::Sparsity& sparsity)
{
  std::vector<Place> places;
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      places.push_back({i, sparsity.column[k], false});
      places.push_back({i, sparsity.column[k], true});
    }
  }
  return places;
}

Occurrence make_occurrence(int n, const std::vector<Place>& places)
{
  std::vector<std::pair<int, int>> entries;
  entries.reserve(places.size());
  for (const Place& place : places) entries.emplace_back(place.equation, place.variable);
  Occurrence occurrence{problem::make_sparsity(n, entries), {}, {}};
  occurrence.of_y.assign(occurrence.sparsity.column.size(), 0);
  occurrence.of_yp.assign(occurrence.sparsity.column.size(), 0);
  for (const Place& place : places) {
    const int k = occurrence.sparsity.find(place.equation, place.variable);
    (place.of_derivative ? occurrence.of_yp : occurrence.of_y)[k] = 1;
  }
  return occurrence;
}

std::vector<Place> probe_with_nan(const Problem& problem)
{
  std::vector<Place> places;
  const std::optional<ProbePoint> point = probe_point(problem);
  const Vector y0 = point ? point->y : problem.guess_y;
  const Vector yp0 = point ? point->yp : problem.guess_yp;
  for (int j = 0; j < problem.n; ++j) {
    for (const bool of_derivative : {false, true}) {
      Vector y = y0;
      Vector yp = yp0;
      (of_derivative ? yp : y)[j] = std::numeric_limits<double>::quiet_NaN();
      const std::optional<Vector> r = try_residual(problem, y, yp);
      if (!r) {
        if (point) places_by_change(problem, *point, j, of_derivative, places);
        continue;
      }
      for (int i = 0; i < problem.n; ++i) {
        if (std::isnan((*r)[i])) places.push_back({i, j, of_derivative});
      }
    }
  }
  return places;
}

void add_by_changes(const Problem& problem, std::vector<Place>& places)
{
  const std::optional<ProbePoint> point = probe_point(problem);
  if (!point) return;
  for (int j = 0; j < problem.n; ++j) {
    places_by_change(problem, *point, j, false, places);
    places_by_change(problem, *point, j, true, places);
  }
}

void confirm_by_changes(const Problem& problem, Occurrence& occurrence)
{
  const std::optional<ProbePoint> point = probe_point(problem);
  if (!point) return;
  const problem::Sparsity& sparsity = occurrence.sparsity;
  const Coloring coloring = color_columns(sparsity.n, sparsity.n, sparsity.row_start, sparsity.column);
  for (const bool of_derivative : {false, true}) {
    std::vector<char>& flags = of_derivative ? occurrence.of_yp : occurrence.of_y;
    std::vector<char> changed(flags.size(), 0);
    for (int color = 0; color < coloring.count; ++color) {
      if (mark_changes(problem, *point, coloring, color, of_derivative, sparsity, changed)) continue;
      for (std::size_t k = 0; k < flags.size(); ++k) {
        if (coloring.color_of_column[sparsity.column[k]] == color) changed[k] = 1;
      }
    }
    for (std::size_t k = 0; k < flags.size(); ++k) flags[k] = static_cast<char>(flags[k] != 0 && changed[k] != 0);
  }
}

}  // namespace ida_consistent_init::derivatives
