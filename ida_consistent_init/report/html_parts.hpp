#pragma once
/// The parts of the HTML report. Each is empty if the result has nothing to show in it.
#include <string>

#include "ida_consistent_init/report/result.hpp"

namespace ida_consistent_init::report {

/// Variables before and after, those that changed most in front, changes highlighted.
std::string variable_section(const Result& result);
std::string equation_section(const Result& result);
std::string hidden_constraint_section(const Result& result);
std::string stage_section(const Result& result);

/// F_y and F_y' in block triangular order, as inline SVG: with names for small systems, a mark an entry up to some
/// thousands of unknowns, and condensed to a raster above.
std::string incidence_section(const Result& result);

/// The largest residual over the iterations of each stage, as inline SVG.
std::string history_section(const Result& result);

/// The style sheet of the page.
const char* html_style();

/// Class of the style sheet that colours a variable by its index.
std::string index_class(int index);

}  // namespace ida_consistent_init::report
