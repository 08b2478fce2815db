#include "ida_consistent_init/methods/impulse/learned_offsets.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

#include "ida_consistent_init/methods/impulse/residual_calls.hpp"
#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

using support::Error;
using support::VectorHandle;

/// entries_i = 1 where they are above a small part of the largest one, else 0; entries >= 0.
void make_mask(N_Vector entries, N_Vector work)
{
  constexpr double negligible = 1e-14;
  constexpr double of_whole_numbers = 0x1p52;  // beside it a double holds no fraction
  const double largest_entry = N_VMaxNorm(entries);
  if (largest_entry == 0) return;
  N_VAddConst(entries, negligible * largest_entry, work);
  N_VDiv(entries, work, entries);
  N_VAddConst(entries, of_whole_numbers, entries);
  N_VAddConst(entries, -of_whole_numbers, entries);
}

class Probe
{
 public:
  Probe(const System& system, N_Vector states)
      : system_(system),
        calls_(system),
        states_(system.new_vector()),
        base_(system.new_vector()),
        proportion_(system.new_vector()),
        moved_(system.new_vector()),
        moved_slope_(system.new_vector()),
        value_(system.new_vector()),
        seen_(system.new_vector())
  {
    N_VAbs(states, states_.get());
    make_mask(states_.get(), value_.get());
  }

  VectorOffsets operator()()
  {
    N_VConst(0, seen_.get());
    if (!calls_.evaluate(system_.t0, system_.guess_y, system_.guess_yp, base_.get())) refuse();
    for (int kind = 0; kind < 3; ++kind) {
      set_proportion(kind);
      change();
    }
    make_mask(seen_.get(), value_.get());
    VectorOffsets offsets{system_.new_vector(), system_.new_vector(), 0, 0};
    N_VScale(-1, seen_.get(), offsets.equation.get());
    N_VAddConst(offsets.equation.get(), 1, offsets.equation.get());
    N_VScale(1, states_.get(), offsets.variable.get());
    offsets.largest_equation = largest(offsets.equation.get());
    offsets.largest_variable = largest(offsets.variable.get());
    return offsets;
  }

 private:
  [[noreturn]] static void refuse()
  {
    throw Error(IDACI_RES_NOT_FINITE, "The residual cannot be evaluated near the given values.");
  }

  /// 1, or more by what the values and the residual of the row happen to be: changes that cancel in one are not likely
  /// to cancel in all.
  void set_proportion(int kind)
  {
    N_VConst(1, proportion_.get());
    if (kind == 0) return;
    N_VAbs(kind == 1 ? system_.guess_y : base_.get(), value_.get());
    N_VAddConst(value_.get(), kind, value_.get());
    N_VInv(value_.get(), value_.get());
    N_VLinearSum(1, proportion_.get(), 1, value_.get(), proportion_.get());
  }

  /// y' by proportion, and what is no state of y by the rest of it: states keep their values.
  void change()
  {
    constexpr double length = 1e-3;
    const double scale = length * (1 + N_VMaxNorm(system_.guess_y)),
                 slope = length * (1 + N_VMaxNorm(system_.guess_yp));
    N_VProd(proportion_.get(), states_.get(), value_.get());
    N_VLinearSum(1, proportion_.get(), -1, value_.get(), moved_.get());
    N_VLinearSum(1, system_.guess_y, scale, moved_.get(), moved_.get());
    N_VLinearSum(1, system_.guess_yp, slope, proportion_.get(), moved_slope_.get());
    note(moved_.get(), system_.guess_yp);
    note(system_.guess_y, moved_slope_.get());
  }

  void note(N_Vector y, N_Vector yp)
  {
    if (!calls_.evaluate(system_.t0, y, yp, value_.get())) refuse();
    N_VLinearSum(1, value_.get(), -1, base_.get(), value_.get());
    N_VAbs(value_.get(), value_.get());
    N_VLinearSum(1, seen_.get(), 1, value_.get(), seen_.get());
  }

  const System& system_;
  ResidualCalls calls_;
  VectorHandle states_, base_, proportion_, moved_, moved_slope_, value_, seen_;
};

}  // namespace

VectorOffsets learned_offsets(const System& system, N_Vector states)
{
  return Probe(system, states)();
}

}  // namespace ida_consistent_init::methods::impulse
