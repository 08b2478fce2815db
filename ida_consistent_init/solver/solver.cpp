#include "ida_consistent_init/solver/solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "ida_consistent_init/derivatives/combined_occurrence.hpp"
#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/derivatives/taylor_source.hpp"
#include "ida_consistent_init/methods/held_values.hpp"
#include "ida_consistent_init/methods/least_squares/least_squares.hpp"
#include "ida_consistent_init/methods/step_by_step/cancelling_combination.hpp"
#include "ida_consistent_init/methods/step_by_step/step_by_step.hpp"
#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/order_trials.hpp"
#include "ida_consistent_init/solver/remarks.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/verify/verify.hpp"

namespace ida_consistent_init::solver {

using support::Error;

namespace {

/// Order p of the differences where the user leaves it to us: of the orders 3 to 8 it has the best balance of
/// truncation and round-off for first to third derivatives of smooth functions.
constexpr int default_difference_order = 7;

void refuse_unavailable_method(const problem::Problem& problem, const methods::Options& options)
{
  if (options.method == IDACI_IMPULSE) {
    throw Error(IDACI_NOT_SUPPORTED,
                "The method impulse serves IDACISolve only; use IDACI_AUTO, IDACI_STEP_BY_STEP or "
                "IDACI_LEAST_SQUARES here.");
  }
  if (options.method == IDACI_STEP_BY_STEP && problem.condition_count() > 0) {
    throw Error(IDACI_NOT_SUPPORTED,
                "Step by step takes no extra conditions (IDACISetConditions); use IDACI_AUTO or IDACI_LEAST_SQUARES.");
  }
}

/// The jets of least squares have as many derivatives as the maximum calls for.
void refuse_index_above_maximum(const methods::Options& options)
{
  if (options.index <= options.max_index) return;
  throw Error(IDACI_INDEX_TOO_HIGH,
              support::format("IDACISetIndex says index {}, which is above the allowed maximum {}; raise it with "
                              "IDACISetMaxIndex.",
                              options.index, options.max_index));
}

void refuse_unusable_guess(const problem::Problem& problem)
{
  problem::validate(problem);
  problem::Vector r;
  const problem::Outcome outcome = problem.residual->evaluate(problem.t0, problem.guess_y, problem.guess_yp, r);
  if (outcome == problem::Outcome::ok) return;
  // The guess may lie outside the domain; a residual that fails everywhere is told apart by looking beside it.
  if (find_evaluable_point(problem)) return;
  if (outcome == problem::Outcome::recoverable) {
    throw Error(IDACI_RES_FAIL,
                "The residual returned a positive value (recoverable error) at the guess and at all "
                "points tried beside it; give a guess inside its domain.");
  }
  std::vector<int> equations;
  for (int i = 0; i < problem.n; ++i) {
    if (!std::isfinite(r[i])) equations.push_back(i);
  }
  throw Error(
      IDACI_RES_NOT_FINITE,
      support::format("The residual is not finite at the guess nor beside it, in the equations {}; give a guess "
                      "inside its domain, or check that the residual sets all its components.",
                      problem.names.equation_list(equations)));
}

/// Beyond this size one order of differences has to do.
constexpr int most_unknowns_to_repeat = 300;

/// The guess as the start of a jet.
methods::MethodResult started_at_guess(const problem::Problem& problem, int order)
{
  methods::MethodResult found(problem.n, order);
  found.jet.set_derivative(0, problem.guess_y);
  found.jet.set_derivative(1, problem.guess_yp);
  return found;
}

/// Whether F_y and F_y' beside the guess are those at the guess.
bool is_affine(derivatives::JacobianSource& jacobians, const problem::Problem& problem)
{
  constexpr double far = 0.1, same = 1e-8;
  const derivatives::JacobianPair here = jacobians.at(problem.t0, problem.guess_y, problem.guess_yp);
  const derivatives::JacobianPair& there = jacobians.at(problem.t0, derivatives::beside(problem.guess_y, 1, far),
                                                        derivatives::beside(problem.guess_yp, 2, far));
  double largest = 0, change = 0;
  for (const auto part : {&derivatives::JacobianPair::y, &derivatives::JacobianPair::yp}) {
    for (std::size_t k = 0; k < (here.*part).size(); ++k) {
      largest = std::max(largest, std::abs((here.*part)[k]));
      change = std::max(change, std::abs((here.*part)[k] - (there.*part)[k]));
    }
  }
  return change <= same * largest;
}

class Run
{
 public:
  Run(const problem::Problem& problem, const methods::Options& options, report::Result& result)
      : problem_(problem),
        options_(options),
        result_(result),
        differences_{.order = options.difference_order > 0 ? options.difference_order : default_difference_order,
                     .kind = options.difference_kind},
        conditions_(problem)
  {
  }

  /// groundwork: as for `solve`.
  void operator()(std::optional<Groundwork>& groundwork);

 private:
  bool take_structure_over(std::optional<Groundwork>& groundwork);
  void keep_structure(std::optional<Groundwork>& groundwork);
  void find_structure_of(derivatives::Occurrence occurrence);
  void check_asserted_index() const;
  void find_structure_if_any();
  void choose_method();
  void step_by_step();
  void least_squares(const std::string& reason);
  void least_squares_once();
  bool has_regular_structure(derivatives::DerivativeArray& array, const derivatives::Jet& guess);
  void after_step_by_step(const Error& refused);
  void combine_equations(const Error& refused);
  void report_redundant_wishes(derivatives::DerivativeArray& array, const methods::Stage& block,
                               methods::MethodResult& found) const;
  [[nodiscard]] std::unique_ptr<derivatives::DerivativeSource> make_source() const;
  void verify(const verify::Claim& claim, methods::MethodResult& found);
  template <class Solve>
  void compute(methods::MethodResult found, Solve solve);

  const problem::Problem& problem_;
  const methods::Options& options_;
  report::Result& result_;
  derivatives::DifferenceOptions differences_;
  derivatives::ConditionRows conditions_;
  derivatives::SharedOccurrence occurrence_;
  structure::Signature signature_;
  std::optional<structure::Structure> structure_;
  std::optional<Error> without_structure_;  // why
  std::optional<bool> regular_;             // the structure's system Jacobian
  int index_by_ranks_ = -1;                 // of the last least-squares solution, also if it was refused
  bool taken_over_ = false;                 // the structure
  std::unique_ptr<derivatives::JacobianSource> jacobians_;
};

void Run::operator()(std::optional<Groundwork>& groundwork)
{
  if (options_.progress != nullptr) options_.progress->restart();
  refuse_unavailable_method(problem_, options_);
  refuse_index_above_maximum(options_);
  refuse_unusable_guess(problem_);
  options_.tell(support::format("{} unknowns; which occur in which equation?", problem_.n));
  if (!take_structure_over(groundwork)) find_structure_of(derivatives::find_occurrence(problem_));
  choose_method();
  keep_structure(groundwork);
}

bool Run::take_structure_over(std::optional<Groundwork>& groundwork)
{
  if (!take_over(groundwork, problem_, options_)) return false;
  jacobians_ = std::move(groundwork->jacobians);
  occurrence_ = std::move(groundwork->occurrence);
  structure_ = std::move(groundwork->structure);
  signature_ = signature_of(*occurrence_);
  collect_occurrence(occurrence_, result_);
  collect_structure(problem_, *structure_, result_);
  taken_over_ = groundwork->taken_over;
  return true;
}

void Run::find_structure_of(derivatives::Occurrence occurrence)
{
  occurrence_ = std::make_shared<const derivatives::Occurrence>(std::move(occurrence));
  jacobians_ = std::make_unique<derivatives::JacobianSource>(problem_, occurrence_);
  signature_ = signature_of(*occurrence_);
  collect_occurrence(occurrence_, result_);
  find_structure_if_any();
}

/// Ends the run: the structure moves out. One that hides the true index is of no further use.
void Run::keep_structure(std::optional<Groundwork>& groundwork)
{
  const bool regular = result_.method == IDACI_STEP_BY_STEP || (regular_ && *regular_);
  if (!structure_ || !regular || structure_->index != result_.index) return groundwork.reset();
  if (!groundwork) groundwork.emplace();
  groundwork->occurrence = std::move(occurrence_);
  groundwork->structure = std::move(*structure_);
  groundwork->jacobians = std::move(jacobians_);
}

void Run::find_structure_if_any()
{
  try {
    structure_ = find_structure(problem_, options_, signature_);
    collect_structure(problem_, *structure_, result_);
    options_.tell(support::format("structural index {}, {} degrees of freedom", structure_->index,
                                  structure_->degrees_of_freedom));
  } catch (const Error& error) {
    if (error.flag() == IDACI_ILL_INPUT) throw;
    without_structure_ = error;
  }
}

void Run::choose_method()
{
  if (options_.method == IDACI_LEAST_SQUARES) return least_squares("Least squares was asked for.");
  if (problem_.condition_count() > 0) return least_squares("Least squares: there are extra conditions.");
  if (without_structure_) throw Error(*without_structure_);
  check_asserted_index();
  if (taken_over_) return step_by_step();  // if that fails, the structure of this very system comes first
  try {
    try {
      step_by_step();
    } catch (const Error& error) {
      if (error.flag() != IDACI_NOT_SUPPORTED) throw;
      combine_equations(error);
    }
  } catch (const Error& error) {
    if (options_.method == IDACI_STEP_BY_STEP) throw;
    after_step_by_step(error);
  }
}

/// The structure deceives: the same once more for an equivalent system whose structure may not. Each round has to take
/// degrees of freedom away, so there are few.
void Run::combine_equations(const Error& refused)
{
  const std::unique_ptr<derivatives::DerivativeSource> source = make_source();
  derivatives::DerivativeArray array(*source, *jacobians_, conditions_);
  const std::optional<problem::Combination> combination = methods::cancelling_combination(
      array, problem_, structure_->offsets, started_at_guess(problem_, highest_derivative(*structure_) + 1).jet);
  if (!combination) throw Error(refused);
  const problem::Problem equivalent = problem_.combined(*combination);
  derivatives::Occurrence occurrence = derivatives::combined_occurrence(problem_, *occurrence_, *combination);
  methods::Options options = options_;
  options.method = IDACI_STEP_BY_STEP;
  options.offsets.reset();
  report::Result result;
  begin_result(equivalent, result);
  Run run(equivalent, options, result);
  run.find_structure_of(std::move(occurrence));
  const bool progress = run.structure_ && run.structure_->degrees_of_freedom < structure_->degrees_of_freedom;
  if (!progress) throw Error(refused);
  run.choose_method();
  result_ = std::move(result);
  structure_.reset();  // the result belongs to the sums, not to it
  result_.has_offsets = false;
  result_.reason =
      "Step by step with sums of equations in which the leading derivatives cancel: the pattern of the "
      "single equations hides the index.";
}

/// The referee: a structure that deceives, a stage that did not converge, or values that did not stand verification.
void Run::after_step_by_step(const Error& refused)
{
  const bool worth_another_try =
      refused.flag() == IDACI_NOT_SUPPORTED || refused.flag() == IDACI_CONV_FAIL || refused.flag() == IDACI_VERIFY_FAIL;
  if (!worth_another_try) throw Error(refused);
  const std::string about_step_by_step = refused.flag() == IDACI_NOT_SUPPORTED
                                             ? "the pattern of the equations hides their true index, and no constant "
                                               "combination of equations shows it."
                                             : support::format("step by step failed ({})", refused.what());
  result_.stages.clear();
  try {
    least_squares("Least squares: " + about_step_by_step);
  } catch (const Error& error) {
    if (refused.flag() == IDACI_NOT_SUPPORTED) throw;
    // Of nonlinear equations a contradiction may be one of the guess only.
    if (error.flag() == IDACI_OVERDETERMINED && is_affine(*jacobians_, problem_)) throw;
    throw Error(refused.flag(), support::format("{} Least squares failed too: {}", refused.what(), error.what()));
  }
}

void Run::check_asserted_index() const
{
  if (options_.index == 0 || options_.index == structure_->index) return;
  throw Error(IDACI_ILL_INPUT, support::format("IDACISetIndex says index {}, but the structure of the equations gives "
                                               "index {}; pass 0 to accept what is found.",
                                               options_.index, structure_->index));
}

void Run::step_by_step()
{
  result_.method = IDACI_STEP_BY_STEP;
  result_.reason =
      options_.method == IDACI_STEP_BY_STEP ? "Step by step was asked for." : "Step by step: the structure is regular.";
  compute(started_at_guess(problem_, highest_derivative(*structure_) + 1),
          [&](derivatives::DerivativeArray& array, methods::MethodResult& found) {
            methods::step_by_step(array, problem_, *structure_, options_, found);
            for (const methods::StageRecord& record : found.stages) {
              const bool dependent_rows = record.rank < static_cast<int>(record.stage.rows.size());
              if (dependent_rows) report_redundant_wishes(array, record.stage, found);
            }
            return verify::Claim{structure_->offsets.equation, &structure_->offsets};
          });
}

/// Algorithm 4.1 of Leimkuhler, Petzold, Gear: solve, estimate the error (by another formula), improve the differences,
/// until the tolerance is reached. The displacement is optimised for each order within DifferenceSource; what is left
/// to try are other orders.
void Run::least_squares(const std::string& reason)
{
  result_.method = IDACI_LEAST_SQUARES;
  result_.reason = reason;
  jacobians_->sharpen();
  const bool order_is_ours = options_.difference_order == 0 && problem_.taylor == nullptr;
  const bool worth_repeating = order_is_ours && problem_.n <= most_unknowns_to_repeat;
  if (!worth_repeating) return least_squares_once();
  const report::Result before = result_;
  OrderTrials trials(options_);
  for (std::optional<int> order = default_difference_order; order; order = trials.next()) {
    differences_.order = *order;
    result_ = before;
    index_by_ranks_ = -1;
    try {
      least_squares_once();
      trials.accept(result_);
    } catch (const Error& error) {
      if (error.flag() != IDACI_VERIFY_FAIL && error.flag() != IDACI_CONV_FAIL) throw;
      trials.refuse(error, index_by_ranks_, regular_.value_or(false));
    }
  }
  result_ = trials.best();
}

void Run::least_squares_once()
{
  compute(started_at_guess(problem_, options_.max_index + 1),
          [&](derivatives::DerivativeArray& array, methods::MethodResult& found) {
            const structure::Structure* structure = has_regular_structure(array, found.jet) ? &*structure_ : nullptr;
            const methods::LeastSquaresFindings findings =
                methods::least_squares(array, problem_, signature_, structure, options_, found);
            collect_findings(problem_, findings, result_);
            index_by_ranks_ = findings.index;
            report_redundant_wishes(array, found.stages.back().stage, found);
            return verify::Claim{findings.differentiations, nullptr, structure == nullptr};
          });
}

/// Decided once: neither the guess nor F_y and F_y' there depend on the order of the differences.
bool Run::has_regular_structure(derivatives::DerivativeArray& array, const derivatives::Jet& guess)
{
  if (!regular_) {
    regular_ = structure_ && methods::generic_system_jacobian_rank(array, structure_->offsets, guess) == problem_.n;
  }
  return *regular_;
}

void Run::report_redundant_wishes(derivatives::DerivativeArray& array, const methods::Stage& block,
                                  methods::MethodResult& found) const
{
  if (!problem_.holds_anything()) return;
  const std::vector<std::string> sentences = methods::redundant_wishes(array, problem_, block, found.jet);
  found.messages.insert(found.messages.end(), sentences.begin(), sentences.end());
}

template <class Solve>
void Run::compute(methods::MethodResult found, Solve solve)
{
  const std::unique_ptr<derivatives::DerivativeSource> source = make_source();
  derivatives::DerivativeArray array(*source, *jacobians_, conditions_);
  if (problem_.taylor != nullptr) found.messages.emplace_back("The time derivatives are exact (IDACISetTaylorFn).");
  try {
    verify(solve(array, found), found);
    collect_values(problem_, found, result_);
    result_.message = remarks(array, problem_, options_, found, result_);
  } catch (...) {
    collect_stages(problem_, found, *jacobians_, result_);
    throw;
  }
  collect_stages(problem_, found, *jacobians_, result_);
}

std::unique_ptr<derivatives::DerivativeSource> Run::make_source() const
{
  if (problem_.taylor == nullptr) {
    return std::make_unique<derivatives::DifferenceSource>(*problem_.residual, problem_.t0, differences_);
  }
  return std::make_unique<derivatives::TaylorSource>(problem_, differences_);
}

void Run::verify(const verify::Claim& claim, methods::MethodResult& found)
{
  options_.tell("verification with other differences");
  derivatives::DifferenceSource other(*problem_.residual, problem_.t0, verify::independent_options(differences_));
  derivatives::DerivativeArray independent(other, *jacobians_, conditions_);
  const verify::Verification verification = verify::verify(independent, problem_, claim, options_, found);
  collect_verification(problem_, verification, result_);
  if (!verification.passed) throw Error(IDACI_VERIFY_FAIL, verification.complaint);
}

report::Result attempt(const problem::Problem& problem, const methods::Options& options,
                       std::optional<Groundwork>& groundwork)
{
  const auto start = std::chrono::steady_clock::now();
  const long residuals_before = problem.residual->evaluations();
  report::Result result;
  begin_result(problem, result);
  note_outcome(result, [&] { Run(problem, options, result)(groundwork); });
  leave_residual_at(problem, result);
  result.counters.residual_evaluations = problem.residual->evaluations() - residuals_before;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

report::Result solve(const problem::Problem& problem, const methods::Options& options,
                     std::optional<Groundwork>* groundwork)
{
  std::optional<Groundwork> none;
  return with_groundwork(groundwork != nullptr ? *groundwork : none,
                         [&](std::optional<Groundwork>& known) { return attempt(problem, options, known); });
}

}  // namespace ida_consistent_init::solver
