#include "ida_consistent_init/derivatives/group_probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/derivatives/coloring.hpp"
#include "ida_consistent_init/derivatives/probe_point.hpp"

namespace ida_consistent_init::derivatives {

using problem::Problem;
using support::Vector;

namespace {

/// The first groups are this many; each is probed alone.
constexpr int first_groups = 64;

/// Groups of `size` neighbouring components, and which of them occur in each equation (compressed rows).
struct GroupPattern
{
  int size = 0, groups = 0;
  std::vector<int> row_start, group;
};

/// Those of y or those of y'.
class GroupProbe
{
 public:
  GroupProbe(const Problem& problem, const ProbePoint& point, bool of_derivative)
      : problem_(problem), point_(point), of_derivative_(of_derivative)
  {
  }

  /// Groups of one component each; nothing if some call failed or contradicts the others.
  std::optional<GroupPattern> run()
  {
    int size = 1;
    while (count_of(size) > first_groups) size *= 2;
    Coloring each_alone{count_of(size), std::vector<int>(count_of(size))};
    for (int group = 0; group < each_alone.count; ++group) each_alone.color_of_column[group] = group;
    std::optional<GroupPattern> pattern = probe(size, each_alone, nullptr);
    while (pattern && pattern->size > 1) {
      const GroupPattern halves = halved(*pattern);
      pattern = probe(halves.size, color_columns(problem_.n, halves.groups, halves.row_start, halves.group), &halves);
    }
    if (!pattern || !explains_changes(*pattern)) return std::nullopt;
    return pattern;
  }

 private:
  [[nodiscard]] int count_of(int size) const { return (problem_.n + size - 1) / size; }

  [[nodiscard]] GroupPattern halved(const GroupPattern& pattern) const
  {
    GroupPattern halves{pattern.size / 2, count_of(pattern.size / 2), {0}, {}};
    halves.row_start.reserve(pattern.row_start.size());
    halves.group.reserve(2 * pattern.group.size());
    for (int i = 0; i < problem_.n; ++i) {
      for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
        for (const int half : {2 * pattern.group[k], 2 * pattern.group[k] + 1}) {
          if (half < halves.groups) halves.group.push_back(half);
        }
      }
      halves.row_start.push_back(static_cast<int>(halves.group.size()));
    }
    return halves;
  }

  /// F with the components of one colour changed.
  template <class Change>
  std::optional<Vector> residual_with(int color, const Coloring& coloring, int size, Change change) const
  {
    Vector moved = of_derivative_ ? point_.yp : point_.y;
    for (int j = 0; j < problem_.n; ++j) {
      if (coloring.color_of_column[j / size] == color) moved[j] = change(moved[j]);
    }
    return of_derivative_ ? try_residual(problem_, point_.y, moved) : try_residual(problem_, moved, point_.yp);
  }

  /// Which groups make an equation NaN. Groups of one colour never share an equation of the candidates, so that the
  /// colour tells the group. Without candidates each group has a colour of its own.
  std::optional<GroupPattern> probe(int size, const Coloring& coloring, const GroupPattern* candidates) const
  {
    std::vector<std::vector<int>> of_row(problem_.n);
    for (int color = 0; color < coloring.count; ++color) {
      const auto r =
          residual_with(color, coloring, size, [](double) { return std::numeric_limits<double>::quiet_NaN(); });
      if (!r) return std::nullopt;
      for (int i = 0; i < problem_.n; ++i) {
        if (!std::isnan((*r)[i])) continue;
        const int group = candidates == nullptr ? color : group_of(color, coloring, *candidates, i);
        if (group < 0) return std::nullopt;
        of_row[i].push_back(group);
      }
    }
    GroupPattern found{size, count_of(size), {0}, {}};
    found.row_start.reserve(problem_.n + 1);
    for (const std::vector<int>& groups : of_row) {
      found.group.insert(found.group.end(), groups.begin(), groups.end());
      found.row_start.push_back(static_cast<int>(found.group.size()));
    }
    return found;
  }

  static int group_of(int color, const Coloring& coloring, const GroupPattern& pattern, int row)
  {
    for (int k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k) {
      if (coloring.color_of_column[pattern.group[k]] == color) return pattern.group[k];
    }
    return -1;
  }

  /// A finite change of the components of one colour changes only equations that contain one of them.
  [[nodiscard]] bool explains_changes(const GroupPattern& pattern) const
  {
    const Coloring coloring = color_columns(problem_.n, pattern.groups, pattern.row_start, pattern.group);
    for (int color = 0; color < coloring.count; ++color) {
      const auto r = residual_with(color, coloring, 1, [](double x) { return x + 0.01 * std::max(std::abs(x), 1.0); });
      if (!r) continue;
      for (int i = 0; i < problem_.n; ++i) {
        if ((*r)[i] != point_.r[i] && group_of(color, coloring, pattern, i) < 0) return false;
      }
    }
    return true;
  }

  const Problem& problem_;
  const ProbePoint& point_;
  bool of_derivative_;
};

}  // namespace

std::optional<std::vector<Place>> probe_groups_with_nan(const Problem& problem)
{
  const std::optional<ProbePoint> point = probe_point(problem);
  if (!point) return std::nullopt;
  std::vector<Place> places;
  for (const bool of_derivative : {false, true}) {
    const std::optional<GroupPattern> pattern = GroupProbe(problem, *point, of_derivative).run();
    if (!pattern) return std::nullopt;
    for (int i = 0; i < problem.n; ++i) {
      for (int k = pattern->row_start[i]; k < pattern->row_start[i + 1]; ++k) {
        places.push_back({i, pattern->group[k], of_derivative});
      }
    }
  }
  return places;
}

}  // namespace ida_consistent_init::derivatives
