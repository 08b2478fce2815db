#include "ida_consistent_init/structure/variable_index.hpp"

#include <algorithm>
#include <numeric>

namespace ida_consistent_init::structure {
namespace {

std::vector<std::vector<int>> variables_by_block(const Blocks& blocks)
{
  std::vector<std::vector<int>> members(blocks.count);
  for (int j = 0; j < static_cast<int>(blocks.of_variable.size()); ++j) members[blocks.of_variable[j]].push_back(j);
  return members;
}

/* V(B) = max of c_i over the equations i of B and of V(block of l) - slack_il over their entries (i, l): the most
   differentiations that enter the highest derivatives d_j of B's variables. An entry with slack s involves the
   derivative d_l - s only, which is known s differentiations earlier. No weight -s is positive, so that raising V
   where the relation is violated ends, after at most max c visits to each block. */
std::vector<int> differentiations_of_blocks(const Signature& signature, const Offsets& offsets, const Blocks& blocks)
{
  const Signature by_variable = transposed(signature);
  const std::vector<std::vector<int>> members = variables_by_block(blocks);
  std::vector<int> value(blocks.count, 0);
  for (int i = 0; i < signature.n; ++i) {
    value[blocks.of_equation[i]] = std::max(value[blocks.of_equation[i]], offsets.equation[i]);
  }

  std::vector<int> pending(blocks.count), raised;
  std::iota(pending.begin(), pending.end(), 0);
  std::vector<char> is_pending(blocks.count, 1);
  while (!pending.empty()) {
    raised.clear();
    for (const int source : pending) {
      is_pending[source] = 0;
      for (const int l : members[source]) {
        for (int entry = by_variable.row_start[l]; entry < by_variable.row_start[l + 1]; ++entry) {
          const int i = by_variable.column[entry];
          const int target = blocks.of_equation[i];
          const int slack_il = offsets.variable[l] - offsets.equation[i] - by_variable.order[entry];
          if (value[source] - slack_il <= value[target]) continue;
          value[target] = value[source] - slack_il;
          if (is_pending[target]) continue;
          is_pending[target] = 1;
          raised.push_back(target);
        }
      }
    }
    pending.swap(raised);
  }
  return value;
}

/* Variables whose value itself is an unknown of an equation: entries of J with d_j - c_i = sigma_ij = 0. */
std::vector<char> constrained_variables(const Signature& signature, const Offsets& offsets)
{
  std::vector<char> constrained(signature.n, 0);
  for (int i = 0; i < signature.n; ++i) {
    for (int entry = signature.row_start[i]; entry < signature.row_start[i + 1]; ++entry) {
      if (signature.order[entry] == 0 && slack(signature, offsets, i, entry) == 0) {
        constrained[signature.column[entry]] = 1;
      }
    }
  }
  return constrained;
}

}  // namespace

std::vector<int> variable_index(const Signature& signature, const Offsets& offsets, const Blocks& blocks)
{
  const std::vector<int> differentiations = differentiations_of_blocks(signature, offsets, blocks);
  const std::vector<char> constrained = constrained_variables(signature, offsets);
  std::vector<int> index(signature.n);
  for (int j = 0; j < signature.n; ++j) {
    // y_j^(d_j) takes V differentiations, its value d_j fewer. A count below one differentiation fixes only what
    // occurs undifferentiated; everything else at that level is a state.
    const int raw = differentiations[blocks.of_variable[j]] - offsets.variable[j] + 1;
    index[j] = constrained[j] ? std::max(1, raw) : (raw <= 1 ? 0 : raw);
  }
  return index;
}

}  // namespace ida_consistent_init::structure
