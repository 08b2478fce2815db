#include "ida_consistent_init/solver/structure_step.hpp"

#include <algorithm>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::solver {

using problem::Problem;
using support::Error;

namespace {

Error explain_singular(const problem::Problem& problem, const structure::Singularity& singularity)
{
  std::string text = "The system is structurally singular: equations and variables cannot be matched one to one.";
  if (!singularity.overdetermined_equations.empty()) {
    text += support::format(" Too many equations: {} contain {}.",
                            problem.names.equation_list(singularity.overdetermined_equations),
                            singularity.overdetermined_variables.empty()
                                ? "no variable"
                                : "only " + problem.names.variable_list(singularity.overdetermined_variables));
  }
  if (!singularity.underdetermined_variables.empty()) {
    text += support::format(" Too few equations: {} occur in {}.",
                            problem.names.variable_list(singularity.underdetermined_variables),
                            singularity.underdetermined_equations.empty()
                                ? "no equation"
                                : "only " + problem.names.equation_list(singularity.underdetermined_equations));
  }
  return {IDACI_STRUCTURALLY_SINGULAR, text + " Check these equations for a missing term or a double."};
}

/// The equations that have to be differentiated most, and the variables that are determined only then.
Error explain_high_index(const Problem& problem, const structure::Signature& signature, int max_index)
{
  constexpr int look_ahead = 20;  // what IDACISetMaxIndex accepts
  const structure::Structure found = structure::analyse(signature, look_ahead).structure;
  if (found.variable_index.empty()) {
    return {IDACI_INDEX_TOO_HIGH,
            support::format("The index is above {}, and {} is the allowed maximum: a chain of equations determines its "
                            "variables only by differentiating that often. Check the model for a constraint that "
                            "leaves a long chain of integrators to its end.",
                            look_ahead, max_index)};
  }
  const std::vector<int>& c = found.offsets.equation;
  const int most = *std::max_element(c.begin(), c.end());
  const int highest = *std::max_element(found.variable_index.begin(), found.variable_index.end());
  std::vector<int> equations, variables;
  for (int i = 0; i < signature.n; ++i) {
    if (c[i] == most) equations.push_back(i);
    if (found.variable_index[i] == highest) variables.push_back(i);
  }
  return {IDACI_INDEX_TOO_HIGH,
          support::format("The index is {}, above the allowed maximum {}: {} must be differentiated {} times to "
                          "determine {}. If the model is meant so, allow it with IDACISetMaxIndex(ci, {}); else check "
                          "these equations.",
                          found.index, max_index, problem.names.equation_list(equations), most,
                          problem.names.variable_list(variables), found.index)};
}

structure::Structure with_given_offsets(const problem::Problem& problem, const structure::Signature& signature,
                                        const structure::Offsets& offsets)
{
  const std::string complaint = structure::check_offsets(signature, offsets, problem.names);
  if (!complaint.empty()) {
    throw Error(IDACI_ILL_INPUT, "The offsets given by IDACISetOffsets do not fit the equations: " + complaint +
                                     ". Correct them, or leave them out to have them found.");
  }
  return structure::analyse_with_offsets(signature, offsets).structure;
}

}  // namespace

/// The pattern's rows have their columns in ascending order, as those of a signature.
structure::Signature signature_of(const derivatives::Occurrence& occurrence)
{
  const problem::Sparsity& sparsity = occurrence.sparsity;
  structure::Signature signature{sparsity.n, {0}, {}, {}};
  signature.row_start.reserve(sparsity.n + 1);
  signature.column.reserve(sparsity.column.size());
  signature.order.reserve(sparsity.column.size());
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      if (occurrence.of_y[k] == 0 && occurrence.of_yp[k] == 0) continue;
      signature.column.push_back(sparsity.column[k]);
      signature.order.push_back(occurrence.of_yp[k] != 0 ? 1 : 0);
    }
    signature.row_start.push_back(static_cast<int>(signature.column.size()));
  }
  return signature;
}

structure::Structure find_structure(const problem::Problem& problem, const methods::Options& options,
                                    structure::Signature signature)
{
  if (options.offsets) return with_given_offsets(problem, signature, *options.offsets);
  structure::Analysis analysis = structure::analyse(std::move(signature), options.max_index);
  switch (analysis.verdict) {
    case structure::Verdict::structurally_singular:
      throw explain_singular(problem, analysis.singularity);
    case structure::Verdict::index_too_high:
      throw explain_high_index(problem, analysis.structure.signature, options.max_index);
    default:
      return std::move(analysis.structure);
  }
}

int highest_derivative(const structure::Structure& structure)
{
  const std::vector<int>& d = structure.offsets.variable;
  return d.empty() ? 0 : *std::max_element(d.begin(), d.end());
}

}  // namespace ida_consistent_init::solver
