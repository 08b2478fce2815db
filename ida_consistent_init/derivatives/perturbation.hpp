#pragma once
#include <algorithm>
#include <cmath>
#include <random>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::derivatives {

/// A point beside x: every component moved by up to `relative` of its size (or of 1). The same seed gives the same
/// point, so results are reproducible.
inline support::Vector beside(const support::Vector& x, unsigned seed, double relative = 1e-3)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> size(0.3, 1.0);
  std::bernoulli_distribution upwards(0.5);
  support::Vector moved = x;
  for (double& value : moved) {
    const double step = relative * size(generator) * std::max(std::abs(value), 1.0);
    value += upwards(generator) ? step : -step;
  }
  return moved;
}

struct SamplePoint
{
  support::Vector y, yp;
};

/// (y, y') itself (number 0), or one of the points beside it at which what F looks like is checked.
inline SamplePoint point_beside(const support::Vector& y, const support::Vector& yp, unsigned number)
{
  if (number == 0) return {y, yp};
  return {beside(y, number), beside(yp, number + 100)};
}

}  // namespace ida_consistent_init::derivatives
