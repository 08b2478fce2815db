#pragma once
// Room dropin. Enters: the calls that a program makes to IDA. Leaves: the same calls, and consistent initial values
// where the program asks for them by IDACalcIC.
//
// This file: the functions of the IDA that the program uses. IDA and IDAS define the same names in two libraries, and
// a process may hold both; the drop-in is linked with neither.

#include <ida/ida.h>
#include <ida/ida_ls.h>

namespace ida_consistent_init::dropin {

// Every function of IDA that the drop-in or the core inside of it calls.
#define IDACI_PROGRAM_FUNCTIONS(X) \
  X(IDACreate)                     \
  X(IDAFree)                       \
  X(IDAInit)                       \
  X(IDAReInit)                     \
  X(IDASStolerances)               \
  X(IDASVtolerances)               \
  X(IDASetId)                      \
  X(IDASetInitStep)                \
  X(IDASetSuppressAlg)             \
  X(IDASetConstraints)             \
  X(IDASetLinearSolver)            \
  X(IDASetJacFn)                   \
  X(IDASetPreconditioner)          \
  X(IDASetNonlinearSolver)         \
  X(IDASetMaxNonlinIters)          \
  X(IDASetNlsResFn)                \
  X(IDASetErrHandlerFn)            \
  X(IDASetErrFile)                 \
  X(IDACalcIC)                     \
  X(IDAGetConsistentIC)            \
  X(IDAGetCurrentTime)             \
  X(IDAGetCurrentStep)             \
  X(IDAGetCurrentCj)               \
  X(IDAGetUserData)                \
  X(IDAGetNumSteps)                \
  X(IDAGetNumLinIters)             \
  X(IDAGetNumLinSolvSetups)        \
  X(IDAGetNumNonlinSolvIters)      \
  X(IDAGetNonlinearSystemData)

struct ProgramIda
{
#define IDACI_MEMBER(name) decltype(&::name) name{};  // NOLINT(bugprone-macro-parentheses): it declares the name
  IDACI_PROGRAM_FUNCTIONS(IDACI_MEMBER)
#undef IDACI_MEMBER
  // IDAS only: counts residuals of sensitivities, and says whether there are any.
  int (*IDAGetNumResEvalsSens)(void* ida_mem, long int* count) = nullptr;

  const void* base = nullptr;  // where the library is loaded
};

// The IDA that code at `caller` gets when it calls IDA by name and the drop-in is not there; NULL if there is none.
// What is found is kept for the life of the process. Does not throw.
const ProgramIda* find_program_ida(const void* caller) noexcept;

// Whether that code is part of the library itself: IDAS creates the memory of backward problems by its own calls.
bool is_part_of(const ProgramIda& ida, const void* caller) noexcept;

}  // namespace ida_consistent_init::dropin
