#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

Stage consistency_equations(const problem::Problem& problem, const structure::Signature& signature, int m)
{
  std::vector<char> derivative_occurs(problem.n, 0);
  for (std::size_t k = 0; k < signature.column.size(); ++k) {
    if (signature.order[k] == 1) derivative_occurs[signature.column[k]] = 1;
  }
  // Conditions and held slopes may concern a y' that F does not contain.
  const int least = problem.holds_anything() ? 1 : 0;
  Stage block;
  for (int order = 0; order <= m; ++order) {
    for (int i = 0; i < problem.n; ++i) block.rows.push_back({i, order});
  }
  for (int k = 0; k < problem.condition_count(); ++k) block.rows.push_back({problem.n + k, 0});
  for (int order = 0; order <= m + 1; ++order) {
    for (int j = 0; j < problem.n; ++j) {
      if (order > (derivative_occurs[j] != 0 ? m + 1 : std::max(m, least))) continue;
      const bool held = (order == 0 && problem.fixed_y[j] != 0) || (order == 1 && problem.fixed_yp[j] != 0);
      (held ? block.held : block.columns).push_back({j, order});
    }
  }
  // A block of several stages: its Jacobian needs more than the leading terms.
  block.first = -m - 1;
  block.last = 0;
  block.nearest = false;
  block.label = support::format("least squares with {} differentiation{}", m, m == 1 ? "" : "s");
  return block;
}

Stage reduced(const Stage& block, const std::vector<char>& row_needed, const Eigen::SparseMatrix<double>& jacobian,
              int n)
{
  Stage result = block;
  result.rows.clear();
  std::vector<char> kept(block.rows.size(), 0);
  std::size_t equation_row = 0;
  for (std::size_t k = 0; k < block.rows.size(); ++k) {
    kept[k] = block.rows[k].equation >= n ? 1 : row_needed[equation_row++];
    if (kept[k] != 0) result.rows.push_back(block.rows[k]);
  }
  result.columns.clear();
  for (std::size_t column = 0; column < block.columns.size(); ++column) {
    bool occurs = block.columns[column].order <= 1;
    for (Eigen::SparseMatrix<double>::InnerIterator entry(jacobian, static_cast<int>(column)); entry; ++entry) {
      occurs = occurs || kept[entry.row()] != 0;
    }
    if (occurs) result.columns.push_back(block.columns[column]);
  }
  return result;
}

bool still_holds(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet,
                 const Stage& full, const StageSolution& full_solution)
{
  constexpr double margin = 10;
  const auto rows = array.residual(block.rows, jet, array.term_scale(jet));
  if (rows.outcome != problem::Outcome::ok) return false;
  Eigen::Index kept = 0;
  for (std::size_t k = 0; k < full.rows.size() && kept < rows.value.size(); ++k) {
    const Row &row = full.rows[k], &next = block.rows[static_cast<std::size_t>(kept)];
    if (row.equation != next.equation || row.order != next.order) continue;
    const double allowed = margin * (full_solution.tolerance[static_cast<Eigen::Index>(k)] + rows.error[kept]);
    if (!(std::abs(rows.value[kept++]) <= allowed)) return false;
  }
  return true;
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
