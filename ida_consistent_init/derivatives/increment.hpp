#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

namespace ida_consistent_init::derivatives {

/// Step of a central difference of first order: truncation h^2 and round-off eps/h balance at eps^(1/3).
inline double increment(double value)
{
  const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(std::abs(value), 1.0);
  // The difference of two representable arguments, so that dividing by it is exact.
  const volatile double shifted = value + step;
  return shifted - value;
}

}  // namespace ida_consistent_init::derivatives
