

#include <algorithm>
#include <cmath>
#include <vector>

#include "ida_consistent_init/report/largest_rows.hpp"
#include "ida_consistent_init/report/markup.hpp"
#include "ida_consistent_init/report/stage_contents.hpp"
#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

constexpr std::size_t line_width = 100;
/// Rows of a table that are shown; of longer ones those that matter most.
constexpr std::size_t most_rows = 40;

/// Paragraph broken at blanks, and inside words that are longer than a line.
std::string wrapped(const std::string& paragraph)
{
  std::string text;
  std::size_t start = 0;
  while (paragraph.size() - start > line_width) {
    const std::size_t blank = paragraph.rfind(' ', start + line_width);
    const bool inside_a_word = blank == std::string::npos || blank <= start;
    const std::size_t end = inside_a_word ? start + line_width : blank;
    text += paragraph.substr(start, end - start) + "\n";
    start = inside_a_word ? end : end + 1;
  }
  return text + paragraph.substr(start) + "\n";
}

std::string omitted(std::size_t all, std::size_t shown)
{
  return all == shown ? "" : support::format("  ... {} more\n", all - shown);
}

std::string headline(const Result& result)
{
  std::string text =
      support::format("ida_consistent_init: {} ({})\n", support::flag_name(result.status), result.status);
  text += support::format("{} unknowns, t0 = {:.10g}, method: {}\n", result.n, result.t0, method_name(result.method));
  if (result.index >= 0) {
    text += support::format("index {}, {} degrees of freedom\n", result.index, result.degrees_of_freedom);
  }
  if (!result.reason.empty()) text += wrapped(result.reason);
  const std::string id = id_advice(result);
  if (!id.empty()) text += wrapped(support::format("id vector for IDA (IDASetId): {}", id));
  if (!result.message.empty()) text += "\n" + wrapped(result.message);
  for (const std::string& message : result.messages) text += wrapped(support::format("- {}", message));
  return text;
}

std::string variable_table(const Result& result)
{
  if (result.variables.empty()) return "";
  std::string text = support::format("\n{:<18} {:>5} {:>4} {:>15} {:>15} {:>10} {:>15} {:>10}\n", "variable", "index",
                                     "held", "guess", "value", "error", "derivative", "error");
  const auto change = [](const VariableRow& row) {
    return std::abs(row.value - row.guess);
  };
  const std::vector<int> shown = largest_rows(result.variables, most_rows, change);
  for (const int j : shown) {
    const VariableRow& row = result.variables[j];
    const char* held = row.fixed ? (row.derivative_fixed ? "y,y'" : "y") : (row.derivative_fixed ? "y'" : "");
    text += support::format("{:<18} {:>5} {:>4} {:>15.8g} {:>15.8g} {:>10.1e} {:>15.8g} {:>10.1e}\n",
                            clipped(result.names.variable(j), 18), row.index, held, row.guess, row.value,
                            row.error_estimate, row.derivative, row.derivative_error_estimate);
  }
  return text + omitted(result.variables.size(), shown.size());
}

std::string stage_table(const Result& result)
{
  if (result.stages.empty()) return "";
  std::string text = support::format("\n{:>5} {:>9} {:>8} {:>6} {:>10} {:>12}  {}\n", "stage", "equations", "unknowns",
                                     "rank", "iterations", "residual", "method");
  for (const StageRow& row : result.stages) {
    text += support::format("{:>5} {:>9} {:>8} {:>6} {:>10} {:>12.2e}  {}\n", row.k, row.equations, row.unknowns,
                            row.rank, row.iterations, row.residual, clipped(row.method, 40));
  }
  for (const StageRow& row : result.stages) {
    const std::string contents = stage_contents(row);
    if (!contents.empty()) text += wrapped(support::format("  stage {}: {}", row.k, contents));
  }
  return text;
}

std::string constraint_table(const Result& result)
{
  if (!result.solved && result.hidden_constraints.empty()) return "";
  std::string text = support::format("\nmax |F| = {:.2e}", result.explicit_norm);
  if (result.hidden_constraints.empty()) return text + ", no hidden constraints\n";
  text += support::format(", hidden constraints: {}, max |residual| = {:.2e}\n", result.hidden_constraints.size(),
                          result.hidden_norm);
  const auto size = [](const HiddenConstraintRow& row) {
    return std::abs(row.residual);
  };
  const std::vector<int> shown = largest_rows(result.hidden_constraints, most_rows, size);
  for (const int k : shown) {
    const HiddenConstraintRow& row = result.hidden_constraints[k];
    text += support::format("  d^{}/dt^{} {:<40} {:>12.2e}\n", row.order, row.order, clipped(row.equation, 40),
                            row.residual);
  }
  return text + omitted(result.hidden_constraints.size(), shown.size());
}

}  // namespace

const char* method_name(IDACIMethod method)
{
  switch (method) {
    case IDACI_STEP_BY_STEP:
      return "step by step";
    case IDACI_LEAST_SQUARES:
      return "least squares";
    case IDACI_IMPULSE:
      return "impulse";
    default:
      return "none";
  }
}

std::string text(const Result& result)
{
  return headline(result) + variable_table(result) + stage_table(result) + constraint_table(result) +
         support::format("\n{} residual, {} Jacobian evaluations, {} factorizations, {:.3g} s\n",
                         result.counters.residual_evaluations, result.counters.jacobian_evaluations,
                         result.counters.factorizations, result.seconds);
}

}  // namespace ida_consistent_init::report
