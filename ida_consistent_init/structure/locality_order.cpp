#include "ida_consistent_init/structure/locality_order.hpp"

#include <array>
#include <cstddef>

namespace ida_consistent_init::structure {

bool is_local(const Signature& signature)
{
  constexpr int kLineBits = 4;         // sixteen 4-byte values to a line
  constexpr std::size_t kLines = 512;  // 32 KiB, a first-level cache
  std::array<int, kLines> held{};
  held.fill(-1);
  std::size_t missed = 0;
  for (const int column : signature.column) {
    const int line = column >> kLineBits;
    int& slot = held[static_cast<std::size_t>(line) % kLines];
    missed += slot == line ? 0 : 1;
    slot = line;
  }
  return missed <= signature.column.size() / 8;
}

std::optional<Renumbering> locality_order(const Signature& signature)
{
  const Signature by_variable = transposed(signature);
  Renumbering order;
  order.row.reserve(signature.n);
  order.column.reserve(signature.n);
  std::vector<char> row_seen(signature.n, 0), column_seen(signature.n, 0);
  const auto see_row = [&](int row) {
    if (row_seen[row]) return;
    row_seen[row] = 1;
    order.row.push_back(row);
  };
  const auto see_column = [&](int column) {
    if (column_seen[column]) return;
    column_seen[column] = 1;
    order.column.push_back(column);
    for (int k = by_variable.row_start[column]; k < by_variable.row_start[column + 1]; ++k)
      see_row(by_variable.column[k]);
  };
  // Of a grid or a chain, the neighbours of so many equations are a small part of that number.
  constexpr std::size_t kSample = 4000;
  std::size_t scanned = 0;
  for (int root = 0; root < signature.n; ++root) {
    for (see_row(root); scanned < order.row.size(); ++scanned) {
      if (scanned == kSample && order.row.size() > 2 * kSample) return std::nullopt;
      const int row = order.row[scanned];
      for (int k = signature.row_start[row]; k < signature.row_start[row + 1]; ++k) see_column(signature.column[k]);
    }
  }
  // What is left are variables without any equation.
  for (int column = 0; column < signature.n; ++column) see_column(column);
  return order;
}

}  // namespace ida_consistent_init::structure
