#include "ida_consistent_init/methods/least_squares/least_squares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"
#include "ida_consistent_init/methods/step_by_step/explain.hpp"

namespace ida_consistent_init::methods {

using support::Error;

namespace {

class LeastSquares
{
 public:
  LeastSquares(derivatives::DerivativeArray& array, const problem::Problem& problem,
               const structure::Signature& signature, const structure::Structure* structure, const Options& options,
               MethodResult& result)
      : array_(array),
        problem_(problem),
        signature_(signature),
        structure_(structure),
        options_(options),
        result_(result)
  {
  }

  LeastSquaresFindings run()
  {
    find_index();
    accept();
    if (anything_free(problem_)) settle_free_values();
    return findings();
  }

 private:
  void find_index();
  Determinacy solve_with(int m);
  void solve_block(const problem::Problem& problem, const Stage& block);
  void accept();
  void settle_free_values();
  [[nodiscard]] bool anything_free(const problem::Problem& settled) const;
  LeastSquaresFindings findings();
  void report_determinacy(const Determinacy& last);

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const structure::Signature& signature_;
  const structure::Structure* structure_;
  const Options& options_;
  MethodResult& result_;
  Stage block_;
  StageSolution solution_;
  Determinacy found_;
};

/// m = 0, 1, ... until y' is determined. Each level of a regular system adds constraints on y or determines more of y'
/// (Weierstrass form); one that adds nothing shows that no further level will.
void LeastSquares::find_index()
{
  const int first = options_.index > 0 ? options_.index : 0;
  const int last = options_.index > 0 ? options_.index : options_.max_index;
  for (int m = first; m <= last; ++m) {
    const Determinacy before = found_;
    found_ = solve_with(m);
    const bool stagnates = m > first && found_.constraints == before.constraints &&
                           found_.derivative_determined == before.derivative_determined;
    if (found_.derivatives_determined || stagnates) return;
  }
  if (options_.index > 0) return;
  throw Error(IDACI_INDEX_TOO_HIGH,
              fmt::format("With {} differentiations the equations still do not determine y', so the index is above the "
                          "allowed maximum {}; raise it with IDACISetMaxIndex if the model is right.",
                          options_.max_index, options_.max_index));
}

Determinacy LeastSquares::solve_with(int m)
{
  block_ = consistency_equations(problem_, signature_, m);
  block_.nearest = false;
  solve_block(problem_, block_);
  return determinacy(array_, without_wishes(block_, problem_.n, m), result_.jet, m);
}

void LeastSquares::solve_block(const problem::Problem& problem, const Stage& block)
{
  solution_ = StageNewton(array_, problem, options_, block, result_.jet).solve();
  result_.factorizations += solution_.factorizations;
  StageRecord record{block, solution_.rank, solution_.iterations, 0, solution_.history, block.label};
  if (solution_.residual.size() > 0) record.residual = solution_.residual.cwiseAbs().maxCoeff();
  result_.stages.assign(1, std::move(record));
  if (solution_.verdict == StageVerdict::converged) return;
  throw explain(array_, problem_, block, solution_, result_.jet);
}

void LeastSquares::accept()
{
  for (std::size_t k = 0; k < block_.columns.size(); ++k) {
    const auto [j, order] = block_.columns[k];
    result_.error(j, order) = solution_.errors[k];
    result_.known(j, order) = solution_.unique[k];
    result_.determined(j, order) = solution_.determined[k];
  }
  for (const Column& column : block_.held) {
    result_.error(column.variable, column.order) = 0;
    result_.known(column.variable, column.order) = 1;
  }
}

bool LeastSquares::anything_free(const problem::Problem& settled) const
{
  for (int j = 0; j < settled.n; ++j) {
    if (settled.fixed_y[j] == 0 && result_.determined(j, 0) == 0) return true;
  }
  return false;
}

/// The nearest point in stages: among the solutions those whose values of the variables with the largest offset are
/// nearest to the guess, among these those of the next offset, and so on. Without offsets: nearest in all values.
void LeastSquares::settle_free_values()
{
  const std::vector<int> d = structure_ != nullptr ? structure_->offsets.variable : std::vector<int>(problem_.n, 0);
  const std::set<int, std::greater<>> groups(d.begin(), d.end());
  const StageRecord all_at_once = result_.stages.front();
  problem::Problem settled = problem_;
  for (const int group : groups) {
    if (!anything_free(settled)) break;
    for (int j = 0; j < problem_.n; ++j) settled.weights[j] = d[j] == group ? problem_.weights[j] : 0;
    const Stage block = consistency_equations(settled, signature_, found_.differentiations);
    solve_block(settled, block);
    for (std::size_t k = 0; k < block.columns.size(); ++k) {
      result_.error(block.columns[k].variable, block.columns[k].order) = solution_.errors[k];
    }
    for (int j = 0; j < problem_.n; ++j) {
      if (d[j] != group) continue;
      settled.fixed_y[j] = 1;
      settled.guess_y[j] = result_.jet(j, 0);
    }
  }
  // The verification corrects the block with the user's wishes only.
  const StageRecord last = result_.stages.front();
  result_.stages.front() = all_at_once;
  result_.stages.front().residual = last.residual;
  result_.stages.front().how += ", nearest point";
}

LeastSquaresFindings LeastSquares::findings()
{
  const int m = found_.differentiations;
  array_.residual(block_.rows, result_.jet, array_.term_scale(result_.jet));
  std::vector<Determinacy> levels;
  for (int level = 0; level <= m; ++level) {
    levels.push_back(determinacy(array_, without_wishes(block_, problem_.n, level), result_.jet, level));
  }
  const Determinacy& last = levels.back();
  LeastSquaresFindings findings;
  const auto first_determined =
      std::find_if(levels.begin(), levels.end(), [](const Determinacy& level) { return level.derivatives_determined; });
  if (first_determined != levels.end()) findings.index = first_determined->differentiations;
  findings.degrees_of_freedom = problem_.n - last.constraints;
  findings.variable_index = variable_index(levels);
  findings.differentiations.assign(problem_.n, m);
  if (structure_ != nullptr) findings.differentiations = structure_->offsets.equation;
  report_determinacy(last);
  return findings;
}

void LeastSquares::report_determinacy(const Determinacy& last)
{
  result_.messages.push_back(fmt::format(
      "Ranks were decided with a gap of {:.1e} between the singular values kept and those dropped.", last.gap));
  if (last.derivatives_determined) return;
  std::vector<int> free;
  for (int j = 0; j < problem_.n; ++j) {
    if (result_.known(j, 1) == 0) free.push_back(j);
  }
  if (free.empty()) return;
  result_.messages.push_back(fmt::format(
      "The equations with {} differentiation(s) leave the derivatives of {} undetermined; they stay as near "
      "to the guess as F = 0 allows.",
      last.differentiations, problem_.names.variable_list(free)));
}

}  // namespace

LeastSquaresFindings least_squares(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                   const structure::Signature& signature, const structure::Structure* structure,
                                   const Options& options, MethodResult& result)
{
  return LeastSquares(array, problem, signature, structure, options, result).run();
}

}  // namespace ida_consistent_init::methods
