#include <ida_consistent_init/ida_consistent_init_flags.h>
#include <sunlinsol/sunlinsol_spfgmr.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <type_traits>

#include "ida_consistent_init/methods/impulse/callback.hpp"
#include "ida_consistent_init/methods/impulse/system_product.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

using support::Error;

/// Reduction of the residual in one Krylov solve; the passes of a stage do the rest.
constexpr double reduction = 1e-3;
/// IDA's own callbacks in its solver object, put back at the end.
template <class Content>
class Borrowed
{
 public:
  explicit Borrowed(SUNLinearSolver solver) : content_(static_cast<Content>(solver->content)), saved_(*content_) {}
  ~Borrowed()
  {
    content_->ATimes = saved_.ATimes;
    content_->ATData = saved_.ATData;
    content_->Psetup = saved_.Psetup;
    content_->Psolve = saved_.Psolve;
    content_->PData = saved_.PData;
    content_->s1 = saved_.s1;
    content_->s2 = saved_.s2;
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  Borrowed(Borrowed&&) = delete;
  Borrowed& operator=(Borrowed&&) = delete;
  [[nodiscard]] int side() const { return content_->pretype; }

 private:
  Content content_;
  std::remove_pointer_t<Content> saved_;
};

/// The operator is J itself, by differences. The user's preconditioner P ~ A(cj) stands for J as D_e P D_v.
template <class Content>
class KrylovSolver : public SystemSolver
{
 public:
  KrylovSolver(const System& system, const VectorOffsets& offsets, ResidualCalls& calls);
  bool set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj) override;
  bool solve(N_Vector b, N_Vector x) override;

 private:
  static int multiply_callback(void* self, N_Vector v, N_Vector z);
  static int precondition_callback(void* self, N_Vector r, N_Vector z, realtype tolerance, int side);
  template <class Call>
  int kept_from_throwing(Call call);
  int precondition(N_Vector r, N_Vector z, double tolerance);
  bool evaluate_base();

  const System& system_;
  const VectorOffsets& offsets_;
  SystemProduct product_;
  Borrowed<Content> borrowed_;
  N_Vector y_ = nullptr, yp_ = nullptr, weights_ = nullptr;
  double cj_ = 1;
  std::exception_ptr failure_;
  support::VectorHandle part_;
};

template <class Content>
KrylovSolver<Content>::KrylovSolver(const System& system, const VectorOffsets& offsets, ResidualCalls& calls)
    : system_(system),
      offsets_(offsets),
      product_(system, offsets, calls),
      borrowed_(system.solver),
      part_(system.new_vector())
{
  const bool ready = SUNLinSolSetATimes(system.solver, this, multiply_callback) == SUNLS_SUCCESS &&
                     SUNLinSolSetPreconditioner(system.solver, this, nullptr, precondition_callback) == SUNLS_SUCCESS &&
                     SUNLinSolInitialize(system.solver) == SUNLS_SUCCESS;
  if (!ready) {
    throw Error(IDACI_ILL_INPUT, "The linear solver given by IDACISetLinearSolver cannot be initialised.");
  }
}

/// No exception may pass through the linear solver, which is C.
template <class Content>
template <class Call>
int KrylovSolver<Content>::kept_from_throwing(Call call)
{
  try {
    return call();
  } catch (...) {
    failure_ = std::current_exception();
    return -1;
  }
}

template <class Content>
int KrylovSolver<Content>::multiply_callback(void* self, N_Vector v, N_Vector z)
{
  auto& solver = *static_cast<KrylovSolver*>(self);
  return solver.kept_from_throwing([&] { return solver.product_.multiply(v, z) ? 0 : 1; });
}

template <class Content>
int KrylovSolver<Content>::precondition_callback(void* self, N_Vector r, N_Vector z, realtype tolerance, int /*side*/)
{
  auto& solver = *static_cast<KrylovSolver*>(self);
  return solver.kept_from_throwing([&] { return solver.precondition(r, z, tolerance); });
}

/// z = D_v^-1 P^-1 D_e^-1 r.
template <class Content>
int KrylovSolver<Content>::precondition(N_Vector r, N_Vector z, double tolerance)
{
  if (system_.preconditioner_solve == nullptr) {
    N_VScale(1, r, z);
    return 0;
  }
  N_VScale(1, r, part_.get());
  scale_by_power(1 / cj_, offsets_.equation.get(), offsets_.largest_equation, part_.get(), product_.work());
  const int code = agreed_callback("The preconditioner solve function", IDACI_JAC_FAIL, product_.work(), [&] {
    return system_.preconditioner_solve(system_.t0, y_, yp_, product_.residual(), part_.get(), z, cj_, tolerance,
                                        system_.user_data);
  });
  scale_by_power(cj_, offsets_.variable.get(), offsets_.largest_variable, z, product_.work());
  return code;
}

template <class Content>
bool KrylovSolver<Content>::evaluate_base()
{
  why_ = "the residual refuses a point where J is needed";
  return product_.set_point(y_, yp_, weights_);
}

template <class Content>
bool KrylovSolver<Content>::set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj)
{
  y_ = y;
  yp_ = yp;
  weights_ = weights;
  cj_ = cj;
  if (!evaluate_base()) return false;
  if (system_.preconditioner_setup == nullptr) return true;
  ++factorizations_;
  why_ = support::format("the preconditioner set-up function failed recoverably with cj = {:g}", cj);
  return agreed_callback("The preconditioner set-up function", IDACI_JAC_FAIL, product_.work(), [&] {
           return system_.preconditioner_setup(system_.t0, y, yp, product_.residual(), cj, system_.user_data);
         }) == 0;
}

template <class Content>
bool KrylovSolver<Content>::solve(N_Vector b, N_Vector x)
{
  ++solves_;
  if (!evaluate_base()) return false;
  // With a preconditioner on the left both sides are corrections, on the right both are residuals.
  const bool left = borrowed_.side() == SUN_PREC_LEFT || borrowed_.side() == SUN_PREC_BOTH;
  N_Vector residual_weights = left ? weights_ : nullptr;
  N_Vector unknown_weights = borrowed_.side() == SUN_PREC_RIGHT ? nullptr : weights_;
  N_VScale(1, b, x);
  failure_ = nullptr;
  const bool measured = !left || precondition(b, x, 0) == 0;
  why_ = "the preconditioner solve function failed recoverably";
  if (!measured) return false;
  if (left) N_VProd(x, weights_, x);
  const double size = std::sqrt(N_VDotProd(x, x));
  N_VConst(0, x);
  if (size == 0) return true;
  SUNLinSolSetScalingVectors(system_.solver, residual_weights, unknown_weights);
  SUNLinSolSetZeroGuess(system_.solver, SUNTRUE);
  const int code = SUNLinSolSolve(system_.solver, nullptr, x, b, reduction * size);
  krylov_iterations_ += SUNLinSolNumIters(system_.solver);
  if (failure_) std::rethrow_exception(failure_);
  why_ = code == SUNLS_PSOLVE_FAIL_REC ? "the preconditioner solve function failed recoverably"
                                       : support::format("the Krylov solver returned {}", code);
  return code == SUNLS_SUCCESS || code == SUNLS_RES_REDUCED;
}

}  // namespace

std::unique_ptr<SystemSolver> make_krylov_solver(const System& system, const VectorOffsets& offsets,
                                                 ResidualCalls& calls)
{
  switch (SUNLinSolGetID(system.solver)) {
    case SUNLINEARSOLVER_SPGMR:
      return std::make_unique<KrylovSolver<SUNLinearSolverContent_SPGMR>>(system, offsets, calls);
    case SUNLINEARSOLVER_SPFGMR:
      return std::make_unique<KrylovSolver<SUNLinearSolverContent_SPFGMR>>(system, offsets, calls);
    default:
      throw Error(IDACI_NOT_SUPPORTED, "Without a matrix the method impulse takes SPGMR or SPFGMR.");
  }
}

}  // namespace ida_consistent_init::methods::impulse
