#include "ida_consistent_init/structure/dulmage_mendelsohn.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ida_consistent_init::structure {
namespace {

/* Rows reachable from the unmatched ones along alternating paths (any entry to a column, back by its match), and the
   columns they contain. All those columns are matched, else the matching could grow. */
std::pair<std::vector<int>, std::vector<int>> surplus_part(const Signature& signature,
                                                           const std::vector<int>& column_of_row,
                                                           const std::vector<int>& row_of_column)
{
  std::vector<int> rows, columns;
  for (int row = 0; row < signature.n; ++row) {
    if (column_of_row[row] < 0) rows.push_back(row);
  }
  std::vector<char> seen(signature.n, 0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (int entry = signature.row_start[rows[k]]; entry < signature.row_start[rows[k] + 1]; ++entry) {
      const int column = signature.column[entry];
      if (seen[column]) continue;
      seen[column] = 1;
      columns.push_back(column);
      rows.push_back(row_of_column[column]);
    }
  }
  std::sort(rows.begin(), rows.end());
  std::sort(columns.begin(), columns.end());
  return {std::move(rows), std::move(columns)};
}

}  // namespace

Singularity dulmage_mendelsohn(const Signature& signature, const Assignment& assignment)
{
  Singularity parts;
  std::tie(parts.overdetermined_equations, parts.overdetermined_variables) =
      surplus_part(signature, assignment.column_of_row, assignment.row_of_column);
  std::tie(parts.underdetermined_variables, parts.underdetermined_equations) =
      surplus_part(transposed(signature), assignment.row_of_column, assignment.column_of_row);
  return parts;
}

}  // namespace ida_consistent_init::structure
