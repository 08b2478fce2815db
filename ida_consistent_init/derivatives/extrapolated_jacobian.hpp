#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"

namespace ida_consistent_init::derivatives {

/// Widest of the three steps of an extrapolated difference by a component of that value, and the narrowest.
inline double widest_of_extrapolation(double value)
{
  return 0x1p-5 * std::max(std::exp2(std::ceil(std::log2(std::max(std::abs(value), 1.0)))), 1.0);
}
inline double narrowest_of_extrapolation(double value)
{
  return widest_of_extrapolation(value) / 4;
}

/// F_y and F_y' by central differences of three steps that are halved, extrapolated to order 6 (Richardson); functions
/// of up to sixth degree have no truncation error, and round-off is that of steps a thousand times those of plain
/// differences. Nothing where F cannot be evaluated at the steps, or where orders 4 and 6 differ by more than round-off
/// explains: F is not smooth enough on that scale.
std::optional<JacobianPair> extrapolated_jacobian(const problem::Problem& problem, const problem::Sparsity& sparsity,
                                                  const Coloring& coloring, double t, const Vector& y,
                                                  const Vector& yp);

/// Entries of plain differences that may be nothing but round-off of F's terms, however large the rest is: wider steps
/// tell. What is round-off for them, too, becomes zero, so that no scaling can make it look like an entry.
void remove_mere_roundoff(const problem::Problem& problem, const problem::Sparsity& sparsity, const Coloring& coloring,
                          double t, const Vector& y, const Vector& yp, JacobianPair& pair);

}  // namespace ida_consistent_init::derivatives
