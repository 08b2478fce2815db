#pragma once
// IDACalcIC of a program, served by this library or handed on.

#include "ida_consistent_init/dropin/program_memory.hpp"

namespace ida_consistent_init::dropin {

// Returns one of IDA's flags, as IDACalcIC does. IDA_YA_YDP_INIT holds the components that the id vector marks as
// differential, IDA_Y_INIT holds y'. Where hidden constraints do not allow that, the nearest values are taken, and the
// program's error handler is told as a warning.
//
// In automatic mode a regular system of index 0 or 1 keeps the answer of IDA's own IDACalcIC where that succeeds: the
// program goes on to the last digit as before. IDACalcIC stops early (its Newton test is a fraction of the program's
// tolerances), and an integration with coarse tolerances shows the difference to accurate values in its third digit.
// Where this library has no answer, IDACalcIC gets its turn as well.
int calc_ic(void* ida_mem, ProgramMemory& memory, int icopt, sunrealtype tout1);

}  // namespace ida_consistent_init::dropin
