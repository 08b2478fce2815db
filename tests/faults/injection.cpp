#include "faults/injection.hpp"

#include <kinsol/kinsol.h>
#include <klu.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace faults {
namespace {

// The linker's --wrap and operator new leave no other way to reach the data; the tests run in one thread.
struct Injection
{
  bool armed = false, for_good = false;
  Site site = Site::none;
  long at_call = 0;
  std::array<long, 4> calls{};
  bool just_freed = false;
};
Injection injection;

}  // namespace

void arm(Site site, long at_call, bool for_good)
{
  injection = {.armed = true, .for_good = for_good, .site = site, .at_call = at_call};
}

void disarm()
{
  injection.armed = false;
}

long calls(Site site)
{
  return injection.calls[static_cast<std::size_t>(site)];
}

bool fails(Site site)
{
  if (!injection.armed) return false;
  const long call = ++injection.calls[static_cast<std::size_t>(site)];
  return site == injection.site && (call == injection.at_call || (injection.for_good && call > injection.at_call));
}

}  // namespace faults

using faults::fails;
using faults::Site;

// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming,cppcoreguidelines-no-malloc)
extern "C" {

void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);

// malloc and free are Eigen's. Its matrices (3.4) free their old memory before they ask for new memory and keep the old
// address if there is none, so that their destructor frees it a second time: those calls are not made to fail.
void* __wrap_malloc(std::size_t size)
{
  const bool resizes = std::exchange(faults::injection.just_freed, false);
  return !resizes && fails(Site::allocation) ? nullptr : __real_malloc(size);
}
void __real_free(void* memory);
void __wrap_free(void* memory)
{
  faults::injection.just_freed = memory != nullptr;
  __real_free(memory);
}
void* __wrap_calloc(std::size_t count, std::size_t size)
{
  return fails(Site::allocation) ? nullptr : __real_calloc(count, size);
}
void* __wrap_realloc(void* memory, std::size_t size)
{
  return fails(Site::allocation) ? nullptr : __real_realloc(memory, size);
}

SUNMatrix __real_SUNMatClone(SUNMatrix matrix);
SUNMatrix __wrap_SUNMatClone(SUNMatrix matrix)
{
  return fails(Site::sundials) ? nullptr : __real_SUNMatClone(matrix);
}
SUNMatrix __real_SUNDenseMatrix(sunindextype rows, sunindextype columns, SUNContext context);
SUNMatrix __wrap_SUNDenseMatrix(sunindextype rows, sunindextype columns, SUNContext context)
{
  return fails(Site::sundials) ? nullptr : __real_SUNDenseMatrix(rows, columns, context);
}
SUNLinearSolver __real_SUNLinSol_Dense(N_Vector y, SUNMatrix matrix, SUNContext context);
SUNLinearSolver __wrap_SUNLinSol_Dense(N_Vector y, SUNMatrix matrix, SUNContext context)
{
  return fails(Site::sundials) ? nullptr : __real_SUNLinSol_Dense(y, matrix, context);
}
SUNNonlinearSolver __real_SUNNonlinSol_Newton(N_Vector y, SUNContext context);
SUNNonlinearSolver __wrap_SUNNonlinSol_Newton(N_Vector y, SUNContext context)
{
  return fails(Site::sundials) ? nullptr : __real_SUNNonlinSol_Newton(y, context);
}
N_Vector __real_N_VNew_Serial(sunindextype length, SUNContext context);
N_Vector __wrap_N_VNew_Serial(sunindextype length, SUNContext context)
{
  return fails(Site::sundials) ? nullptr : __real_N_VNew_Serial(length, context);
}
int __real_SUNContext_Create(void* communicator, SUNContext* context);
int __wrap_SUNContext_Create(void* communicator, SUNContext* context)
{
  return fails(Site::sundials) ? -1 : __real_SUNContext_Create(communicator, context);
}
void* __real_KINCreate(SUNContext context);
void* __wrap_KINCreate(SUNContext context)
{
  return fails(Site::sundials) ? nullptr : __real_KINCreate(context);
}
int __real_KINInit(void* memory, KINSysFn function, N_Vector like);
int __wrap_KINInit(void* memory, KINSysFn function, N_Vector like)
{
  return fails(Site::sundials) ? KIN_MEM_FAIL : __real_KINInit(memory, function, like);
}
int __real_KINSol(void* memory, N_Vector x, int strategy, N_Vector x_scale, N_Vector f_scale);
int __wrap_KINSol(void* memory, N_Vector x, int strategy, N_Vector x_scale, N_Vector f_scale)
{
  return fails(Site::sundials) ? KIN_LSETUP_FAIL : __real_KINSol(memory, x, strategy, x_scale, f_scale);
}

klu_symbolic* __real_klu_analyze(int n, int* start, int* row, klu_common* common);
klu_symbolic* __wrap_klu_analyze(int n, int* start, int* row, klu_common* common)
{
  return fails(Site::factorisation) ? nullptr : __real_klu_analyze(n, start, row, common);
}
klu_numeric* __real_klu_factor(int* start, int* row, double* value, klu_symbolic* symbolic, klu_common* common);
klu_numeric* __wrap_klu_factor(int* start, int* row, double* value, klu_symbolic* symbolic, klu_common* common)
{
  return fails(Site::factorisation) ? nullptr : __real_klu_factor(start, row, value, symbolic, common);
}
int __real_klu_refactor(int* start, int* row, double* value, klu_symbolic* symbolic, klu_numeric* numeric,
                        klu_common* common);
int __wrap_klu_refactor(int* start, int* row, double* value, klu_symbolic* symbolic, klu_numeric* numeric,
                        klu_common* common)
{
  return fails(Site::factorisation) ? 0 : __real_klu_refactor(start, row, value, symbolic, numeric, common);
}
int __real_klu_rcond(klu_symbolic* symbolic, klu_numeric* numeric, klu_common* common);
int __wrap_klu_rcond(klu_symbolic* symbolic, klu_numeric* numeric, klu_common* common)
{
  return fails(Site::factorisation) ? 0 : __real_klu_rcond(symbolic, numeric, common);
}
int __real_klu_solve(klu_symbolic* symbolic, klu_numeric* numeric, int n, int columns, double* b, klu_common* common);
int __wrap_klu_solve(klu_symbolic* symbolic, klu_numeric* numeric, int n, int columns, double* b, klu_common* common)
{
  return fails(Site::factorisation) ? 0 : __real_klu_solve(symbolic, numeric, n, columns, b, common);
}
int __real_klu_tsolve(klu_symbolic* symbolic, klu_numeric* numeric, int n, int columns, double* b, klu_common* common);
int __wrap_klu_tsolve(klu_symbolic* symbolic, klu_numeric* numeric, int n, int columns, double* b, klu_common* common)
{
  return fails(Site::factorisation) ? 0 : __real_klu_tsolve(symbolic, numeric, n, columns, b, common);
}

}  // extern "C"

void* operator new(std::size_t size)
{
  faults::injection.just_freed = false;
  void* memory = fails(Site::allocation) ? nullptr : __real_malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
// The one of std::stable_sort, which gets along without.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
  faults::injection.just_freed = false;
  return fails(Site::allocation) ? nullptr : __real_malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept
{
  __real_free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
  __real_free(memory);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming,cppcoreguidelines-no-malloc)
