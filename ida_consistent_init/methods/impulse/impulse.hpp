#pragma once
/// Consistent values for vectors of any kind, by the linear solver that IDA has (design, section 7).
#include <string>
#include <vector>

#include "ida_consistent_init/methods/impulse/vector_jet.hpp"
#include "ida_consistent_init/methods/options.hpp"

namespace ida_consistent_init::methods::impulse {

/// One stage: equations F_i^(k+c_i) = 0 with k + c_i >= 0, unknowns y_j^(k+d_j) with k + d_j >= 0.
struct StageFacts
{
  int k = 0;
  long equations = 0, unknowns = 0;
  int passes = 0;
  double residual = 0;          // max norm at the end
  double rate = 0;              // largest ratio of successive corrections near the end
  double noise = 0;             // of the differences, in units of the tolerance
  double step = 0;              // of the differences
  std::vector<double> history;  // corrections in units of the tolerance, one a pass
};

struct Findings
{
  std::vector<StageFacts> stages;
  std::vector<std::string> messages;
  double cj = 0;               // 0: none was needed
  bool highest_known = false;  // stage 1: y' of the variables with d = 0
  double explicit_norm = 0, hidden_norm = 0;
  long residual_evaluations = 0, jacobian_evaluations = 0, factorizations = 0, solves = 0, krylov_iterations = 0;
};

struct Answer
{
  VectorJet jet;                            // y, y', ...
  support::VectorHandle y_error, yp_error;  // estimates; of y' that is not known: of no meaning
  support::SharedVector variable_offsets{};
  bool highest_known = false;  // y_j^(d_j + 1) too
};

/// Throws support::Error (residual, solver, no convergence, verification); findings tell how far it came.
Answer solve(const System& system, const VectorOffsets& offsets, const Options& options, Findings& findings);

}  // namespace ida_consistent_init::methods::impulse
