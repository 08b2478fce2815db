#pragma once
#include <string>

#include "ida_consistent_init/report/result.hpp"

namespace ida_consistent_init::report {

/// "step by step", "least squares", ...
const char* method_name(IDACIMethod method);

/// At most 100 columns wide; long systems are cut to their first rows and the ones that changed most.
std::string text(const Result& result);

/// One JSON object; numbers that are not finite are null.
std::string json(const Result& result);

}  // namespace ida_consistent_init::report
