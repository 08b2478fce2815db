#include "ida_consistent_init/methods/least_squares/least_squares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "ida_consistent_init/linear/dense_least_squares.hpp"
#include "ida_consistent_init/methods/held_values.hpp"
#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"
#include "ida_consistent_init/methods/least_squares/damped_approach.hpp"
#include "ida_consistent_init/methods/least_squares/free_derivatives.hpp"
#include "ida_consistent_init/methods/least_squares/solved_block.hpp"
#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_step.hpp"
#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"

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
        result_(result),
        guess_(result.jet)
  {
  }

  LeastSquaresFindings run()
  {
    if (more_freedom_than_held()) start_near_guess();
    if (too_large_for_ranks()) return by_structure();
    LeastSquaresFindings findings = by_ranks();
    report_determinacy();
    return findings;
  }

 private:
  [[nodiscard]] bool too_large_for_ranks() const;
  LeastSquaresFindings by_structure();
  LeastSquaresFindings by_ranks();
  void find_index();
  void find_index_near_guess();
  Determinacy solve_with(int m);
  [[nodiscard]] Determinacy determinacy_with(int m, const derivatives::Jet* beside = nullptr) const
  {
    return determinacy(array_, without_wishes(block_, problem_.n, m), result_.jet, m, beside);
  }
  void approach();
  void calm_free_derivatives();
  void refine();
  void solve_block();
  void accept();
  void refuse_contradictory_ranks() const;
  void accept_by_structure(const StagePlan& plan);
  [[nodiscard]] bool more_freedom_than_held() const;
  bool start_near_guess();
  void settle_at_once();
  [[nodiscard]] double size_of(const Vector& step) const;
  bool follow(const Vector& step);
  [[nodiscard]] Vector towards_guess(const Eigen::MatrixXd& free_directions) const;
  [[nodiscard]] bool anything_free();
  [[nodiscard]] SolvedBlock solved() const { return {block_, result_.jet, solution_, result_.stages}; }
  void restore(const SolvedBlock& before);
  void reduce(const SolvedBlock& full);
  LeastSquaresFindings evaluate_levels();
  void report_determinacy();

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const structure::Signature& signature_;
  const structure::Structure* structure_;
  const Options& options_;
  MethodResult& result_;
  const derivatives::Jet guess_;
  Stage block_;
  StageSolution solution_;
  Determinacy found_;
  bool near_guess_ = false;
};

/// Index detection by ranks factors dense matrices with as many rows.
bool LeastSquares::too_large_for_ranks() const
{
  constexpr int most_rows = 1500;
  return structure_ != nullptr && problem_.n * (structure_->index + 1) > most_rows;
}

/// The equations and unknowns that the offsets call for, in one sparse block: a reduction as in section 4.2. A regular
/// system Jacobian vouches for index and degrees of freedom in place of ranks.
LeastSquaresFindings LeastSquares::by_structure()
{
  const std::vector<int>& d = structure_->offsets.variable;
  const StagePlan plan(problem_, structure_->offsets);
  block_ = plan.stages(plan.first(), std::find(d.begin(), d.end(), 0) != d.end() ? 1 : 0);
  for (int k = 0; k < problem_.condition_count(); ++k) block_.rows.push_back({problem_.n + k, 0});
  block_.nearest = false;
  block_.label = fmt::format("least squares with up to {} differentiations", structure_->index);
  solve_block();
  accept_by_structure(plan);
  result_.messages.emplace_back(
      "The system is too large for dense rank decisions: index and degrees of freedom are those of its structure, "
      "whose "
      "system Jacobian is regular.");
  return {structure_->index, structure_->degrees_of_freedom, structure_->variable_index, structure_->offsets.equation};
}

LeastSquaresFindings LeastSquares::by_ranks()
{
  find_index();
  // What is held may be redundant and leave more freedom than counting tells.
  if (!near_guess_ && anything_free()) {
    if (start_near_guess()) {
      find_index();
    } else {
      find_index_near_guess();
    }
  }
  LeastSquaresFindings findings = evaluate_levels();
  const SolvedBlock all_equations = solved();
  reduce(all_equations);
  refine();
  if (!agree(all_equations, solved(), found_.derivative_determined, options_)) restore(all_equations);
  block_.by_ranks = structure_ == nullptr;
  result_.stages.back().stage.by_ranks = block_.by_ranks;
  accept();
  refuse_contradictory_ranks();
  return findings;
}

/// m = 0, 1, ... until y' is determined. Each level of a regular system adds constraints on y or determines more of y'
/// (Weierstrass form); one that adds nothing shows that no further level will. Ranks may err, but where the pencil is
/// regular all of y' is determined in the end, so that a level that adds nothing before must be an error; and one that
/// says that y' is determined but not clearly may be: the next one shows.
void LeastSquares::find_index()
{
  found_ = {};
  const int first = options_.index > 0 ? options_.index : 0;
  const int last = options_.index > 0 ? options_.index : options_.max_index;
  std::optional<Error> first_failure;
  std::optional<Determinacy> doubtful;
  for (int m = first; m <= last; ++m) {
    const Determinacy before = found_;
    try {
      found_ = solve_with(m);
    } catch (const Error& error) {
      const bool leads_nowhere = error.flag() == IDACI_CONV_FAIL;
      // The values are not near those of fewer equations only: more of them may lead there.
      const bool skip =
          m > 0 && m < last && !near_guess_ && !problem_.holds_anything() && leads_nowhere && !first_failure;
      if (!skip && leads_nowhere && doubtful) throw doubtful_ranks(*doubtful);
      if (!skip) throw Error(first_failure ? *first_failure : error);
      first_failure = error;
      result_.jet = guess_;
      found_ = {};
      continue;
    }
    const bool sure = structure_ != nullptr || found_.is_clear();
    if (found_.derivatives_determined && sure) return;
    const bool stagnates = m > first && found_.agrees_with(before);
    if (stagnates && !has_regular_pencil(array_, result_.jet)) return;
    if (stagnates || found_.derivatives_determined) doubtful = found_;
  }
  if (options_.index > 0) return;
  if (doubtful) throw doubtful_ranks(*doubtful);
  throw Error(IDACI_INDEX_TOO_HIGH,
              fmt::format("With {} differentiations the equations still do not determine y', so the index is above the "
                          "allowed maximum {}; raise it with IDACISetMaxIndex if the model is right.",
                          options_.max_index, options_.max_index));
}

/// Ranks of nonlinear equations belong to the point; where the nearest one has others, they are looked for once more.
void LeastSquares::find_index_near_guess()
{
  constexpr int attempts = 3;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    settle_at_once();
    const Determinacy here = determinacy_with(found_.differentiations);
    const bool as_before = here.agrees_with(found_);
    found_ = here;
    if (as_before) return;
    find_index();
  }
  throw doubtful_ranks(found_);
}

Determinacy LeastSquares::solve_with(int m)
{
  block_ = consistency_equations(problem_, signature_, m);
  // Off the manifold derivatives could stand in for values along directions in which the array is singular on it; only
  // values that are where they should be already do not need this.
  block_.derivative_weight = near_guess_ ? 0 : 1;
  const bool at_guess = result_.jet.coefficients() == guess_.coefficients();
  try {
    if (!near_guess_) approach();
    solve_block();
  } catch (const Error& error) {
    // What fewer differentiations left open may have gone where more of them lead nowhere.
    if (near_guess_ || at_guess || error.flag() != IDACI_CONV_FAIL) throw;
    result_.jet = guess_;
    approach();
    solve_block();
  }
  calm_free_derivatives();
  refine();
  return determinacy_with(m);
}

/// Where values have bounds, derivatives go alone: Newton's method keeps the bounds.
void LeastSquares::approach()
{
  if (structure_ != nullptr) return;  // pattern and values agree: F has no curvature that pretends ranks
  Stage block = block_;
  if (!problem_.constraints.empty())
    std::erase_if(block.columns, [](const Column& column) { return column.order == 0; });
  result_.factorizations += damped_approach(array_, options_, block, result_.jet);
}

/// Free derivatives may have gone far on the way. Large ones make time scales that F has not, and of any rest of the
/// residual a curvature that pretends ranks.
void LeastSquares::calm_free_derivatives()
{
  if (structure_ != nullptr || near_guess_) return;
  constexpr int most_rounds = 5;
  for (int round = 0; round < most_rounds; ++round) {
    const std::optional<derivatives::Jet> calm = with_calm_derivatives(array_, block_, result_.jet, guess_);
    if (!calm) return;
    const SolvedBlock before = solved();
    result_.jet = *calm;
    try {
      solve_block();
    } catch (const Error&) {
      return restore(before);
    }
  }
}

/// Once more by the ranks that will be claimed, so that errors of the Jacobian do not let free derivatives take up what
/// belongs to a constraint. Far from the solution ranks are those of other equations: what does not converge stays.
void LeastSquares::refine()
{
  if (structure_ != nullptr) return;
  const SolvedBlock before = solved();
  block_.by_ranks = true;
  try {
    solve_block();
  } catch (const Error&) {
    restore(before);
  }
  block_.by_ranks = false;
}

void LeastSquares::solve_block()
{
  solution_ = StageNewton(array_, problem_, options_, block_, result_.jet).solve();
  result_.factorizations += solution_.factorizations;
  StageRecord record{block_, solution_.rank, solution_.iterations, 0, solution_.history, block_.label};
  if (solution_.residual.size() > 0) record.residual = solution_.residual.cwiseAbs().maxCoeff();
  result_.stages.clear();
  result_.stages.push_back(std::move(record));
  if (solution_.verdict == StageVerdict::converged) return;
  throw explain_failure(array_, problem_, block_, solution_, result_.jet);
}

void LeastSquares::restore(const SolvedBlock& before)
{
  block_ = before.block;
  result_.jet = before.jet;
  solution_ = before.solution;
  result_.stages = before.stages;
}

/// What the equations determine, and what they and nearness to the guess do.
void LeastSquares::accept()
{
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = array_.jacobian(block_.rows, block_.columns, result_.jet, false, &error);
  const Vector weight = wish_weights(problem_, block_);
  const auto step = stage_step(block_, matrix, weight, array_.jacobians().noise(), error);
  std::vector<char> unique, determined;
  if (step != nullptr) {
    unique = step->unique();
    determined = step->determined();
  }
  if (unique.empty()) unique = structurally_unique(block_, array_.jacobians().sparsity());
  if (determined.empty()) determined = structurally_determined(block_, array_.jacobians().sparsity());
  result_.note(block_, solution_.errors, unique, determined);
}

/// Where the last factorization does not find y' determined, ranks contradict each other: a regular pencil determines
/// y' in the end, and index detection has stopped because it found y' determined. A constraint may have drowned in the
/// errors of differences that far derivatives make coarse. So it may where rows depend on each other, which those of a
/// regular pencil do not; what these miss would be spread over all equations. And where F is curved, what errors leave
/// of the rows makes entries that are no larger than it.
void LeastSquares::refuse_contradictory_ranks() const
{
  if (structure_ == nullptr) {
    const derivatives::Jet beside = moved_by(solution_.errors, block_, result_.jet);
    if (!determinacy_with(found_.differentiations, &beside).agrees_with(found_)) throw doubtful_ranks(found_);
  }
  if (found_.dependent_rows > 0 && has_regular_pencil(array_, result_.jet)) throw doubtful_ranks(found_);
  const bool all_known = (result_.known.col(1).array() != 0).all();
  if (options_.index > 0 || all_known) return;
  if (found_.derivatives_determined || has_regular_pencil(array_, result_.jet)) throw doubtful_ranks(found_);
}

/// The regular system Jacobian determines all unknowns, given the values that the stages leave free.
void LeastSquares::accept_by_structure(const StagePlan& plan)
{
  const std::vector<char> all(block_.columns.size(), 1);
  result_.note(block_, solution_.errors, all, all);
  for (int k = plan.first(); k <= 0; ++k) {
    const Stage stage = plan.stages(k, k);
    const std::vector<char> determined = structurally_determined(stage, array_.jacobians().sparsity());
    for (std::size_t column = 0; column < stage.columns.size(); ++column) {
      result_.determined(stage.columns[column].variable, stage.columns[column].order) = determined[column];
    }
  }
}

bool LeastSquares::anything_free()
{
  return determinacy(array_, block_, result_.jet, found_.differentiations).free_directions.cols() > 0;
}

/// Values that equations and wishes leave free come near the guess in stages where offsets tell these: the search
/// starts from the stages' solution, and short steps keep what is free. Extra conditions belong to no stage.
bool LeastSquares::start_near_guess()
{
  if (structure_ == nullptr || problem_.condition_count() > 0) return false;
  MethodResult start(problem_.n, guess_.order());
  start.jet = guess_;
  try {
    step_by_step(array_, problem_, *structure_, options_, start);
  } catch (const Error&) {
    return false;  // least squares has to find its own way
  }
  result_.factorizations += start.factorizations;
  result_.jet = start.jet;
  near_guess_ = true;
  return true;
}

bool LeastSquares::more_freedom_than_held() const
{
  const auto held = std::count(problem_.fixed_y.begin(), problem_.fixed_y.end(), 1) +
                    std::count(problem_.fixed_yp.begin(), problem_.fixed_yp.end(), 1);
  return structure_ != nullptr && structure_->degrees_of_freedom > held;
}

/// Nearest in all values at once: along the tangent towards the guess, back to the equations by short steps, and so on.
/// Ranks at the equations' solution give the tangent; off it they would be those of a different system. Values that the
/// tangent leads along stay there: derivatives, which nobody wished for, follow.
void LeastSquares::settle_at_once()
{
  constexpr double nearly_there = 0.01;  // of the tolerance
  block_.derivative_weight = 0;
  double last_size = std::numeric_limits<double>::infinity();
  for (int round = 0; round < options_.max_iterations; ++round) {
    const Determinacy here = determinacy(array_, block_, result_.jet, found_.differentiations);
    const Vector step = towards_guess(here.free_directions);
    if (step.size() == 0) return;
    const double size = size_of(step);
    if (size <= nearly_there || (size <= 1 && size > 0.9 * last_size)) return;
    last_size = size;
    if (!follow(step)) break;
  }
  result_.messages.emplace_back(
      "The values that the equations leave free came near the guess, but not to the nearest point.");
}

/// In units of the tolerance.
double LeastSquares::size_of(const Vector& step) const
{
  double size = 0;
  Eigen::Index value = 0;
  for (const auto& [j, order] : block_.columns) {
    if (order > 0) continue;
    size = std::max(size, std::abs(step[value++]) / options_.tolerance(result_.jet(j, 0)));
  }
  return size;
}

/// The step, or the largest half, quarter, ... of it from which the equations can be solved. False, and all is as it
/// was, if there is none: what has been found solves them already.
bool LeastSquares::follow(const Vector& step)
{
  const SolvedBlock before = solved();
  for (const double part : {1.0, 0.25}) {
    Eigen::Index value = 0;
    for (const auto& [j, order] : block_.columns) {
      if (order == 0) result_.jet(j, 0) += part * step[value++];
    }
    try {
      solve_block();
      return true;
    } catch (const Error&) {
      restore(before);
    }
  }
  return false;
}

/// The part of the wish (guess - y) along the free directions, in the user's norm.
Vector LeastSquares::towards_guess(const Eigen::MatrixXd& free_directions) const
{
  if (free_directions.cols() == 0) return {};
  Vector wish(free_directions.rows()), weight(free_directions.rows());
  Eigen::Index value = 0;
  for (const auto& [j, order] : block_.columns) {
    if (order > 0) continue;
    wish[value] = problem_.guess_y[j] - result_.jet(j, 0);
    weight[value++] = problem_.weights[j];
  }
  const Eigen::MatrixXd weighted = weight.asDiagonal() * free_directions;
  return free_directions * linear::dense_least_squares(weighted, weight.cwiseProduct(wish));
}

/// Index, degrees of freedom and variable indices, from the ranks with 0, 1, ..., m differentiations.
LeastSquaresFindings LeastSquares::evaluate_levels()
{
  const int m = found_.differentiations;
  std::vector<Determinacy> levels;
  levels.reserve(static_cast<std::size_t>(m) + 1);
  for (int level = 0; level < m; ++level) {
    levels.push_back(determinacy_with(level));
  }
  levels.push_back(found_);
  LeastSquaresFindings findings;
  const auto first_determined =
      std::find_if(levels.begin(), levels.end(), [](const Determinacy& level) { return level.derivatives_determined; });
  if (first_determined != levels.end()) findings.index = first_determined->differentiations;
  findings.degrees_of_freedom = problem_.n - found_.constraints;
  findings.variable_index = variable_index(levels);
  findings.differentiations = differentiations_needed(found_, without_wishes(block_, problem_.n, m), problem_.n);
  return findings;
}

/// Rows and columns that say nothing about (y, y') go, and with them the roughest derivatives. If the rest says less,
/// the block stays as it was: full, the present one.
void LeastSquares::reduce(const SolvedBlock& full)
{
  if (found_.differentiations == 0) return;
  const Eigen::SparseMatrix<double> jacobian = array_.jacobian(block_.rows, block_.columns, result_.jet, false);
  block_ = reduced(full.block, found_.row_needed, jacobian, problem_.n);
  std::set<std::pair<int, int>> kept;
  for (const Column& column : block_.columns) kept.emplace(column.variable, column.order);
  for (const Column& column : full.block.columns) {
    if (!kept.contains({column.variable, column.order})) result_.jet(column.variable, column.order) = 0;
  }
  if (!still_holds(array_, block_, result_.jet, full.block, full.solution)) result_.jet = full.jet;
  try {
    solve_block();
    if (determinacy_with(found_.differentiations).agrees_with(found_)) return;
  } catch (const Error&) {
    // The full block has been solved already.
  }
  restore(full);
}

void LeastSquares::report_determinacy()
{
  result_.messages.push_back(fmt::format(
      "Ranks were decided with a gap of {:.1e} between the singular values kept and those dropped.", found_.gap));
  if (found_.derivatives_determined) return;
  std::vector<int> free;
  for (int j = 0; j < problem_.n; ++j) {
    if (result_.known(j, 1) == 0) free.push_back(j);
  }
  if (free.empty()) return;
  result_.messages.push_back(fmt::format(
      "The equations with {} differentiation(s) leave the derivatives of {} undetermined; they stay as near "
      "to the guess as F = 0 allows.",
      found_.differentiations, problem_.names.variable_list(free)));
}

}  // namespace

LeastSquaresFindings least_squares(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                   const structure::Signature& signature, const structure::Structure* structure,
                                   const Options& options, MethodResult& result)
{
  return LeastSquares(array, problem, signature, structure, options, result).run();
}

}  // namespace ida_consistent_init::methods
