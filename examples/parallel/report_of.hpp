// The report of a start as text.
#ifndef IDACI_EXAMPLES_PARALLEL_REPORT_OF_HPP
#define IDACI_EXAMPLES_PARALLEL_REPORT_OF_HPP

#include <ida_consistent_init/ida_consistent_init.h>

#include <string>

namespace example {

std::string report_of(IDACIMem ci, IDACIReportFormat format);

// The line of a text that contains the words; empty if there is none.
std::string line_with(const std::string& words, const std::string& text);

}  // namespace example

#endif
