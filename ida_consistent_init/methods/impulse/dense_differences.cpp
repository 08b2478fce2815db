#include "ida_consistent_init/methods/impulse/dense_differences.hpp"

#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

/// F_y and F_y' are differenced apart: in one difference the round-off of cj F_y' would swallow F_y.
bool dense_differences(const System& system, ResidualCalls& calls, double cj, N_Vector y, N_Vector yp, N_Vector f)
{
  const support::VectorHandle moved = system.new_vector(), value = system.new_vector();
  const auto base = support::view(f), at = support::view(value.get());
  const double relative = std::sqrt(std::numeric_limits<double>::epsilon());
  for (int j = 0; j < support::length(y); ++j) {
    Eigen::Map<support::Vector> column(SUNDenseMatrix_Column(system.matrix, j), base.size());
    column.setZero();
    for (const bool of_derivative : {false, true}) {
      N_VScale(1, of_derivative ? yp : y, moved.get());
      double& entry = support::view(moved.get())[j];
      const double before = entry;
      entry += relative * std::max(std::abs(before), 1e-3);
      const double increment = entry - before;
      N_Vector at_y = of_derivative ? y : moved.get();
      N_Vector at_yp = of_derivative ? moved.get() : yp;
      if (!calls.evaluate(system.t0, at_y, at_yp, value.get())) return false;
      column += (of_derivative ? cj : 1) / increment * (at - base);
    }
  }
  return true;
}

}  // namespace ida_consistent_init::methods::impulse
