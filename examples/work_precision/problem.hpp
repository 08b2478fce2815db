// The problems of index 2 and 3 that are integrated, each with its solution at the end.
#ifndef IDACI_EXAMPLES_WORK_PRECISION_PROBLEM_HPP
#define IDACI_EXAMPLES_WORK_PRECISION_PROBLEM_HPP

#include <filesystem>
#include <vector>

#include "catalogue/case.hpp"

namespace work_precision {

struct Problem
{
  catalogue::Case the_case;  // with end time and solution there
  // Ascending times strictly inside the interval where the right-hand side has a kink: the integration stops there,
  // and starts anew from consistent values.
  std::vector<double> kinks;
  // Of the times of this struct and of the integration, in those of the residual: rates far from 1 would be beyond the
  // default tolerances of the initialisation.
  double time_unit = 1;
};

std::vector<Problem> load_problems(const std::filesystem::path& data_folder);

// Largest |y - reference| / max(|reference|, scale) over the components of index 0 and 1; multipliers and velocities
// of index-3 mechanisms, which no error test controls in full, do not count.
double error_at_end(const catalogue::Case& the_case, const std::vector<double>& y);

}  // namespace work_precision

#endif
