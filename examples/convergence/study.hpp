// Errors of difference formulas against their displacement.
#ifndef IDACI_EXAMPLES_CONVERGENCE_STUDY_HPP
#define IDACI_EXAMPLES_CONVERGENCE_STUDY_HPP

#include <vector>

#include "convergence/problems.hpp"

namespace convergence {

struct Point
{
  double h;      // in units of the problem's time scale
  double error;  // relative, Euclidean norm
};

struct Curve
{
  int order;
  std::vector<Point> points;  // h falls
  int refused;                // displacements at which Newton's method did not converge (nonlinearity or round-off)
  double slope;               // of log(error) over log(h), above the round-off; NaN if too few points lie there
};

// Step by step with formulas of the orders 1 .. highest_order, all derivatives with the same displacement h.
std::vector<Curve> study(const Problem& problem, int highest_order);

}  // namespace convergence

#endif
