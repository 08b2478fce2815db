#include "ida_consistent_init/methods/impulse/held_values.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <cmath>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

/// Of the iteration for h, which needs at most as many steps as there are held components.
constexpr int largest_basis = 50;
constexpr double reduction_of_held = 1e-8;

bool holds_anything(N_Vector held)
{
  return held != nullptr && N_VMaxNorm(held) > 0;
}

}  // namespace

std::unique_ptr<HeldValues> HeldValues::of(const System& system, const VectorOffsets& offsets, ResidualCalls& calls,
                                           SystemSolver& solver)
{
  if (!holds_anything(system.held_y) && !holds_anything(system.held_yp)) return nullptr;
  return std::make_unique<HeldValues>(system, offsets, calls, solver);
}

HeldValues::HeldValues(const System& system, const VectorOffsets& offsets, ResidualCalls& calls, SystemSolver& solver)
    : system_(system),
      offsets_(offsets),
      solver_(solver),
      product_(system, offsets, calls),
      held_(system.new_vector()),
      wish_(system.new_vector()),
      h_(system.new_vector()),
      b_(system.new_vector()),
      work_(system.new_vector()),
      gmres_(SUNLinSol_SPGMR(system.guess_y, SUN_PREC_NONE, largest_basis, system.guess_y->sunctx))
{
  const bool ready = gmres_ != nullptr && SUNLinSolSetATimes(gmres_.get(), this, project_callback) == SUNLS_SUCCESS &&
                     SUNLinSolInitialize(gmres_.get()) == SUNLS_SUCCESS;
  if (!ready) throw support::Error(IDACI_MEM_FAIL, "The iteration for held components could not be set up.");
}

void HeldValues::begin(int k, const VectorJet& jet, N_Vector weights)
{
  k_ = k;
  jet_ = &jet;
  weights_ = weights;
  mask_at_least(-k, offsets_.equation.get(), b_.get());
  mask_at_least(-k, offsets_.variable.get(), work_.get());
  has_choice_ = count(b_.get()) < count(work_.get());
}

/// The unknowns of stage k that are values have d_j = -k, those that are first derivatives d_j = 1 - k.
bool HeldValues::adjust(N_Vector x, bool return_to_guess)
{
  if (!has_choice_) return true;
  N_VConst(0, held_.get());
  N_VConst(0, wish_.get());
  for (const int q : {0, 1}) {
    N_Vector held = q == 0 ? system_.held_y : system_.held_yp;
    if (q - k_ < 0 || !holds_anything(held)) continue;
    mask_equal(q - k_, offsets_.variable.get(), b_.get(), work_.get());
    N_VProd(b_.get(), held, b_.get());
    N_VLinearSum(1, held_.get(), 1, b_.get(), held_.get());
    if (return_to_guess) {
      N_VLinearSum(1, q == 0 ? system_.guess_y : system_.guess_yp, -1, jet_->derivative(q), work_.get());
      N_VProd(b_.get(), work_.get(), work_.get());
      N_VLinearSum(1, wish_.get(), 1, work_.get(), wish_.get());
    }
  }
  N_VProd(held_.get(), x, b_.get());
  N_VLinearSum(1, wish_.get(), -1, b_.get(), b_.get());
  N_VProd(b_.get(), weights_, work_.get());
  const double size = std::sqrt(N_VDotProd(work_.get(), work_.get()));
  if (size == 0) return true;
  if (!product_.set_point(jet_->derivative(0), jet_->derivative(1), weights_)) return false;
  failure_ = nullptr;
  N_VConst(0, h_.get());
  N_VScale(1, b_.get(), wish_.get());
  SUNLinSolSetScalingVectors(gmres_.get(), weights_, weights_);
  SUNLinSolSetZeroGuess(gmres_.get(), SUNTRUE);
  const int code = SUNLinSolSolve(gmres_.get(), nullptr, h_.get(), wish_.get(), reduction_of_held * size);
  if (failure_) std::rethrow_exception(failure_);
  // What cannot be held moves, and is refused when all stages are done.
  if (code != SUNLS_SUCCESS && code != SUNLS_RES_REDUCED) return true;
  if (!project(h_.get(), wish_.get())) return false;
  N_VLinearSum(1, x, 1, wish_.get(), x);
  return true;
}

/// No exception may pass through the linear solver, which is C.
int HeldValues::project_callback(void* self, N_Vector v, N_Vector z)
{
  auto& values = *static_cast<HeldValues*>(self);
  try {
    return values.project_held(v, z);
  } catch (...) {
    values.failure_ = std::current_exception();
    return -1;
  }
}

int HeldValues::project_held(N_Vector v, N_Vector z)
{
  N_VProd(held_.get(), v, work_.get());
  if (!project(work_.get(), z)) return 1;
  N_VProd(held_.get(), z, z);
  return 0;
}

/// z = P v.
bool HeldValues::project(N_Vector v, N_Vector z)
{
  if (!product_.multiply(v, b_.get())) return false;
  mask_at_least(-k_, offsets_.equation.get(), z);
  N_VProd(b_.get(), z, b_.get());
  if (!solver_.solve(b_.get(), z)) return false;
  N_VLinearSum(1, v, -1, z, z);
  mask_at_least(-k_, offsets_.variable.get(), b_.get());
  N_VProd(b_.get(), z, z);
  return true;
}

}  // namespace ida_consistent_init::methods::impulse
