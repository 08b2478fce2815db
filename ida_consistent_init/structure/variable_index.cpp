#include "ida_consistent_init/structure/variable_index.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace ida_consistent_init::structure {
namespace {

/* Members sorted by block: those of block B are member[start[B]] .. member[start[B+1]-1]. */
struct SortedByBlock
{
  std::vector<int> start, member;
};

SortedByBlock sorted_by_block(const std::vector<int>& block_of, int count)
{
  SortedByBlock sorted{std::vector<int>(count + 1, 0), std::vector<int>(block_of.size())};
  for (const int block : block_of) ++sorted.start[block + 1];
  std::partial_sum(sorted.start.begin(), sorted.start.end(), sorted.start.begin());
  std::vector<int> next(sorted.start.begin(), sorted.start.end() - 1);
  for (std::size_t k = 0; k < block_of.size(); ++k) sorted.member[next[block_of[k]]++] = static_cast<int>(k);
  return sorted;
}

/* For each variable j, V(block of j) - d_j: how many more differentiations than d_j enter y_j^(d_j).

   V(B) = max of c_i over the equations i of B and of V(block of l) - slack_il over their entries (i, l): the most
   differentiations that enter the highest derivatives d_j of B's variables. An entry with slack s involves the
   derivative d_l - s only, which is known s differentiations earlier; V(block of l) - slack_il is what is stored for l,
   plus c_i + sigma_il. */
class Differentiations
{
 public:
  Differentiations(const Signature& signature, const Offsets& offsets, const Blocks& blocks)
      : signature_(signature), offsets_(offsets), blocks_(blocks), excess_(signature.n), value_(blocks.count, 0)
  {
  }

  /* No weight -slack is positive. Entries of J come from blocks with lower numbers, which the same sweep has come to
     before; only others, each with some slack, need a further sweep: there are at most 1 + max c. */
  std::vector<int> run()
  {
    for (int i = 0; i < signature_.n; ++i) {
      int& value = value_[blocks_.of_equation[i]];
      value = std::max(value, offsets_.equation[i]);
    }
    for (int j = 0; j < signature_.n; ++j) excess_[j] = value_[blocks_.of_variable[j]] - offsets_.variable[j];
    if (!is_settled()) {
      const SortedByBlock equations = sorted_by_block(blocks_.of_equation, blocks_.count);
      const SortedByBlock variables = sorted_by_block(blocks_.of_variable, blocks_.count);
      do sweep(equations, variables);
      while (!is_settled());
    }
    return std::move(excess_);
  }

 private:
  /* What the entries of equation i ask of its block. */
  int needed(int i) const
  {
    int most = std::numeric_limits<int>::min() / 2;
    for (int entry = signature_.row_start[i]; entry < signature_.row_start[i + 1]; ++entry) {
      most = std::max(most, excess_[signature_.column[entry]] + signature_.order[entry]);
    }
    return most + offsets_.equation[i];
  }

  bool is_settled() const
  {
    for (int i = 0; i < signature_.n; ++i) {
      if (needed(i) > value_[blocks_.of_equation[i]]) return false;
    }
    return true;
  }

  void sweep(const SortedByBlock& equations, const SortedByBlock& variables)
  {
    for (int block = 0; block < blocks_.count; ++block) {
      int value = value_[block];
      for (int k = equations.start[block]; k < equations.start[block + 1]; ++k) {
        value = std::max(value, needed(equations.member[k]));
      }
      if (value == value_[block]) continue;
      value_[block] = value;
      for (int k = variables.start[block]; k < variables.start[block + 1]; ++k) {
        excess_[variables.member[k]] = value - offsets_.variable[variables.member[k]];
      }
    }
  }

  const Signature& signature_;
  const Offsets& offsets_;
  const Blocks& blocks_;
  std::vector<int> excess_;
  std::vector<int> value_;  // V, by block
};

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
  const std::vector<int> excess = Differentiations(signature, offsets, blocks).run();
  const std::vector<char> constrained = constrained_variables(signature, offsets);
  std::vector<int> index(signature.n);
  for (int j = 0; j < signature.n; ++j) {
    // y_j^(d_j) takes V differentiations, its value d_j fewer. A count below one differentiation fixes only what
    // occurs undifferentiated; everything else at that level is a state.
    const int raw = excess[j] + 1;
    index[j] = constrained[j] ? std::max(1, raw) : (raw <= 1 ? 0 : raw);
  }
  return index;
}

}  // namespace ida_consistent_init::structure
