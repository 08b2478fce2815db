/* Signatures of known problems and random ones, for the tests of this room. */
#ifndef IDA_CONSISTENT_INIT_TESTS_UNIT_STRUCTURE_SIGNATURES_HPP
#define IDA_CONSISTENT_INIT_TESTS_UNIT_STRUCTURE_SIGNATURES_HPP

#include <algorithm>
#include <random>
#include <vector>

#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure::test {

/* One equation: the variables whose derivative occurs, and those of which the value occurs. */
struct Equation
{
  std::vector<int> derivatives, values;
};

inline Signature signature_of(const std::vector<Equation>& equations)
{
  std::vector<SignatureEntry> entries;
  for (int i = 0; i < static_cast<int>(equations.size()); ++i) {
    for (const int j : equations[i].derivatives) entries.push_back({i, j, 1});
    for (const int j : equations[i].values) entries.push_back({i, j, 0});
  }
  return make_signature(static_cast<int>(equations.size()), entries);
}

/* Planar pendulum, variables x y u v lambda, with the constraint on positions (index 3), on velocities (index 2) or
   on lambda (index 1). */
inline Signature pendulum(const std::vector<int>& constraint)
{
  return signature_of({{{0}, {2}}, {{1}, {3}}, {{2}, {0, 4}}, {{3}, {1, 4}}, {{}, constraint}});
}
inline Signature pendulum_index3()
{
  return pendulum({0, 1});
}
inline Signature pendulum_index2()
{
  return pendulum({0, 1, 2, 3});
}
inline Signature pendulum_index1()
{
  return pendulum({0, 1, 2, 3, 4});
}

/* C R T TC: C' = .. - R; C given; T' = .. R, T, TC; R = f(T, C). */
inline Signature exothermic_reactor()
{
  return signature_of({{{0}, {0, 1}}, {{}, {0}}, {{2}, {1, 2, 3}}, {{}, {0, 1, 2}}});
}

/* u' = f(u, v), 0 = g(u, v). */
inline Signature spiteri_example1()
{
  return signature_of({{{0}, {0, 1}}, {{}, {0, 1}}});
}

/* e1 e2 e3 jL jV q1 q2 phi: charge-oriented nodal analysis with a capacitor loop and an inductor cutset. */
inline Signature mna_index2()
{
  return signature_of({{{5}, {0, 1, 4}},
                       {{5, 6}, {0, 1, 3}},
                       {{}, {3}},
                       {{7}, {1, 2}},
                       {{}, {0}},
                       {{}, {0, 1, 5}},
                       {{}, {1, 6}},
                       {{}, {3, 7}}});
}

/* x y th vx vy om beta lam s: a wheel on a wavy road with bristle friction; s is the contact parameter. */
inline Signature contact_multibody()
{
  return signature_of({{{0}, {3}},
                       {{1}, {4}},
                       {{2}, {5}},
                       {{3}, {0, 1, 6, 7, 8}},
                       {{4}, {0, 1, 6, 7, 8}},
                       {{5}, {6, 7}},
                       {{6}, {0, 1, 3, 4, 5, 6, 8}},
                       {{}, {0, 1, 8}},
                       {{}, {0, 1, 8}}});
}

/* A chain of planar pendulum links, each with x y u v lambda; the force of a link also acts on the one before. */
inline Signature pendulum_chain(int links)
{
  std::vector<SignatureEntry> entries;
  for (int k = 0; k < links; ++k) {
    const int first = 5 * k;
    for (int i = 0; i < 4; ++i) entries.push_back({first + i, first + i, 1});
    for (int i = 0; i < 2; ++i) {
      entries.push_back({first + i, first + 2 + i, 0});
      for (int l = std::max(0, k - 1); l <= std::min(links - 1, k + 1); ++l) {
        entries.push_back({first + 2 + i, 5 * l + i, 0});
        if (l >= k) entries.push_back({first + 2 + i, 5 * l + 4, 0});
        if (l <= k) entries.push_back({first + 4, 5 * l + i, 0});
      }
    }
  }
  return make_signature(5 * links, entries);
}

/* n equations, each place filled with probability density, by a derivative in four of ten cases. */
inline Signature random_signature(int n, double density, std::mt19937& generator)
{
  std::bernoulli_distribution occurs(density), as_derivative(0.4);
  std::vector<SignatureEntry> entries;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (occurs(generator)) entries.push_back({i, j, as_derivative(generator) ? 1 : 0});
    }
  }
  return make_signature(n, entries);
}

/* sigma_ij, or -1 where nothing occurs. */
inline int order_at(const Signature& signature, int row, int column)
{
  for (int entry = signature.row_start[row]; entry < signature.row_start[row + 1]; ++entry) {
    if (signature.column[entry] == column) return signature.order[entry];
  }
  return -1;
}

}  // namespace ida_consistent_init::structure::test

#endif
