// One distributed run: consistent values by IDACI_IMPULSE, then IDA with the error control attached.
#ifndef IDACI_EXAMPLES_PARALLEL_RUN_HPP
#define IDACI_EXAMPLES_PARALLEL_RUN_HPP

#include <optional>
#include <string>
#include <vector>

#include "parallel/learned_pattern.hpp"
#include "parallel/model.hpp"
#include "parallel/traffic.hpp"

namespace example {

// What a part of the start has cost.
struct StageCost
{
  std::string name;
  long residuals = 0;
  long preconditionings = 0;
  Traffic traffic{};  // of this rank

  StageCost operator-(const StageCost& before) const
  {
    return {before.name, residuals - before.residuals, preconditionings - before.preconditionings,
            traffic - before.traffic};
  }
};

// Of y against exact values, largest magnitudes.
struct Errors
{
  double differential = 0;  // of variables whose derivative occurs
  double algebraic = 0;
};

struct Outcome
{
  std::vector<double> consistent;                  // y of all cells, then the y' that occur in equations
  std::vector<double> end;                         // y of all cells
  std::vector<StageCost> start;                    // set-up and stages; the last one includes the verification
  std::string solves;                              // the library's own count for the start
  int vectors_of_start = 0;                        // the most beyond those of IDA and of the Krylov basis
  double residual = 0;                             // of the consistent values, largest magnitude
  std::optional<Errors> start_errors, end_errors;  // if the values are known
  double residual_seconds = 0, preconditioning_seconds = 0;  // of the start
  double start_seconds = 0, end_seconds = 0;
  long steps = 0, newton_iterations = 0, krylov_iterations = 0;  // of the integration
};

struct RunOptions
{
  double t_end = 1;
  bool reproducible_sums = true;
};

// The same on all ranks. Throws with the library's or IDA's own words.
Outcome run(Model& model, const std::vector<Pattern>& patterns, const RunOptions& options);

struct Failure
{
  enum class Of
  {
    residual,
    preconditioner
  };
  Of of = Of::residual;
  long call = 0;  // the n-th one; 0: none
};

// A function of the last rank fails. Flags of IDACISolve on all ranks; throws if the values of a rank have changed.
std::vector<int> flags_after_failure(Model& model, const std::vector<Pattern>& patterns, const Failure& failure);

}  // namespace example

#endif
