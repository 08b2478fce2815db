#include "ida_consistent_init/structure/signature.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace ida_consistent_init::structure {

Signature make_signature(int n, const std::vector<SignatureEntry>& entries)
{
  // Entries by row; a key holds the column and, in the lowest bit, whether only the value occurs, so that in ascending
  // order the highest derivative comes first.
  std::vector<int> start(n + 1, 0);
  for (const SignatureEntry& entry : entries) ++start[entry.row + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> next(start.begin(), start.end() - 1);
  std::vector<std::uint32_t> key(entries.size());
  for (const SignatureEntry& entry : entries) {
    key[next[entry.row]++] = 2 * static_cast<std::uint32_t>(entry.column) + (entry.order == 1 ? 0u : 1u);
  }

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
  Signature result;
  result.n = signature.n;
  result.row_start.assign(signature.n + 1, 0);
  result.column.resize(signature.column.size());
  result.order.resize(signature.order.size());
  for (const int column : signature.column) ++result.row_start[column + 1];
  for (int j = 0; j < signature.n; ++j) result.row_start[j + 1] += result.row_start[j];

  std::vector<int> next(result.row_start.begin(), result.row_start.end() - 1);
  for (int i = 0; i < signature.n; ++i) {
    for (int entry = signature.row_start[i]; entry < signature.row_start[i + 1]; ++entry) {
      const int place = next[signature.column[entry]]++;
      result.column[place] = i;
      result.order[place] = signature.order[entry];
    }
  }
  return result;
}

}  // namespace ida_consistent_init::structure
