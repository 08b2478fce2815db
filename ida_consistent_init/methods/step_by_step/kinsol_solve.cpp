#include "ida_consistent_init/methods/step_by_step/kinsol_solve.hpp"

#include <kinsol/kinsol.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/handles.hpp"
#include "ida_consistent_init/support/sundials_compat.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods {
namespace {

using Eigen::VectorXd;
using support::view;

/// Beyond this size KLU is faster than dense LU.
constexpr int largest_dense = 60;
/// KINSOL's default bound is a multiple of the scaled start, which may be zero; the line search bounds steps already.
constexpr double longest_step = 1e30;
/// The residual that KINSOL stops at, in units of f_scale.
constexpr double residual_goal = 0.1;

struct ContextDeleter
{
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
struct KinsolDeleter
{
  void operator()(void* memory) const { KINFree(&memory); }
};
struct SolverDeleter
{
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};

[[noreturn]] void out_of_memory()
{
  throw support::Error(IDACI_MEM_FAIL, "KINSOL could not allocate its memory.");
}

/// KINSOL's objects in the order in which they depend on each other.
class KinsolRun
{
 public:
  KinsolRun(const SquareSystem& system, const VectorXd& x);
  KinsolOutcome solve();

 private:
  void make_linear_solver();
  void configure();
  support::VectorHandle vector_of(const VectorXd& values);
  void fill(const linear::SparseMatrix& from, SUNMatrix to);
  static int call_function(N_Vector x, N_Vector f, void* self);
  static int call_jacobian(N_Vector x, N_Vector f, SUNMatrix matrix, void* self, N_Vector, N_Vector);
  static void stay_silent(int, const char*, const char*, char*, void*) {}

  const SquareSystem& system_;
  linear::SparseMatrix pattern_;  // of the matrix that KLU analysed
  std::exception_ptr thrown_;
  std::unique_ptr<std::remove_pointer_t<SUNContext>, ContextDeleter> context_;
  support::VectorHandle x_, x_scale_, f_scale_, constraint_;
  support::MatrixHandle matrix_;
  std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, SolverDeleter> solver_;
  std::unique_ptr<void, KinsolDeleter> kinsol_;
};

KinsolRun::KinsolRun(const SquareSystem& system, const VectorXd& x) : system_(system)
{
  SUNContext context = nullptr;
  if (support::create_context(&context) != 0) out_of_memory();
  context_.reset(context);
  x_ = vector_of(x);
  x_scale_ = vector_of(system.x_scale);
  f_scale_ = vector_of(system.f_scale);
  pattern_ = system.jacobian(x);
  kinsol_.reset(KINCreate(context_.get()));
  if (kinsol_ == nullptr) out_of_memory();
  make_linear_solver();
  configure();
}

support::VectorHandle KinsolRun::vector_of(const VectorXd& values)
{
  support::VectorHandle vector(N_VNew_Serial(values.size(), context_.get()));
  if (vector == nullptr) out_of_memory();
  view(vector.get()) = values;
  return vector;
}

void KinsolRun::make_linear_solver()
{
  const auto n = pattern_.cols();
  if (n <= largest_dense) {
    matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
    if (matrix_ == nullptr) out_of_memory();
    solver_.reset(SUNLinSol_Dense(x_.get(), matrix_.get(), context_.get()));
  } else {
    matrix_.reset(SUNSparseMatrix(n, n, pattern_.nonZeros(), CSC_MAT, context_.get()));
    if (matrix_ == nullptr) out_of_memory();
    solver_.reset(SUNLinSol_KLU(x_.get(), matrix_.get(), context_.get()));
  }
  if (solver_ == nullptr) out_of_memory();
}

void KinsolRun::configure()
{
  void* kinsol = kinsol_.get();
  KINSetErrHandlerFn(kinsol, stay_silent, nullptr);
  KINSetUserData(kinsol, this);
  int flag = KINInit(kinsol, call_function, x_.get());
  if (flag == KIN_SUCCESS) flag = KINSetLinearSolver(kinsol, solver_.get(), matrix_.get());
  if (flag == KIN_SUCCESS) flag = KINSetJacFn(kinsol, call_jacobian);
  if (flag == KIN_SUCCESS) flag = KINSetFuncNormTol(kinsol, residual_goal);
  if (flag == KIN_SUCCESS) flag = KINSetMaxNewtonStep(kinsol, longest_step);
  if (flag == KIN_SUCCESS) flag = KINSetNumMaxIters(kinsol, system_.max_iterations);
  if (flag == KIN_SUCCESS && !system_.constraint.empty()) {
    constraint_ = vector_of(VectorXd::Zero(pattern_.cols()));
    std::copy(system_.constraint.begin(), system_.constraint.end(), view(constraint_.get()).begin());
    flag = KINSetConstraints(kinsol, constraint_.get());
  }
  if (flag != KIN_SUCCESS) out_of_memory();
}

KinsolOutcome KinsolRun::solve()
{
  KinsolOutcome outcome;
  outcome.flag = KINSol(kinsol_.get(), x_.get(), KIN_LINESEARCH, x_scale_.get(), f_scale_.get());
  if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  outcome.x = view(x_.get());
  long iterations = 0;
  KINGetNumNonlinSolvIters(kinsol_.get(), &iterations);
  outcome.iterations = static_cast<int>(iterations);
  return outcome;
}

int KinsolRun::call_function(N_Vector x, N_Vector f, void* self)
{
  auto& run = *static_cast<KinsolRun*>(self);
  try {
    VectorXd value;
    if (!run.system_.function(view(x), value)) return 1;
    view(f) = value;
    return 0;
  } catch (...) {
    run.thrown_ = std::current_exception();
    return -1;
  }
}

int KinsolRun::call_jacobian(N_Vector x, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector)
{
  auto& run = *static_cast<KinsolRun*>(self);
  try {
    run.fill(run.system_.jacobian(view(x)), matrix);
    return 0;
  } catch (...) {
    run.thrown_ = std::current_exception();
    return -1;
  }
}

/// KLU keeps its analysis as long as the pattern stays.
void KinsolRun::fill(const linear::SparseMatrix& from, SUNMatrix to)
{
  if (SUNMatGetID(to) == SUNMATRIX_DENSE) {
    SUNMatZero(to);
    for (int j = 0; j < from.outerSize(); ++j) {
      for (linear::SparseMatrix::InnerIterator entry(from, j); entry; ++entry) {
        SM_ELEMENT_D(to, entry.row(), j) = entry.value();
      }
    }
    return;
  }
  const bool same_pattern =
      from.nonZeros() == pattern_.nonZeros() &&
      std::equal(from.outerIndexPtr(), from.outerIndexPtr() + from.outerSize() + 1, pattern_.outerIndexPtr()) &&
      std::equal(from.innerIndexPtr(), from.innerIndexPtr() + from.nonZeros(), pattern_.innerIndexPtr());
  if (!same_pattern) {
    pattern_ = from;
    if (SUNLinSol_KLUReInit(solver_.get(), to, from.nonZeros(), SUNKLU_REINIT_FULL) != SUNLS_SUCCESS) out_of_memory();
  }
  std::copy_n(from.outerIndexPtr(), from.outerSize() + 1, SUNSparseMatrix_IndexPointers(to));
  std::copy_n(from.innerIndexPtr(), from.nonZeros(), SUNSparseMatrix_IndexValues(to));
  std::copy_n(from.valuePtr(), from.nonZeros(), SUNSparseMatrix_Data(to));
}

}  // namespace

KinsolOutcome solve_by_kinsol(const SquareSystem& system, const VectorXd& x)
{
  return KinsolRun(system, x).solve();
}

}  // namespace ida_consistent_init::methods
