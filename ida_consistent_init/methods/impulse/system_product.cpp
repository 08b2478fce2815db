#include "ida_consistent_init/methods/impulse/system_product.hpp"

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

/// Increment of the differences, in units of |y| + atol / rtol; F is nearly linear over so little.
constexpr double increment = 1e-6;
/// The weights 1 / (rtol |y| + atol) count in tolerances; times this they count in values (rtol as by default).
constexpr double tolerance_unit = 1e-8;

}  // namespace

SystemProduct::SystemProduct(const System& system, const VectorOffsets& offsets, ResidualCalls& calls)
    : system_(system),
      offsets_(offsets),
      calls_(calls),
      base_(system.new_vector()),
      part_(system.new_vector()),
      moved_(system.new_vector()),
      value_(system.new_vector())
{
}

bool SystemProduct::set_point(N_Vector y, N_Vector yp, N_Vector weights)
{
  y_ = y;
  yp_ = yp;
  weights_ = weights;
  return calls_.evaluate(system_.t0, y, yp, base_.get());
}

/// Columns with d_j = d meet F_y in the equations with c_i = d and F_y' in those with c_i = d - 1. They are differenced
/// apart, because in one difference the values would drown in the highest derivatives.
bool SystemProduct::multiply(N_Vector v, N_Vector z)
{
  N_VConst(0, z);
  for (int d = 0; d <= offsets_.largest_variable; ++d) {
    N_VScale(1, v, part_.get());
    keep_equal(d, offsets_.largest_variable, offsets_.variable.get(), part_.get(), moved_.get());
    const double size = weighted_norm(part_.get(), weights_, moved_.get()) * tolerance_unit;
    if (size == 0) continue;
    if (d <= offsets_.largest_equation && !add_difference(d, false, increment / size, z)) return false;
    if (d >= 1 && d - 1 <= offsets_.largest_equation && !add_difference(d - 1, true, increment / size, z)) return false;
  }
  return true;
}

/// What the part of v does to the equations with this offset, through y or through y'.
bool SystemProduct::add_difference(int equation_offset, bool of_derivative, double step, N_Vector z)
{
  N_VLinearSum(1, of_derivative ? yp_ : y_, step, part_.get(), moved_.get());
  N_Vector y = of_derivative ? y_ : moved_.get();
  N_Vector yp = of_derivative ? moved_.get() : yp_;
  if (!calls_.evaluate(system_.t0, y, yp, value_.get())) return false;
  N_VLinearSum(1, value_.get(), -1, base_.get(), value_.get());
  keep_equal(equation_offset, offsets_.largest_equation, offsets_.equation.get(), value_.get(), moved_.get());
  N_VLinearSum(1, z, 1 / step, value_.get(), z);
  return true;
}

}  // namespace ida_consistent_init::methods::impulse
