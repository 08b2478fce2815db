#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ida_consistent_init::methods {

namespace {

/// rows_of(i), columns_of(j): highest order of equation i and of variable j; -1: none.
template <class RowsOf, class ColumnsOf>
Stage make_block(const problem::Problem& problem, RowsOf rows_of, ColumnsOf columns_of)
{
  Stage block;
  int highest = 0;
  for (int i = 0; i < problem.n; ++i) highest = std::max(highest, rows_of(i));
  for (int order = 0; order <= highest; ++order) {
    for (int i = 0; i < problem.n; ++i) {
      if (order <= rows_of(i)) block.rows.push_back({i, order});
    }
  }
  for (int k = 0; k < problem.condition_count(); ++k) block.rows.push_back({problem.n + k, 0});
  for (int order = 0; order <= highest + 1; ++order) {
    for (int j = 0; j < problem.n; ++j) {
      if (order > columns_of(j)) continue;
      const bool held = (order == 0 && problem.fixed_y[j] != 0) || (order == 1 && problem.fixed_yp[j] != 0);
      (held ? block.held : block.columns).push_back({j, order});
    }
  }
  // A block of several stages: its Jacobian needs more than the leading terms.
  block.first = -highest - 1;
  block.last = 0;
  block.label = fmt::format("least squares with {} differentiation{}", highest, highest == 1 ? "" : "s");
  return block;
}

}  // namespace

Stage consistency_equations(const problem::Problem& problem, const structure::Signature& signature, int m)
{
  std::vector<char> derivative_occurs(problem.n, 0);
  for (std::size_t k = 0; k < signature.column.size(); ++k) {
    if (signature.order[k] == 1) derivative_occurs[signature.column[k]] = 1;
  }
  // Conditions and held slopes may concern a y' that F does not contain.
  const int least = problem.holds_anything() ? 1 : 0;
  return make_block(
      problem, [&](int) { return m; }, [&](int j) { return derivative_occurs[j] != 0 ? m + 1 : std::max(m, least); });
}

Stage reduced_consistency_equations(const problem::Problem& problem, const structure::Offsets& offsets)
{
  const std::vector<int>& d = offsets.variable;
  const int extra = std::any_of(d.begin(), d.end(), [](int order) { return order == 0; }) ? 1 : 0;
  return make_block(
      problem, [&](int i) { return offsets.equation[i] + extra; }, [&](int j) { return d[j] + extra; });
}

Stage without_wishes(const Stage& block, int n, int m)
{
  Stage result = block;
  std::erase_if(result.rows, [&](const Row& row) { return row.equation >= n || row.order > m; });
  result.columns.insert(result.columns.end(), block.held.begin(), block.held.end());
  std::erase_if(result.columns, [&](const Column& column) { return column.order > m + 1; });
  result.held.clear();
  return result;
}

}  // namespace ida_consistent_init::methods
