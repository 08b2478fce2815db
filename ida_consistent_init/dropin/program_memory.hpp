#pragma once
// What the program has told its IDA about one problem, remembered for IDACalcIC.

#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <ida_consistent_init/ida_consistent_init.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <vector>

#include "ida_consistent_init/dropin/program_ida.hpp"
#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::dropin {

struct FreeHandle
{
  void operator()(IDACIMem ci) const { IDACIFree(&ci); }
};
using Handle = std::unique_ptr<IDACIMemRec, FreeHandle>;

// IDA's error handler as the program has set it; by default IDA writes to standard error.
struct ErrorHandler
{
#if SUNDIALS_VERSION_MAJOR < 7
  IDAErrHandlerFn function = nullptr;
  void* data = nullptr;
#endif
  std::FILE* file = stderr;
};

// A handle with the vectors that it refers to.
struct Served
{
  support::VectorHandle y, yp;
  Handle consistent_init;
};

struct ProgramMemory
{
  const ProgramIda* ida = nullptr;
  SUNContext context = nullptr;

  IDAResFn residual = nullptr;
  IDALsJacFn jacobian = nullptr;
  SUNLinearSolver linear_solver = nullptr;  // the program's, with its matrix; they live as long as IDA's memory
  SUNMatrix matrix = nullptr;
  IDALsPrecSetupFn preconditioner_setup = nullptr;
  IDALsPrecSolveFn preconditioner_solve = nullptr;
  bool has_preconditioner_of_ida = false;  // these are functions of its module IDABBDPRE
  support::VectorHandle id;                // copies, because programs free theirs after the call
  support::VectorHandle constraints;
  double rtol = 0, atol = 0;  // 0: not known
  bool has_own_nonlinear_solver = false;
  std::optional<int> most_nonlinear_iterations;
  std::optional<IDAResFn> nonlinear_residual;
  ErrorHandler errors;

  // Handles whose error control IDA may be using, the one in use last.
  std::vector<Served> attached;
  bool error_control_attached = false;
};

// While one lives, this thread's calls go straight to IDA: they are our own, or those of IDA.
class PassThrough
{
 public:
  PassThrough() { ++depth(); }
  ~PassThrough() { --depth(); }
  PassThrough(const PassThrough&) = delete;
  PassThrough& operator=(const PassThrough&) = delete;
  static bool active() { return depth() > 0; }

 private:
  static int& depth()
  {
    thread_local int calls = 0;
    return calls;
  }
};

// The registry of IDA memory is process-wide and guarded by a mutex; the memory itself, as in IDA, belongs to one
// thread at a time.
void remember(void* ida_mem, const ProgramIda* ida, SUNContext context);
std::shared_ptr<ProgramMemory> memory_of(void* ida_mem) noexcept;  // empty: never seen
std::shared_ptr<ProgramMemory> take(void* ida_mem) noexcept;       // out of the registry

// Copy with elements; empty for NULL. Throws support::Error when memory is short.
support::VectorHandle copy_of(N_Vector vector);

// Hands a text to the program's error handler, as IDA does: code IDA_WARNING or a negative flag. Needs no memory; a
// handler gets up to 4095 characters.
void say(const ErrorHandler& errors, int code, const char* text);

}  // namespace ida_consistent_init::dropin
