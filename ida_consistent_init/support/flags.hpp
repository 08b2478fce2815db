#pragma once
#include <ida_consistent_init/ida_consistent_init_flags.h>

namespace ida_consistent_init::support {

/// "IDACI_CONV_FAIL" for IDACI_CONV_FAIL; "NONE" for a number that is no flag of this library.
const char* flag_name(int flag);

/// One-line meaning of a flag; "" for a number that is no flag of this library.
const char* flag_text(int flag);

}  // namespace ida_consistent_init::support
