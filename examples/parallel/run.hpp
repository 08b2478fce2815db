// One distributed run: consistent values by IDACI_IMPULSE, then IDA with the error control attached.
#ifndef IDACI_EXAMPLES_PARALLEL_RUN_HPP
#define IDACI_EXAMPLES_PARALLEL_RUN_HPP

#include <optional>
#include <vector>

#include "parallel/model.hpp"

namespace example {

struct Outcome
{
  std::vector<double> consistent_y, consistent_yp, end;          // of all cells
  long residual_evaluations = 0;                                 // of the initialisation
  long steps = 0, newton_iterations = 0, krylov_iterations = 0;  // of the integration
};

// The same on all ranks. Throws with the library's or IDA's own words.
Outcome run(Model& model, double t_end);

// The residual of the last rank fails at the given evaluation. Flags of IDACISolve on all ranks; throws if the values
// of a rank have changed.
std::vector<int> flags_after_failure(Model& model, int failing_evaluation);

}  // namespace example

#endif
