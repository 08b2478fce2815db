#pragma once
// The file named by IDA_CONSISTENT_INIT_REPORT; its ending chooses the format. Each IDACalcIC writes it anew.

#include <ida_consistent_init/ida_consistent_init.h>

#include <string>

namespace ida_consistent_init::dropin {

// The report of what ci has found. Returns a complaint, or nothing.
std::string write_report(IDACIMem ci, const std::string& path);

// Where IDACalcIC was left to IDA, only the reason is known.
std::string write_report_of_forwarding(const std::string& reason, const std::string& path);

}  // namespace ida_consistent_init::dropin
