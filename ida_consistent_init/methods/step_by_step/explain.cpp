#include "ida_consistent_init/methods/step_by_step/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

using support::Error;

namespace {

/// Rows beyond their tolerance, the worst first.
std::vector<int> violated_rows(const StageSolution& solution)
{
  std::vector<int> rows(solution.residual.size());
  std::iota(rows.begin(), rows.end(), 0);
  const auto excess = [&](int k) {
    return std::abs(solution.residual[k]) / solution.tolerance[k];
  };
  std::erase_if(rows, [&](int k) { return !(excess(k) > 1); });
  std::sort(rows.begin(), rows.end(), [&](int a, int b) { return excess(a) > excess(b); });
  return rows;
}

std::string describe_rows(const problem::Problem& problem, const Stage& stage, const StageSolution& solution)
{
  constexpr std::size_t most = 5;
  const std::vector<int> rows = violated_rows(solution);
  std::string text;
  for (std::size_t k = 0; k < std::min(most, rows.size()); ++k) {
    const Row& row = stage.rows[rows[k]];
    text += support::format("{}{} = {:.3g}", k == 0 ? "" : ", ", problem.row_name(row.equation, row.order),
                            solution.residual[rows[k]]);
  }
  if (rows.size() > most) text += support::format(" and {} more", rows.size() - most);
  return text.empty() ? "no equation" : text;
}

std::string describe_wishes(const problem::Problem& problem)
{
  std::vector<std::string> names;
  for (const int j : problem.held_variables()) {
    if (problem.fixed_y[j] != 0) names.push_back(problem.names.derivative(j, 0));
    if (problem.fixed_yp[j] != 0) names.push_back(problem.names.derivative(j, 1));
  }
  for (int k = 0; k < problem.condition_count(); ++k) names.push_back(problem.row_name(problem.n + k, 0));
  return support::format("{}", fmt::join(names, ", "));
}

Error explain_contradiction(const problem::Problem& problem, const Stage& stage, const StageSolution& solution,
                            const std::vector<std::string>& conflict)
{
  std::string text = support::format(
      "The held values contradict the constraints: with {} held as given, {} cannot be made "
      "zero.",
      describe_wishes(problem), describe_rows(problem, stage, solution));
  if (conflict.empty()) return {IDACI_OVERDETERMINED, text + " Release one of them or change its value."};
  text += support::format(" Already {} alone {} in contradiction; release {} or change {} value.",
                          fmt::join(conflict, ", "), conflict.size() == 1 ? "is" : "are",
                          conflict.size() == 1 ? "it" : "one of them", "its");
  return {IDACI_OVERDETERMINED, text};
}

std::string describe_unknowns(const problem::Problem& problem, const Stage& stage)
{
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t k = 0; k < std::min(most, stage.columns.size()); ++k) {
    text += (k == 0 ? "" : ", ") + problem.names.derivative(stage.columns[k].variable, stage.columns[k].order);
  }
  if (stage.columns.size() > most) text += support::format(" and {} more", stage.columns.size() - most);
  return text.empty() ? "none" : text;
}

std::string describe_history(const StageSolution& solution)
{
  std::string text;
  const std::size_t first = solution.history.size() > 4 ? solution.history.size() - 4 : 0;
  for (std::size_t k = first; k < solution.history.size(); ++k) {
    text += support::format("{}{:.2e}", k == first ? "" : ", ", solution.history[k]);
  }
  return text;
}

}  // namespace

Error explain(const problem::Problem& problem, const Stage& stage, const StageSolution& solution,
              const std::vector<std::string>& conflict)
{
  const std::string unknowns = describe_unknowns(problem, stage);
  switch (solution.verdict) {
    case StageVerdict::not_finite:
      return {IDACI_RES_NOT_FINITE,
              support::format("The residual cannot be evaluated near the guess of {} ({}); start from values inside "
                              "its domain.",
                              unknowns, stage.name())};
    case StageVerdict::constraint_stuck:
      return {IDACI_CONSTRAINT_FAIL,
              support::format("The inequality constraints stop the solution of {} with unknowns {}: {}. Relax a "
                              "constraint or change the guess.",
                              stage.name(), unknowns, describe_rows(problem, stage, solution))};
    case StageVerdict::too_large_to_rank:
      return {IDACI_CONV_FAIL,
              support::format("The equations of {} are singular for the unknowns {}. If components are held, release "
                              "those that the constraints determine.",
                              stage.name(), unknowns)};
    case StageVerdict::inconsistent:
      if (problem.holds_anything()) return explain_contradiction(problem, stage, solution, conflict);
      return {IDACI_CONV_FAIL,
              support::format("The equations of {} contradict each other near the guess: {} cannot be made zero by "
                              "the unknowns {}. Start from another guess, or check these equations.",
                              stage.name(), describe_rows(problem, stage, solution), unknowns)};
    default:
      return {IDACI_CONV_FAIL,
              support::format("Newton's method did not converge in {}: {} left after {} iterations (max |residual| "
                              "{}), unknowns {}. Start nearer, hold other components, or allow more iterations.",
                              stage.name(), describe_rows(problem, stage, solution), solution.iterations,
                              describe_history(solution), unknowns)};
  }
}

Error explain_singular_guess(const problem::Problem& problem, const Stage& stage, const StageSolution& solution,
                             const std::vector<std::string>& conflict)
{
  std::string text = support::format(
      "The equations of {} cannot be solved from this guess: {} left after {} iterations (max |residual| {}), where "
      "the "
      "unknowns {} hardly change them. Start nearer; if that does not help, these equations have no solution there.",
      stage.name(), describe_rows(problem, stage, solution), solution.iterations, describe_history(solution),
      describe_unknowns(problem, stage));
  if (!conflict.empty()) {
    text += support::format(" If the guess is good, the values held are not: release {} or change {} value.",
                            fmt::join(conflict, " or "), "its");
  }
  return {IDACI_CONV_FAIL, text};
}

Error explain_deceptive_structure(int structural_index, int rank, int n, const std::string& dependent)
{
  const std::string culprits =
      dependent.empty() ? "" : support::format(" The highest derivatives cancel in a combination of {}.", dependent);
  return {
      IDACI_NOT_SUPPORTED,
      support::format(
          "The pattern of the equations says index {}, but the system Jacobian that belongs to it is "
          "singular (rank {} of {}) at the guess and beside it: the true index is higher than the structural one.{} "
          "Step by step cannot be used; this system needs least squares (IDACI_LEAST_SQUARES).",
          structural_index, rank, n, culprits)};
}

}  // namespace ida_consistent_init::methods
