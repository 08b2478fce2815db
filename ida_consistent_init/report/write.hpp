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

/// Which components IDASetId should call algebraic (0) and differential (1); "" if the pattern is not known.
std::string id_advice(const Result& result);

/// One HTML page that needs no other file. Long tables are cut to the rows that changed most, large patterns are drawn
/// condensed, so that the page of a system of any size stays small.
std::string html(const Result& result);

}  // namespace ida_consistent_init::report
