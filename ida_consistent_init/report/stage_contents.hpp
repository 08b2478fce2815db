#pragma once
#include <string>

#include "ida_consistent_init/report/result.hpp"

namespace ida_consistent_init::report {

/// "balance', set_point'' for C'', R'": the differentiated equations of a stage and what they were solved for. Empty if
/// the stage has no names.
std::string stage_contents(const StageRow& row);

}  // namespace ida_consistent_init::report
