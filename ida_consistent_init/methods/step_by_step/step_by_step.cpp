#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"

#include <algorithm>
#include <limits>
#include <memory>

#include "ida_consistent_init/methods/held_values.hpp"
#include "ida_consistent_init/methods/step_by_step/explain.hpp"
#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"
#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

namespace {

/// Progress shows percentages as long as this lives.
class StageCount
{
 public:
  StageCount(const std::shared_ptr<support::Progress>& progress, int stages) : progress_(progress)
  {
    if (progress_ != nullptr) progress_->expect(stages);
  }
  ~StageCount()
  {
    if (progress_ != nullptr) progress_->expect(0);
  }
  StageCount(const StageCount&) = delete;
  StageCount& operator=(const StageCount&) = delete;
  void finish_stage() const
  {
    if (progress_ != nullptr) progress_->finish_stage();
  }

 private:
  std::shared_ptr<support::Progress> progress_;
};

class StepByStep
{
 public:
  StepByStep(derivatives::DerivativeArray& array, const problem::Problem& problem,
             const structure::Structure& structure, const Options& options, MethodResult& result)
      : array_(array),
        problem_(problem),
        structure_(structure),
        options_(options),
        result_(result),
        plan_(problem, structure.offsets)
  {
  }

  void run();

 private:
  void solve_single_stage();
  void refuse_deceptive_structure(const derivatives::Jet& guess);
  void solve_stage(int k);
  [[nodiscard]] bool wants_algebraic_derivatives() const;
  void derive_algebraic_variables();
  void reset_unknowns(const Stage& stage);
  void accept(const Stage& stage, const StageSolution& solution);
  void record(const Stage& stage, const StageSolution& solution);
  void mark_untouched(const Stage& stage);

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const structure::Structure& structure_;
  const Options& options_;
  MethodResult& result_;
  StagePlan plan_;
};

void StepByStep::run()
{
  const bool single_stage =
      plan_.only_last_has_rows() && !problem_.holds_anything() && factorization_shows_rank(array_, problem_.n);
  if (!single_stage) refuse_deceptive_structure(result_.jet);
  const std::vector<int>& d = structure_.offsets.variable;
  const bool algebraic = wants_algebraic_derivatives() && std::find(d.begin(), d.end(), 0) != d.end();
  const StageCount count(options_.progress, 1 - plan_.first() + (algebraic ? 1 : 0));
  for (int k = plan_.first(); k <= 0; ++k) {
    if (single_stage && k == 0) {
      solve_single_stage();
    } else {
      solve_stage(k);
    }
    count.finish_stage();
  }
  if (algebraic) derive_algebraic_variables();
}

/// Those that are held have to be met, whether or not the others are asked for.
bool StepByStep::wants_algebraic_derivatives() const
{
  if (options_.algebraic_derivatives) return true;
  for (std::size_t j = 0; j < problem_.fixed_yp.size(); ++j) {
    if (problem_.fixed_yp[j] != 0 && structure_.offsets.variable[j] == 0) return true;
  }
  return false;
}

/// The matrix of the only stage is the system Jacobian: its rank beside the guess matters only where it is deficient
/// at the solution, or where there is none.
void StepByStep::solve_single_stage()
{
  const derivatives::Jet guess = result_.jet;
  try {
    solve_stage(0);
  } catch (const support::Error&) {
    refuse_deceptive_structure(guess);
    throw;
  }
  if (result_.stages.empty() || result_.stages.back().rank < problem_.n) refuse_deceptive_structure(guess);
}

void StepByStep::refuse_deceptive_structure(const derivatives::Jet& guess)
{
  ++result_.factorizations;
  const int rank = generic_system_jacobian_rank(array_, structure_.offsets, guess);
  if (rank == problem_.n) return;
  const std::vector<int> dependent = dependent_equations(array_, structure_.offsets, guess);
  throw explain_deceptive_structure(structure_.index, rank, problem_.n, problem_.names.equation_list(dependent));
}

/// Stage k alone; if it has no solution because components are held, together with as many earlier stages as it takes.
void StepByStep::solve_stage(int k)
{
  int first = k;
  Stage stage = plan_.stages(k, k);
  if (stage.rows.empty()) {
    result_.note_held(stage);
    mark_untouched(stage);
    return;
  }
  StageSolution solution = StageNewton(array_, problem_, options_, stage, result_.jet).solve();
  while (solution.verdict != StageVerdict::converged && problem_.holds_anything() && first > plan_.first()) {
    --first;
    if (!plan_.has_unknowns(first)) continue;
    Stage merged = plan_.stages(first, k);
    reset_unknowns(merged);
    StageSolution attempt = StageNewton(array_, problem_, options_, merged, result_.jet).solve();
    stage = std::move(merged);
    solution = std::move(attempt);
  }
  record(stage, solution);
  if (solution.verdict != StageVerdict::converged) {
    // Values held in earlier stages without unknowns of their own may be part of the contradiction.
    stage.held = plan_.stages(plan_.first(), k).held;
    throw explain_failure(array_, problem_, stage, solution, result_.jet);
  }
  accept(stage, solution);
}

/// y' of variables with d_j = 0 needs stage 1, the whole array once more. Nothing else depends on it, so a failure
/// (a residual that is not smooth enough) costs only these derivatives.
void StepByStep::derive_algebraic_variables()
{
  const derivatives::Jet before = result_.jet;
  try {
    solve_stage(1);
  } catch (const support::Error& error) {
    if (std::any_of(problem_.fixed_yp.begin(), problem_.fixed_yp.end(), [](char held) { return held != 0; })) throw;
    result_.jet = before;
    result_.messages.push_back(
        support::format("The derivatives of algebraic variables were not determined: {}", error.what()));
  }
}

/// Unknowns of a merged block start again from the guess.
void StepByStep::reset_unknowns(const Stage& stage)
{
  for (const Column& column : stage.columns) {
    if (column.order == 0) result_.jet(column.variable, 0) = problem_.guess_y[column.variable];
  }
  for (const Column& column : stage.held) {
    result_.jet(column.variable, column.order) =
        column.order == 0 ? problem_.guess_y[column.variable] : problem_.guess_yp[column.variable];
  }
}

void StepByStep::record(const Stage& stage, const StageSolution& solution)
{
  std::erase_if(result_.stages, [&](const StageRecord& record) { return record.stage.first >= stage.first; });
  StageRecord record{stage, solution.rank, solution.iterations, 0, solution.history, {}};
  if (solution.residual.size() > 0) record.residual = solution.residual.cwiseAbs().maxCoeff();
  const bool freedom = solution.rank < static_cast<int>(stage.columns.size());
  record.how = stage.columns.empty() ? "all held" : freedom ? "nearest point" : "Newton";
  if (solution.kinsol_iterations > 0)
    record.how += support::format(" (KINSOL, {} iterations)", solution.kinsol_iterations);
  if (stage.merged()) record.how += support::format(", stages {} to {} as one block", stage.first, stage.last);
  result_.factorizations += solution.factorizations;
  result_.stages.push_back(std::move(record));
}

void StepByStep::accept(const Stage& stage, const StageSolution& solution)
{
  std::vector<char> determined = solution.determined, unique = solution.unique;
  const bool without_freedom = solution.rank == static_cast<int>(stage.columns.size());
  if (without_freedom) determined = unique = std::vector<char>(stage.columns.size(), 1);
  if (determined.empty()) determined = structurally_determined(stage, array_.jacobians().sparsity());
  if (unique.empty()) unique = structurally_unique(stage, array_.jacobians().sparsity());
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    result_.jet(stage.columns[k].variable, stage.columns[k].order) = solution.values[k];
  }
  result_.note(stage, solution.errors, unique, determined);
}

/// Values without any equation in their stage are free: they stay where the guess put them.
void StepByStep::mark_untouched(const Stage& stage)
{
  for (const Column& column : stage.columns) {
    result_.jet(column.variable, column.order) = problem_.guess_y[column.variable];
    result_.error(column.variable, column.order) = 0;
    result_.known(column.variable, column.order) = 1;
  }
}

}  // namespace

void step_by_step(derivatives::DerivativeArray& array, const problem::Problem& problem,
                  const structure::Structure& structure, const Options& options, MethodResult& result)
{
  StepByStep(array, problem, structure, options, result).run();
}

}  // namespace ida_consistent_init::methods
