#include "ida_consistent_init/structure/signature.hpp"

#include <algorithm>
#include <tuple>

namespace ida_consistent_init::structure {

Signature make_signature(int n, std::vector<SignatureEntry> entries)
{
  std::sort(entries.begin(), entries.end(), [](const SignatureEntry& a, const SignatureEntry& b) {
    return std::tie(a.row, a.column, b.order) < std::tie(b.row, b.column, a.order);
  });
  const auto same_place = [](const SignatureEntry& a, const SignatureEntry& b) {
    return a.row == b.row && a.column == b.column;
  };
  entries.erase(std::unique(entries.begin(), entries.end(), same_place), entries.end());

  Signature signature;
  signature.n = n;
  signature.row_start.assign(n + 1, 0);
  for (const SignatureEntry& entry : entries) {
    ++signature.row_start[entry.row + 1];
    signature.column.push_back(entry.column);
    signature.order.push_back(entry.order);
  }
  for (int row = 0; row < n; ++row) signature.row_start[row + 1] += signature.row_start[row];
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
