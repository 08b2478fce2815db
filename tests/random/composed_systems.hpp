/* Random sparse systems with known offsets and blocks: parts with known offsets, coupled one way, with further entries
   that change nothing, and equations and variables in random order.

   Why the answer is known. Offsets that are valid for all entries and tight on a complete assignment prove that
   assignment to be of highest value. The canonical offsets are the smallest valid ones, so that entries which the
   offsets of a part already satisfy cannot change them. An entry that demands s more of a variable of a part raises
   the whole part by s, if a path of tight entries leads from that variable's equation to every other one of the part.
   The parts' diagonal blocks are strongly connected by their own tight entries; all other tight entries lead to blocks
   that come earlier, so that the blocks stay what they were. */
#ifndef IDA_CONSISTENT_INIT_TESTS_RANDOM_COMPOSED_SYSTEMS_HPP
#define IDA_CONSISTENT_INIT_TESTS_RANDOM_COMPOSED_SYSTEMS_HPP

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::structure::test {

struct Recipe
{
  int n = 1;
  double raising_couplings_per_part = 0;  // entries that raise the offsets of the part they refer to
  double extra_entries_per_row = 0;       // entries that leave offsets and blocks alone
  unsigned seed = 1;
};

struct ComposedSystem
{
  Signature signature;
  Offsets offsets;
  Blocks blocks;  // numbered so that equations refer to their own and to earlier blocks
  int index = 0;
  long degrees_of_freedom = 0;
  int raised_parts = 0;
};

class Composer
{
 public:
  explicit Composer(const Recipe& recipe) : recipe_(recipe), generator_(recipe.seed) {}

  ComposedSystem compose()
  {
    while (size() < recipe_.n) add_part(recipe_.n - size());
    couple_parts();
    add_extra_entries();
    return in_random_order();
  }

 private:
  /* Equations and variables first .. first + size - 1. A later part may raise this one through the variables of the
     range outlet .. first + size - 1. */
  struct Part
  {
    int first, size, outlet;
  };

  int size() const { return static_cast<int>(system_.offsets.equation.size()); }
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator_); }

  void add_part(int room)
  {
    constexpr int pendulum_size = 5, largest_order = 4, largest_width = 4;
    if (room >= pendulum_size && pick(0, 5) == 0) return add_pendulum();
    const int order = pick(0, std::min(room, largest_order));
    add_chain(order, pick(1, std::min(room / std::max(order, 1), largest_width)));
  }

  /* Hessenberg form of the given order with `width` components a level; the levels are coupled by cyclic matrices (two
     entries a row), which are irreducible.
     Order 0: A x' = ..., 1: 0 = A x, and above:
       x_1' = ... A x_r         c = 0      solved for x_r
       x_k' = ... A x_(k-1)     c = k - 1  solved for x_(k-1)
       0    =     A x_(r-1)     c = r - 1  solved for x_(r-1)
     The derivative of x_k makes the equations of level k + 1 one order higher than those of level k. */
  void add_chain(int order, int width)
  {
    const int first = size(), levels = std::max(order, 1);
    parts_.push_back({first, levels * width, first + (levels - 1) * width});
    for (int level = 1; level <= levels; ++level) {
      const int solved_level = level == 1 ? levels : level - 1;
      for (int a = 0; a < width; ++a) {
        const int row = first + (level - 1) * width + a;
        const int solved = first + (solved_level - 1) * width;
        if (level < order) entries_.push_back({row, row, 1});
        entries_.push_back({row, solved + a, order == 0 ? 1 : 0});
        entries_.push_back({row, solved + (a + 1) % width, order == 0 ? 1 : 0});
        append_equation_and_variable(level - 1, level < order || order == 0 ? level : 0);
      }
    }
    // The constraint's block comes first, then one level after the other down to the one with x_r.
    for (int level = levels; level >= 1; --level, ++system_.blocks.count) {
      const int solved_level = level == 1 ? levels : level - 1;
      for (int a = 0; a < width; ++a) {
        system_.blocks.of_equation[first + (level - 1) * width + a] = system_.blocks.count;
        system_.blocks.of_variable[first + (solved_level - 1) * width + a] = system_.blocks.count;
      }
    }
  }

  /* x, y, u, v, lambda of a planar pendulum: one block, all of it reached from each of its variables. */
  void add_pendulum()
  {
    const int x = size(), y = x + 1, u = x + 2, v = x + 3, lambda = x + 4;
    parts_.push_back({x, 5, x});
    for (const SignatureEntry& entry : std::vector<SignatureEntry>{{x, x, 1},
                                                                   {x, u, 0},
                                                                   {y, y, 1},
                                                                   {y, v, 0},
                                                                   {u, u, 1},
                                                                   {u, lambda, 0},
                                                                   {v, v, 1},
                                                                   {v, lambda, 0},
                                                                   {lambda, x, 0},
                                                                   {lambda, y, 0}}) {
      entries_.push_back(entry);
    }
    append_equation_and_variable(1, 2);
    append_equation_and_variable(1, 2);
    append_equation_and_variable(0, 1);
    append_equation_and_variable(0, 1);
    append_equation_and_variable(2, 0);
    for (int k = x; k <= lambda; ++k)
      system_.blocks.of_equation[k] = system_.blocks.of_variable[k] = system_.blocks.count;
    ++system_.blocks.count;
  }

  void append_equation_and_variable(int c, int d)
  {
    system_.offsets.equation.push_back(c);
    system_.offsets.variable.push_back(d);
    system_.blocks.of_equation.push_back(-1);
    system_.blocks.of_variable.push_back(-1);
  }

  /* From the last part to the first: what a part demands of earlier ones is known once its own offsets are final. */
  void couple_parts()
  {
    std::vector<int>&c = system_.offsets.equation, &d = system_.offsets.variable;
    std::vector<int> demand(parts_.size(), 0);
    std::poisson_distribution<int> couplings(recipe_.raising_couplings_per_part);
    for (int p = static_cast<int>(parts_.size()) - 1; p >= 0; --p) {
      const Part& part = parts_[p];
      if (demand[p] > 0) ++system_.raised_parts;
      for (int k = part.first; k < part.first + part.size; ++k) {
        c[k] += demand[p];
        d[k] += demand[p];
      }
      if (p == 0 || recipe_.raising_couplings_per_part == 0) continue;
      for (int count = couplings(generator_); count > 0; --count) {
        const int target = pick(0, p - 1), order = pick(0, 1);
        const int row = pick(part.first, part.first + part.size - 1);
        const int column = pick(parts_[target].outlet, parts_[target].first + parts_[target].size - 1);
        entries_.push_back({row, column, order});
        demand[target] = std::max(demand[target], c[row] + order - d[column]);
      }
    }
  }

  void add_extra_entries()
  {
    const auto tries = static_cast<long>(recipe_.extra_entries_per_row * size());
    for (long k = 0; k < tries; ++k) {
      const SignatureEntry entry{pick(0, size() - 1), pick(0, size() - 1), pick(0, 1)};
      const int slack = system_.offsets.variable[entry.column] - system_.offsets.equation[entry.row] - entry.order;
      const bool lower = system_.blocks.of_variable[entry.column] <= system_.blocks.of_equation[entry.row];
      if (slack > 0 || (slack == 0 && lower)) entries_.push_back(entry);
    }
  }

  std::vector<int> random_permutation()
  {
    std::vector<int> permutation(size());
    std::iota(permutation.begin(), permutation.end(), 0);
    std::shuffle(permutation.begin(), permutation.end(), generator_);
    return permutation;
  }

  ComposedSystem in_random_order()
  {
    const std::vector<int> new_row = random_permutation(), new_column = random_permutation();
    for (SignatureEntry& entry : entries_) entry = {new_row[entry.row], new_column[entry.column], entry.order};
    ComposedSystem shuffled = system_;
    for (int k = 0; k < size(); ++k) {
      shuffled.offsets.equation[new_row[k]] = system_.offsets.equation[k];
      shuffled.blocks.of_equation[new_row[k]] = system_.blocks.of_equation[k];
      shuffled.offsets.variable[new_column[k]] = system_.offsets.variable[k];
      shuffled.blocks.of_variable[new_column[k]] = system_.blocks.of_variable[k];
    }
    const std::vector<int>&c = shuffled.offsets.equation, &d = shuffled.offsets.variable;
    const bool algebraic = std::find(d.begin(), d.end(), 0) != d.end();
    shuffled.index = *std::max_element(c.begin(), c.end()) + (algebraic ? 1 : 0);
    shuffled.degrees_of_freedom = std::accumulate(d.begin(), d.end(), 0L) - std::accumulate(c.begin(), c.end(), 0L);
    shuffled.signature = make_signature(size(), entries_);
    return shuffled;
  }

  Recipe recipe_;
  std::mt19937 generator_;
  std::vector<Part> parts_;
  std::vector<SignatureEntry> entries_;
  ComposedSystem system_;
};

inline ComposedSystem compose(const Recipe& recipe)
{
  return Composer(recipe).compose();
}

}  // namespace ida_consistent_init::structure::test

#endif
