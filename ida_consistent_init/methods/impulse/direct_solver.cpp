#include <sunmatrix/sunmatrix_dense.h>

#include <cmath>

#include "ida_consistent_init/methods/impulse/callback.hpp"
#include "ida_consistent_init/methods/impulse/dense_differences.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"
#include "ida_consistent_init/support/vectors.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

namespace ida_consistent_init::methods::impulse {

namespace {

using support::Error;

/// J = lim D_e A(cj) D_v for cj -> infinity, D_e = diag(cj^c_i), D_v = diag(cj^(-d_j)) (design, section 7): F_y' of A
/// is left where d_j - c_i = 1, F_y where it is 0.
class DirectSolver : public SystemSolver
{
 public:
  DirectSolver(const System& system, const VectorOffsets& offsets, ResidualCalls& calls)
      : system_(system),
        offsets_(offsets),
        calls_(calls),
        is_direct_(SUNLinSolGetType(system.solver) == SUNLINEARSOLVER_DIRECT),
        value_(system.new_vector()),
        work1_(system.new_vector()),
        work2_(system.new_vector()),
        work3_(system.new_vector())
  {
    if (SUNLinSolInitialize(system.solver) != SUNLS_SUCCESS) {
      throw Error(IDACI_ILL_INPUT, "The linear solver given by IDACISetLinearSolver cannot be initialised.");
    }
  }

  bool set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj) override;
  bool solve(N_Vector b, N_Vector x) override;

 private:
  bool fill_matrix(N_Vector y, N_Vector yp);
  void require_finite_matrix();

  const System& system_;
  const VectorOffsets& offsets_;
  ResidualCalls& calls_;
  bool is_direct_;
  double cj_ = 1;
  support::VectorHandle value_, work1_, work2_, work3_;
};

bool DirectSolver::fill_matrix(N_Vector y, N_Vector yp)
{
  ++jacobian_evaluations_;
  why_ = "the residual refuses a point where F_y + cj F_y' is needed";
  if (!calls_.evaluate(system_.t0, y, yp, value_.get())) return false;
  if (system_.jacobian == nullptr) return dense_differences(system_, calls_, cj_, y, yp, value_.get());
  // As IDA does it: an iterative solver's matrix need not be one that can be zeroed.
  if (is_direct_ && SUNMatZero(system_.matrix) != SUNMAT_SUCCESS) {
    throw Error(IDACI_JAC_FAIL, "The Jacobian matrix could not be zeroed.");
  }
  why_ = "the Jacobian function failed recoverably";
  const int severity = agreed_callback("The Jacobian function", IDACI_JAC_FAIL, work1_.get(), [&] {
    return system_.jacobian(system_.t0, cj_, y, yp, value_.get(), system_.matrix, system_.user_data, work1_.get(),
                            work2_.get(), work3_.get());
  });
  if (severity == 0) require_finite_matrix();
  return severity == 0;
}

/// An infinite pivot would make a correction zero, which looks like convergence. Whatever the kind of matrix, its
/// product shows it; kinds that have none are not looked at.
void DirectSolver::require_finite_matrix()
{
  const SUNMatrix matrix = system_.matrix;
  if (matrix->ops->matvec == nullptr) return;
  if (matrix->ops->matvecsetup != nullptr && SUNMatMatvecSetup(matrix) != SUNMAT_SUCCESS) return;
  N_VConst(1, work1_.get());
  if (SUNMatMatvec(matrix, work1_.get(), work2_.get()) != SUNMAT_SUCCESS || is_finite(work2_.get())) return;
  throw Error(IDACI_JAC_FAIL,
              support::format("The Jacobian function has written a value that is not finite (cj = {:g}).", cj_));
}

bool DirectSolver::set_up(N_Vector y, N_Vector yp, N_Vector /*weights*/, double cj)
{
  cj_ = cj;
  if (!fill_matrix(y, yp)) return false;
  ++factorizations_;
  const int code = SUNLinSolSetup(system_.solver, system_.matrix);
  why_ = support::format("the linear solver cannot factor F_y + cj F_y' with cj = {:g} (code {})", cj, code);
  return largest_of_ranks(code == 0 ? 0 : 1, work1_.get()) == 0;
}

bool DirectSolver::solve(N_Vector b, N_Vector x)
{
  ++solves_;
  scale_by_power(1 / cj_, offsets_.equation.get(), offsets_.largest_equation, b, work1_.get());
  constexpr double relative_tolerance = 1e-10;  // of iterative solvers; what is left goes into the next pass
  const double tolerance = is_direct_ ? 0 : relative_tolerance * std::sqrt(N_VDotProd(b, b));
  const int code = SUNLinSolSolve(system_.solver, system_.matrix, x, b, tolerance);
  why_ = support::format("the linear solver returned {}", code);
  if (largest_of_ranks(code == 0 ? 0 : 1, work1_.get()) != 0) return false;
  scale_by_power(cj_, offsets_.variable.get(), offsets_.largest_variable, x, work1_.get());
  return true;
}

}  // namespace

std::unique_ptr<SystemSolver> make_direct_solver(const System& system, const VectorOffsets& offsets,
                                                 ResidualCalls& calls)
{
  return std::make_unique<DirectSolver>(system, offsets, calls);
}

std::unique_ptr<SystemSolver> make_solver(const System& system, const VectorOffsets& offsets, ResidualCalls& calls)
{
  if (system.solver == nullptr) return make_system_jacobian_solver(system);
  if (system.matrix == nullptr) return make_krylov_solver(system, offsets, calls);
  const SUNLinearSolver_Type type = SUNLinSolGetType(system.solver);
  if (type != SUNLINEARSOLVER_DIRECT && (type != SUNLINEARSOLVER_MATRIX_ITERATIVE || system.jacobian == nullptr)) {
    throw Error(IDACI_NOT_SUPPORTED,
                "With a matrix the method impulse takes direct linear solvers, and iterative ones made for a matrix "
                "with the Jacobian function (IDACISetJacFn); other iterative ones go without a matrix.");
  }
  const bool differences_possible =
      SUNMatGetID(system.matrix) == SUNMATRIX_DENSE && support::has_element_access(system.guess_y);
  if (system.jacobian == nullptr && !differences_possible) {
    throw Error(IDACI_NOT_SUPPORTED,
                "For this matrix the method impulse needs the Jacobian function (IDACISetJacFn); differences are made "
                "for dense matrices only.");
  }
  return make_direct_solver(system, offsets, calls);
}

}  // namespace ida_consistent_init::methods::impulse
