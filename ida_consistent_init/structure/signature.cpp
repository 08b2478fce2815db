#include "ida_consistent_init/structure/signature.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "ida_consistent_init/support/grouping.hpp"

namespace ida_consistent_init::structure {
namespace {

using support::group_by_key;
using Groups = support::Groups<std::uint32_t>;

/* An entry of a row: its column and, in the lowest bit, its order. */
std::uint32_t packed(int column, int order)
{
  return 2 * static_cast<std::uint32_t>(column) + (order == 1 ? 1u : 0u);
}

Signature unpacked(int n, Groups rows)
{
  Signature result{n, std::move(rows.start), {}, {}};
  result.column.reserve(rows.item.size());
  result.order.reserve(rows.item.size());
  for (const std::uint32_t item : rows.item) {
    result.column.push_back(static_cast<int>(item / 2));
    result.order.push_back(static_cast<int>(item % 2));
  }
  return result;
}

std::vector<int> inverse(const std::vector<int>& permutation)
{
  std::vector<int> result(permutation.size());
  for (std::size_t k = 0; k < permutation.size(); ++k) result[permutation[k]] = static_cast<int>(k);
  return result;
}

}  // namespace

Signature make_signature(int n, const std::vector<SignatureEntry>& entries)
{
  // Entries by row; an item holds the column and, in the lowest bit, whether only the value occurs, so that in
  // ascending order the highest derivative comes first.
  Groups rows = group_by_key<std::uint32_t>(n, [&](auto visit) {
    for (const SignatureEntry& entry : entries) {
      visit(entry.row, 2 * static_cast<std::uint32_t>(entry.column) + (entry.order == 1 ? 0u : 1u));
    }
  });
  const std::vector<int>& start = rows.start;
  std::vector<std::uint32_t>& key = rows.item;

  Signature signature{n, {0}, {}, {}};
  signature.row_start.reserve(n + 1);
  signature.column.reserve(entries.size());
  signature.order.reserve(entries.size());
  for (int row = 0; row < n; ++row) {
    std::sort(key.begin() + start[row], key.begin() + start[row + 1]);
    for (int k = start[row]; k < start[row + 1]; ++k) {
      const int column = static_cast<int>(key[k] / 2);
      const bool repeated =
          static_cast<int>(signature.column.size()) > signature.row_start[row] && signature.column.back() == column;
      if (repeated) continue;
      signature.column.push_back(column);
      signature.order.push_back(key[k] % 2 == 0 ? 1 : 0);
    }
    signature.row_start.push_back(static_cast<int>(signature.column.size()));
  }
  return signature;
}

Signature transposed(const Signature& signature)
{
  return unpacked(signature.n, group_by_key<std::uint32_t>(signature.n, [&](auto visit) {
                    for (int i = 0; i < signature.n; ++i) {
                      for (int entry = signature.row_start[i]; entry < signature.row_start[i + 1]; ++entry) {
                        visit(signature.column[entry], packed(i, signature.order[entry]));
                      }
                    }
                  }));
}

Signature renumbered(const Signature& signature, const std::vector<int>& row, const std::vector<int>& column)
{
  const std::vector<int> new_row = inverse(row), new_column = inverse(column);
  Groups rows = group_by_key<std::uint32_t>(signature.n, [&](auto visit) {
    for (int i = 0; i < signature.n; ++i) {
      for (int entry = signature.row_start[i]; entry < signature.row_start[i + 1]; ++entry) {
        visit(new_row[i], packed(new_column[signature.column[entry]], signature.order[entry]));
      }
    }
  });
  for (int i = 0; i < signature.n; ++i) {
    std::sort(rows.item.begin() + rows.start[i], rows.item.begin() + rows.start[i + 1]);
  }
  return unpacked(signature.n, std::move(rows));
}

}  // namespace ida_consistent_init::structure
