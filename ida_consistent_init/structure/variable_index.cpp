#include "ida_consistent_init/structure/variable_index.hpp"

#include <algorithm>
#include <numeric>

namespace ida_consistent_init::structure {
namespace {

/* Variables sorted by block: those of block B are member[start[B]] .. member[start[B+1]-1]. */
struct VariablesByBlock
{
  std::vector<int> start, member;
};

VariablesByBlock variables_by_block(const Blocks& blocks)
{
  VariablesByBlock sorted{std::vector<int>(blocks.count + 1, 0), std::vector<int>(blocks.of_variable.size())};
  for (const int block : blocks.of_variable) ++sorted.start[block + 1];
  std::partial_sum(sorted.start.begin(), sorted.start.end(), sorted.start.begin());
  std::vector<int> next(sorted.start.begin(), sorted.start.end() - 1);
  for (int j = 0; j < static_cast<int>(blocks.of_variable.size()); ++j)
    sorted.member[next[blocks.of_variable[j]]++] = j;
  return sorted;
}

/* V(B) = max of c_i over the equations i of B and of V(block of l) - slack_il over their entries (i, l): the most
   differentiations that enter the highest derivatives d_j of B's variables. An entry with slack s involves the
   derivative d_l - s only, which is known s differentiations earlier. No weight -s is positive, so that raising V
   where the relation is violated ends, after at most 1 + max c sweeps. */
std::vector<int> differentiations_of_blocks(const Signature& signature, const Offsets& offsets, const Blocks& blocks)
{
  std::vector<int> value(blocks.count, 0);
  for (int i = 0; i < signature.n; ++i) {
    value[blocks.of_equation[i]] = std::max(value[blocks.of_equation[i]], offsets.equation[i]);
  }

  // Only blocks with a positive value can raise another one.
  std::vector<char> is_pending(blocks.count, 0);
  bool any_pending = false;
  for (int block = 0; block < blocks.count; ++block) {
    is_pending[block] = value[block] > 0 ? 1 : 0;
    any_pending = any_pending || value[block] > 0;
  }
  if (!any_pending) return value;

  const Signature by_variable = transposed(signature);
  const VariablesByBlock variables = variables_by_block(blocks);
  // Entries of J raise blocks with higher numbers, which the same sweep comes to; only others need a further sweep.
  while (any_pending) {
    any_pending = false;
    for (int source = 0; source < blocks.count; ++source) {
      if (!is_pending[source]) continue;
      is_pending[source] = 0;
      for (int k = variables.start[source]; k < variables.start[source + 1]; ++k) {
        const int l = variables.member[k];
        for (int entry = by_variable.row_start[l]; entry < by_variable.row_start[l + 1]; ++entry) {
          const int i = by_variable.column[entry];
          const int target = blocks.of_equation[i];
          const int slack_il = offsets.variable[l] - offsets.equation[i] - by_variable.order[entry];
          if (value[source] - slack_il <= value[target]) continue;
          value[target] = value[source] - slack_il;
          is_pending[target] = 1;
          any_pending = any_pending || target <= source;
        }
      }
    }
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
