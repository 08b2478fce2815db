// The reduced consistency equations of an index-2 Hessenberg system, Leimkuhler, Petzold, Gear, (16)-(19), on the core
// of the library.
#ifndef IDACI_EXAMPLES_TRAJECTORY_REDUCTION_HPP
#define IDACI_EXAMPLES_TRAJECTORY_REDUCTION_HPP

#include "trajectory/reference.hpp"

namespace trajectory {

// Degree r of the Taylor polynomials in the difference formulas (13), which allow r >= k for derivative k.
enum class Degree
{
  own,     // r = k, as the recomputed values have it: first u' and v, then u'' and v'
  shared,  // r = 2 for all: one system for u', v, u'', v'; the first differences see u'' too, so their error is another
};

struct Displacements
{
  double h1, h2;  // of first and second derivatives
};

struct Solved
{
  Errors medians{};                // over the starts
  double worst_over_estimate = 0;  // largest error of a component of u', v, v' over the library's estimate of it
};

// Solves for (u', v, u'', v') with u held at its exact values, from 15 starts within 30 percent of the exact v and v',
// by formulas of the order on the nodes c_i = i. Throws std::runtime_error if a start does not converge.
Solved solve_reduction(const Reference& exact, int order, const Displacements& displacements, Degree degree);

}  // namespace trajectory

#endif
