/* Large sparse systems of known index for the measurements of the structural analysis. Equations and variables are in
   random order unless a name says otherwise: a numbering along the structure would flatter caches and searches. */
#ifndef IDA_CONSISTENT_INIT_BENCH_STRUCTURE_FAMILIES_HPP
#define IDA_CONSISTENT_INIT_BENCH_STRUCTURE_FAMILIES_HPP

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "ida_consistent_init/structure/signature.hpp"
#include "random/composed_systems.hpp"

namespace ida_consistent_init::bench {

using structure::SignatureEntry;

/* Entries in no particular order, as an application would hand them over. */
struct System
{
  int n = 0;
  std::vector<SignatureEntry> entries;
  int index = 0;  // known from the construction; -1: no complete assignment exists
};

inline void shuffle(System& system, std::mt19937& generator)
{
  std::vector<int> row(system.n), column(system.n);
  std::iota(row.begin(), row.end(), 0);
  std::iota(column.begin(), column.end(), 0);
  std::shuffle(row.begin(), row.end(), generator);
  std::shuffle(column.begin(), column.end(), generator);
  for (SignatureEntry& entry : system.entries) entry = {row[entry.row], column[entry.column], entry.order};
}

/* Half differential, half algebraic equations, each with its own variable and four others at random. */
inline System random_index1(int n)
{
  std::mt19937 generator(1);
  std::uniform_int_distribution<int> any(0, n - 1);
  System system{n, {}, 1};
  for (int i = 0; i < n; ++i) {
    system.entries.push_back({i, i, i < n / 2 ? 1 : 0});
    for (int k = 0; k < 4; ++k) system.entries.push_back({i, any(generator), 0});
  }
  shuffle(system, generator);
  return system;
}

/* Hessenberg chains of order 0 .. 4 and pendulums, coupled one way, about five entries a row. */
inline System composed_chains(int n)
{
  const structure::test::ComposedSystem composed = structure::test::compose({n, 0.0, 4.4, 2});
  System system{n, {}, composed.index};
  for (int i = 0; i < n; ++i) {
    for (int k = composed.signature.row_start[i]; k < composed.signature.row_start[i + 1]; ++k) {
      system.entries.push_back({i, composed.signature.column[k], composed.signature.order[k]});
    }
  }
  std::mt19937 generator(2);
  std::shuffle(system.entries.begin(), system.entries.end(), generator);
  return system;
}

/* Planar rigid links in Cartesian coordinates, each hinged to the one before: x y angle, their velocities, and two
   joint forces a link, index 3. One block of size n, along which every search may become long. */
inline System rigid_links(int n)
{
  const int links = n / 8;
  System system{8 * links, {}, 3};
  for (int link = 0; link < links; ++link) {
    const int q = 8 * link, force = q + 6, next_force = force + 8;
    for (int k = 0; k < 3; ++k) {
      system.entries.push_back({q + k, q + k, 1});
      system.entries.push_back({q + k, q + 3 + k, 0});
      system.entries.push_back({q + 3 + k, q + 3 + k, 1});
      if (k == 2) system.entries.push_back({q + 3 + k, q + 2, 0});
      for (const int f : {force, next_force}) {
        if (f >= system.n) continue;
        if (k != 1) system.entries.push_back({q + 3 + k, f, 0});
        if (k != 0) system.entries.push_back({q + 3 + k, f + 1, 0});
      }
    }
    for (int k = 0; k < 2; ++k) {
      for (const int body : {q, q - 8}) {
        if (body < 0) continue;
        system.entries.push_back({force + k, body + k, 0});
        system.entries.push_back({force + k, body + 2, 0});
      }
    }
  }
  std::mt19937 generator(3);
  shuffle(system, generator);
  return system;
}

/* Heat equation on a square grid, differential inside, algebraic on the boundary (flux to the neighbour). */
inline System heat_grid(int n, bool in_random_order)
{
  const int side = static_cast<int>(std::sqrt(static_cast<double>(n)));
  System system{side * side, {}, 1};
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int here = row * side + column;
      const bool boundary = row == 0 || column == 0 || row == side - 1 || column == side - 1;
      system.entries.push_back({here, here, boundary ? 0 : 1});
      if (column > 0) system.entries.push_back({here, here - 1, 0});
      if (column + 1 < side) system.entries.push_back({here, here + 1, 0});
      if (row > 0) system.entries.push_back({here, here - side, 0});
      if (row + 1 < side) system.entries.push_back({here, here + side, 0});
    }
  }
  std::mt19937 generator(4);
  if (in_random_order) shuffle(system, generator);
  return system;
}

/* Algebraic chains 0 = a_i x_i + x_(i+1), 0 = x_1 of all lengths up to sqrt(2 n), in an order in which a greedy
   matching leaves one augmenting path of full length in each: as many different lengths of paths as can be. */
inline System long_paths(int n)
{
  System system{0, {}, 1};
  for (int length = 1; system.n + length <= n; ++length) {
    const int first = system.n;
    for (int k = 0; k < length; ++k) {
      if (k + 1 < length) system.entries.push_back({first + k, first + k + 1, 0});
      system.entries.push_back({first + (k + 1 < length ? k : length - 1), first + (k + 1 < length ? k : 0), 0});
    }
    system.n += length;
  }
  return system;
}

/* Composed chains of which three variables have been lost: no complete assignment. */
inline System lost_variables(int n)
{
  System system = composed_chains(n);
  std::erase_if(system.entries, [](const SignatureEntry& entry) { return entry.column < 3; });
  system.index = -1;
  return system;
}

}  // namespace ida_consistent_init::bench

#endif
