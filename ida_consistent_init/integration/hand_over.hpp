#pragma once
// Room integration. Enters: verified consistent values. Leaves: IDA memory that starts from them.

#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <string>

namespace ida_consistent_init::integration {

// Re-initialises ida_mem (in/out; NULL: nothing to do, success) at (t0, y0, yp0) (in; IDA copies them).
// Returns a flag of ida_consistent_init_flags.h; on failure message (out) says which call failed and ida_mem keeps
// its state, because IDAReInit checks its arguments before it writes.
int hand_over(void* ida_mem, sunrealtype t0, N_Vector y0, N_Vector yp0, std::string& message);

}  // namespace ida_consistent_init::integration
