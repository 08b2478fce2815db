#pragma once
/// Room `report`. Enters: everything the other rooms found. Leaves: plain data (this file) and its text, JSON and HTML
/// forms.
#include <ida_consistent_init/ida_consistent_init.h>

#include <Eigen/Core>
#include <string>
#include <vector>

#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/problem/names.hpp"
#include "ida_consistent_init/support/large_memory.hpp"

namespace ida_consistent_init::report {

/// Its name: Result::names.
struct VariableRow
{
  double guess = 0, value = 0, derivative_guess = 0, derivative = 0;
  int index = -1;  // -1: structure unknown
  int offset = 0;  // d_j; see Result::has_offsets
  bool fixed = false, derivative_fixed = false;
  bool determined = false, derivative_determined = false;
  bool derivative_occurs = false;                            // in some equation
  double error_estimate = 0, derivative_error_estimate = 0;  // NaN: not determined
};

struct EquationRow
{
  int differentiations = 0;  // c_i
  double residual = 0;       // F_i(t0, y, y')
};

struct HiddenConstraintRow
{
  std::string equation;
  int order = 0;
  double residual = 0;
};

struct StageRow
{
  int k = 0;
  int equations = 0, unknowns = 0, rank = 0, iterations = 0;
  double residual = 0;
  std::string method;
  std::vector<double> history{};                               // max norm of the residual, one an iteration
  std::vector<std::string> equation_names{}, unknown_names{};  // "circle''", "x'": the first ones of large stages
};

/// Which y_j and y_j' occur in which F_i, and the order that makes the system Jacobian block triangular.
struct Incidence
{
  derivatives::SharedOccurrence occurrence;   // null: unknown
  std::vector<char> in_system_jacobian;       // along the entries; empty: structure unknown, as below
  std::vector<int> equation_at, variable_at;  // matched pairs along the diagonal
  std::vector<int> block_start;               // first place on the diagonal of each block, and n
};

struct Counters
{
  long residual_evaluations = 0, jacobian_evaluations = 0, factorizations = 0;
};

/// All that a solve or check found; after a failure as far as it came.
struct Result
{
  int status = IDACI_SUCCESS;
  IDACIMethod method = IDACI_AUTO;  // IDACI_AUTO: none was reached
  std::string reason;               // why this method
  int n = 0;
  double t0 = 0;
  int index = -1;  // -1: structure unknown
  long degrees_of_freedom = -1;
  bool has_offsets = false;  // those of the rows are c and d of the structure
  problem::Names names;
  support::LargeVector<VariableRow> variables;
  support::LargeVector<EquationRow> equations;
  std::vector<HiddenConstraintRow> hidden_constraints;
  std::vector<StageRow> stages;
  Incidence incidence;
  double explicit_norm = 0, hidden_norm = 0;
  bool solved = false;          // values, derivatives and errors are those of a verified solution
  Eigen::MatrixXd derivatives;  // n x (order + 1): y^(q); NaN where not determined
  Counters counters;
  double seconds = 0;
  std::string message;  // of the status
  std::vector<std::string> messages;
};

}  // namespace ida_consistent_init::report
