// The functions that stand before IDA's: each hands its call on, and notes what IDACalcIC will need.
#include <dlfcn.h>
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include <cstring>

#include "ida_consistent_init/dropin/calc_ic.hpp"
#include "ida_consistent_init/dropin/program_memory.hpp"
#include "ida_consistent_init/dropin/settings.hpp"
#include "ida_consistent_init/integration/error_norm.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace dropin = ida_consistent_init::dropin;
namespace integration = ida_consistent_init::integration;
namespace support = ida_consistent_init::support;

using dropin::ProgramIda;
using dropin::ProgramMemory;

// Where the interposed function was called from.
#define IDACI_CALLER __builtin_return_address(0)

namespace {

// forward(ida) is the program's call; after its success, and unless the call is not the program's, note(memory) keeps
// what was said. Nothing that goes wrong with the note may hurt the program: the memory is then no longer served.
template <class Forward, class Note>
int told(void* ida_mem, const void* caller, Forward forward, Note note) noexcept
{
  const auto memory = dropin::memory_of(ida_mem);
  const ProgramIda* ida = memory ? memory->ida : dropin::find_program_ida(caller);
  if (ida == nullptr) return IDA_MEM_NULL;
  const int flag = forward(*ida);
  if (flag != IDA_SUCCESS || !memory || dropin::PassThrough::active()) return flag;
  try {
    note(*memory);
  } catch (...) {
    memory->residual = nullptr;
  }
  return flag;
}

// What belongs to attached error control is noted, but no longer IDA's: the next IDACalcIC uses it.
template <class Forward, class Note>
int told_unless_attached(void* ida_mem, const void* caller, Forward forward, Note note) noexcept
{
  const auto memory = dropin::memory_of(ida_mem);
  const bool is_ours = memory && memory->error_control_attached && !dropin::PassThrough::active();
  return told(
      ida_mem, caller, [&](const ProgramIda& ida) { return is_ours ? IDA_SUCCESS : forward(ida); }, note);
}

// Programs often give IDA the Newton solver that it has anyway.
bool is_newton_of_sundials(SUNNonlinearSolver solver)
{
  Dl_info info{};
  return dladdr(reinterpret_cast<const void*>(solver->ops->solve), &info) != 0 && info.dli_sname != nullptr &&
         std::strcmp(info.dli_sname, "SUNNonlinSolSolve_Newton") == 0;
}

// IDA clones its vectors from the one given to IDAInit. It gets a copy whose masked norm can be replaced for filtered
// error tests; the program's own vector stays as it is.
int init(const ProgramIda& ida, void* ida_mem, IDAResFn residual, sunrealtype t0, N_Vector y0, N_Vector yp0)
{
  support::VectorHandle prepared;
  try {
    const bool wanted = y0 != nullptr && !dropin::PassThrough::active() && support::has_element_access(y0) &&
                        dropin::read_settings().mode != dropin::Mode::off;
    if (wanted) prepared = dropin::copy_of(y0);
    if (prepared) integration::prepare_vector(prepared.get());
  } catch (...) {
    prepared.reset();
  }
  return ida.IDAInit(ida_mem, residual, t0, prepared ? prepared.get() : y0, yp0);
}

}  // namespace

extern "C" {

void* IDACreate(SUNContext context)
{
  const void* caller = IDACI_CALLER;
  const ProgramIda* ida = dropin::find_program_ida(caller);
  if (ida == nullptr) return nullptr;
  void* ida_mem = ida->IDACreate(context);
  if (ida_mem == nullptr || dropin::PassThrough::active() || dropin::is_part_of(*ida, caller)) return ida_mem;
  try {
    dropin::remember(ida_mem, ida, context);
  } catch (...) {
    return ida_mem;  // served by IDA alone
  }
  return ida_mem;
}

void IDAFree(void** ida_mem)
{
  const void* caller = IDACI_CALLER;
  if (ida_mem == nullptr || *ida_mem == nullptr) return;
  const auto memory = dropin::take(*ida_mem);  // freed after IDA, which uses its solver and vectors
  const ProgramIda* ida = memory ? memory->ida : dropin::find_program_ida(caller);
  if (ida != nullptr) ida->IDAFree(ida_mem);
}

int IDAInit(void* ida_mem, IDAResFn residual, sunrealtype t0, N_Vector y0, N_Vector yp0)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return init(ida, ida_mem, residual, t0, y0, yp0); },
      [&](ProgramMemory& memory) { memory.residual = residual; });
}

int IDASStolerances(void* ida_mem, sunrealtype rtol, sunrealtype atol)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASStolerances(ida_mem, rtol, atol); },
      [&](ProgramMemory& memory) {
        memory.rtol = rtol;
        memory.atol = atol;
      });
}

int IDASVtolerances(void* ida_mem, sunrealtype rtol, N_Vector atol)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASVtolerances(ida_mem, rtol, atol); },
      [&](ProgramMemory& memory) {
        memory.rtol = rtol;
        memory.atol = N_VMin(atol);
      });
}

int IDASetId(void* ida_mem, N_Vector id)
{
  return told_unless_attached(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetId(ida_mem, id); },
      [&](ProgramMemory& memory) { memory.id = dropin::copy_of(id); });
}

int IDASetSuppressAlg(void* ida_mem, sunbooleantype suppress)
{
  return told_unless_attached(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetSuppressAlg(ida_mem, suppress); },
      [](const ProgramMemory&) {});
}

int IDASetConstraints(void* ida_mem, N_Vector constraints)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetConstraints(ida_mem, constraints); },
      [&](ProgramMemory& memory) { memory.constraints = dropin::copy_of(constraints); });
}

int IDASetLinearSolver(void* ida_mem, SUNLinearSolver solver, SUNMatrix matrix)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetLinearSolver(ida_mem, solver, matrix); },
      [&](ProgramMemory& memory) {
        memory.linear_solver = solver;
        memory.matrix = matrix;
        memory.jacobian = nullptr;  // IDA forgets these as well
        memory.preconditioner_setup = nullptr;
        memory.preconditioner_solve = nullptr;
        memory.has_preconditioner_of_ida = false;
      });
}

// IDA's module for band-block-diagonal preconditioners calls this too; its functions take data of their own.
int IDASetPreconditioner(void* ida_mem, IDALsPrecSetupFn setup, IDALsPrecSolveFn solve)
{
  const void* caller = IDACI_CALLER;
  return told(
      ida_mem, caller, [&](const ProgramIda& ida) { return ida.IDASetPreconditioner(ida_mem, setup, solve); },
      [&](ProgramMemory& memory) {
        memory.has_preconditioner_of_ida = dropin::is_part_of(*memory.ida, caller);
        memory.preconditioner_setup = setup;
        memory.preconditioner_solve = solve;
      });
}

int IDASetJacFn(void* ida_mem, IDALsJacFn jacobian)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetJacFn(ida_mem, jacobian); },
      [&](ProgramMemory& memory) { memory.jacobian = jacobian; });
}

int IDASetNonlinearSolver(void* ida_mem, SUNNonlinearSolver solver)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetNonlinearSolver(ida_mem, solver); },
      [&](ProgramMemory& memory) {
        memory.has_own_nonlinear_solver = !is_newton_of_sundials(solver);
        memory.error_control_attached = false;
      });
}

int IDASetMaxNonlinIters(void* ida_mem, int iterations)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetMaxNonlinIters(ida_mem, iterations); },
      [&](ProgramMemory& memory) { memory.most_nonlinear_iterations = iterations; });
}

int IDASetNlsResFn(void* ida_mem, IDAResFn residual)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetNlsResFn(ida_mem, residual); },
      [&](ProgramMemory& memory) { memory.nonlinear_residual = residual; });
}

#if SUNDIALS_VERSION_MAJOR < 7
int IDASetErrHandlerFn(void* ida_mem, IDAErrHandlerFn handler, void* data)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetErrHandlerFn(ida_mem, handler, data); },
      [&](ProgramMemory& memory) {
        memory.errors.function = handler;
        memory.errors.data = data;
      });
}

int IDASetErrFile(void* ida_mem, FILE* file)
{
  return told(
      ida_mem, IDACI_CALLER, [&](const ProgramIda& ida) { return ida.IDASetErrFile(ida_mem, file); },
      [&](ProgramMemory& memory) { memory.errors.file = file; });
}
#endif

int IDACalcIC(void* ida_mem, int icopt, sunrealtype tout1)
{
  const void* caller = IDACI_CALLER;
  const auto memory = dropin::memory_of(ida_mem);
  if (memory && !dropin::PassThrough::active()) return dropin::calc_ic(ida_mem, *memory, icopt, tout1);
  const ProgramIda* ida = memory ? memory->ida : dropin::find_program_ida(caller);
  return ida != nullptr ? ida->IDACalcIC(ida_mem, icopt, tout1) : IDA_MEM_NULL;
}

}  // extern "C"
