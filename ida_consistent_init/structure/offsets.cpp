#include "ida_consistent_init/structure/offsets.hpp"

#include <algorithm>
#include <numeric>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::structure {
namespace {

/* d for c = 0: the order of each variable in the equation assigned to it. */
std::vector<int> orders_on_assignment(const Signature& signature, const Assignment& assignment)
{
  std::vector<int> order(signature.n, 0);
  for (int row = 0; row < signature.n; ++row) {
    const int assigned = assignment.column_of_row[row];
    int entry = signature.row_start[row];
    while (signature.column[entry] != assigned) ++entry;
    order[assigned] = signature.order[entry];
  }
  return order;
}

template <class NameOf>
std::string check_values(const char* name, const std::vector<int>& values, int n, NameOf name_of)
{
  if (static_cast<int>(values.size()) != n) {
    return support::format("{} has {} entries, but the system has {} equations", name, values.size(), n);
  }
  for (int k = 0; k < n; ++k) {
    if (values[k] < 0) return support::format("{}[{}] = {} of {} is negative", name, k, values[k], name_of(k));
  }
  return {};
}

std::string check_inequalities(const Signature& signature, const Offsets& offsets, const problem::Names& names)
{
  for (int row = 0; row < signature.n; ++row) {
    for (int entry = signature.row_start[row]; entry < signature.row_start[row + 1]; ++entry) {
      if (slack(signature, offsets, row, entry) >= 0) continue;
      const int column = signature.column[entry];
      return support::format("d[{}] - c[{}] = {} - {} is less than {}, but {} of {} occurs in {}", column, row,
                             offsets.variable[column], offsets.equation[row], signature.order[entry],
                             signature.order[entry] == 1 ? "the derivative" : "the value", names.variable(column),
                             names.equation(row));
    }
  }
  return {};
}

}  // namespace

std::optional<Offsets> canonical_offsets(const Signature& signature, const Assignment& assignment, int max_offset)
{
  Offsets offsets{std::vector<int>(signature.n, 0), orders_on_assignment(signature, assignment)};
  std::vector<int>&c = offsets.equation, &d = offsets.variable;

  // d_l >= c_i + sigma_il for all i that contain l; d_l and the c of the equation assigned to l rise together.
  // Raising them only where this is violated, from c = 0, ends at the smallest solution.
  std::vector<int> pending(signature.n), raised;
  std::iota(pending.begin(), pending.end(), 0);
  std::vector<char> is_pending(signature.n, 1);
  while (!pending.empty()) {
    raised.clear();
    for (const int row : pending) {
      is_pending[row] = 0;
      for (int entry = signature.row_start[row]; entry < signature.row_start[row + 1]; ++entry) {
        const int column = signature.column[entry];
        const int needed = c[row] + signature.order[entry];
        if (needed <= d[column]) continue;
        const int owner = assignment.row_of_column[column];
        c[owner] += needed - d[column];
        d[column] = needed;
        if (c[owner] > max_offset) return std::nullopt;
        if (is_pending[owner]) continue;
        is_pending[owner] = 1;
        raised.push_back(owner);
      }
    }
    pending.swap(raised);
  }
  return offsets;
}

Pattern system_jacobian_pattern(const Signature& signature, const Offsets& offsets)
{
  Pattern pattern{signature.n, signature.n, {0}, {}};
  pattern.row_start.reserve(signature.n + 1);
  for (int row = 0; row < signature.n; ++row) {
    for (int entry = signature.row_start[row]; entry < signature.row_start[row + 1]; ++entry) {
      if (slack(signature, offsets, row, entry) == 0) pattern.column.push_back(signature.column[entry]);
    }
    pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
  }
  return pattern;
}

std::string check_offsets(const Signature& signature, const Offsets& offsets, const problem::Names& names)
{
  const auto equation = [&](int i) {
    return names.equation(i);
  };
  const auto variable = [&](int j) {
    return names.variable(j);
  };
  if (std::string text = check_values("c", offsets.equation, signature.n, equation); !text.empty()) return text;
  if (std::string text = check_values("d", offsets.variable, signature.n, variable); !text.empty()) return text;
  const int lowest = signature.n == 0 ? 0 : *std::min_element(offsets.equation.begin(), offsets.equation.end());
  if (lowest != 0) return support::format("the smallest c is {}, it must be 0", lowest);
  if (std::string text = check_inequalities(signature, offsets, names); !text.empty()) return text;

  const Matching matching = maximum_matching(system_jacobian_pattern(signature, offsets));
  if (matching.size == signature.n) return {};
  const auto lonely = std::find(matching.column_of_row.begin(), matching.column_of_row.end(), -1);
  return support::format(
      "the entries with d[j] - c[i] equal to the order of differentiation pair only {} of {} equations with a variable "
      "each; {} is left over",
      matching.size, signature.n, names.equation(static_cast<int>(lonely - matching.column_of_row.begin())));
}

}  // namespace ida_consistent_init::structure
