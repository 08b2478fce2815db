#pragma once
/// Room `methods`. Enters: derivatives, structure and the guess. Leaves: a jet (y, y', y'', ...) that satisfies the
/// derivative array, with a record of how each stage was solved.
#include <string>
#include <vector>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/methods/step_by_step/stage.hpp"
#include "ida_consistent_init/structure/structure.hpp"

namespace ida_consistent_init::methods {

using support::Vector;

/// One solved (or failed) system of equations.
struct StageRecord
{
  Stage stage;
  int rank = 0;
  int iterations = 0;
  double residual = 0;  // max norm of its rows at the end
  std::vector<double> residual_history;
  std::string how;  // "linear", "nearest point", ...
};

struct MethodResult
{
  MethodResult(int n, int order);

  /// Errors of a solved block's unknowns, and which of them are unique and determined.
  void note(const Stage& block, const Vector& errors, const std::vector<char>& unique,
            const std::vector<char>& determined);
  /// What the user holds is known without error.
  void note_held(const Stage& block);

  derivatives::Jet jet;
  Eigen::MatrixXd error;                          // n x (order + 1), NaN where not determined
  Eigen::Matrix<char, -1, -1> known, determined;  // n x (order + 1): solved for or given | without freedom
  std::vector<StageRecord> stages;
  std::vector<std::string> messages;
  long factorizations = 0;
};

}  // namespace ida_consistent_init::methods
