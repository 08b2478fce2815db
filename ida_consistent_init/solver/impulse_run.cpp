#include "ida_consistent_init/solver/impulse_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::solver {

using methods::impulse::Answer;
using methods::impulse::Findings;
using methods::impulse::VectorOffsets;
using support::Error;

namespace {

void refuse_wishes(const problem::Problem& problem)
{
  if (problem.condition_count() == 0) return;
  throw Error(IDACI_NOT_SUPPORTED,
              "The method impulse takes no extra conditions (IDACISetConditions); use IDACI_AUTO or "
              "IDACI_LEAST_SQUARES.");
}

/// The structure as the last call found it, or found anew.
void look_at_structure(const problem::Problem& problem, const methods::Options& options, report::Result& result,
                       std::optional<Groundwork>& groundwork)
{
  problem::validate(problem);
  refuse_wishes(problem);
  const bool known = take_over(groundwork, problem, options);
  if (!known) {
    auto occurrence = std::make_shared<const derivatives::Occurrence>(derivatives::find_occurrence(problem));
    groundwork.emplace(Groundwork{.occurrence = std::move(occurrence), .structure = {}});
  }
  collect_occurrence(groundwork->occurrence, result);
  if (!known) groundwork->structure = find_structure(problem, options, signature_of(*groundwork->occurrence));
  collect_structure(problem, groundwork->structure, result);
  groundwork->fresh = !known;
}

/// Gives the method what a vector with element access lets us see.
void prepare(ImpulseTask& task, Groundwork& groundwork)
{
  const structure::Offsets& offsets = groundwork.structure.offsets;
  task.offsets.equation = support::filled(task.system.new_vector(), offsets.equation);
  task.offsets.variable = support::filled(task.system.new_vector(), offsets.variable);
  task.system.difference_step = groundwork.impulse_step;
  if (task.system.solver != nullptr) return;
  if (groundwork.factor == nullptr) {
    groundwork.factor = std::make_shared<methods::impulse::SystemJacobianFactor>(*groundwork.occurrence, task.offsets);
  }
  if (groundwork.jacobians == nullptr) begin_jacobians(groundwork, *task.problem);
  task.system.jacobians = groundwork.jacobians.get();
  task.system.factor = groundwork.factor.get();
}

/// Index and degrees of freedom by sums and extremes of the offsets.
void measure_offsets(VectorOffsets& offsets, report::Result& result)
{
  offsets.largest_equation = methods::impulse::largest(offsets.equation.get());
  offsets.largest_variable = methods::impulse::largest(offsets.variable.get());
  const bool undifferentiated = N_VMin(offsets.variable.get()) < 0.5;
  result.index = offsets.largest_equation + (undifferentiated ? 1 : 0);
  result.degrees_of_freedom =
      methods::impulse::count(offsets.variable.get()) - methods::impulse::count(offsets.equation.get());
}

void check_asserted_index(const methods::Options& options, int index)
{
  if (index > options.max_index) {
    throw Error(IDACI_INDEX_TOO_HIGH, support::format("The index is {}, above the allowed maximum {}; raise it with "
                                                      "IDACISetMaxIndex if the model is right.",
                                                      index, options.max_index));
  }
  if (options.index == 0 || options.index == index) return;
  throw Error(IDACI_ILL_INPUT, support::format("IDACISetIndex says index {}, but the offsets give index {}; pass 0 to "
                                               "accept what is found.",
                                               options.index, index));
}

void collect_impulse_findings(const Findings& findings, report::Result& result)
{
  for (const methods::impulse::StageFacts& stage : findings.stages) {
    result.stages.push_back({.k = stage.k,
                             .equations = static_cast<int>(stage.equations),
                             .unknowns = static_cast<int>(stage.unknowns),
                             .rank = static_cast<int>(stage.equations),
                             .iterations = stage.passes,
                             .residual = stage.residual,
                             .method = support::format("impulse, rate {:.1e}", stage.rate),
                             .history = stage.history});
  }
  result.messages.insert(result.messages.end(), findings.messages.begin(), findings.messages.end());
  result.messages.push_back(findings.cj > 0
                                ? support::format("A(cj) with cj = {:.3g}; {} solves, {} Krylov iterations.",
                                                  findings.cj, findings.solves, findings.krylov_iterations)
                                : support::format("System Jacobian factored as such; {} solves.", findings.solves));
  if (result.index > 1)
    result.messages.emplace_back(
        "Metric of the correction: where the equations leave values free, these moved along what the algebraic "
        "variables "
        "can do (impulses of constraint forces, a pressure projection), not to the point nearest to the guess.");
  result.explicit_norm = findings.explicit_norm;
  result.hidden_norm = findings.hidden_norm;
  result.counters = {findings.residual_evaluations, findings.jacobian_evaluations, findings.factorizations};
}

/// Held components that later stages determine, and bounds, are beyond the method: its answer keeps them or is refused.
void keep_wishes(const problem::Problem& problem, const methods::Options& options, Answer& answer)
{
  for (const int q : {0, 1}) {
    const auto value = support::view(answer.jet.derivative(q));
    const problem::Vector& guess = q == 0 ? problem.guess_y : problem.guess_yp;
    for (int j = 0; j < problem.n; ++j) {
      if ((q == 0 ? problem.fixed_y : problem.fixed_yp)[j] == 0) continue;
      if (std::abs(value[j] - guess[j]) > options.tolerance(guess[j])) {
        throw Error(IDACI_NOT_SUPPORTED, support::format("The method impulse cannot hold {}; use IDACI_STEP_BY_STEP.",
                                                         problem.names.derivative(j, q)));
      }
      support::view(answer.jet.derivative(q))[j] = guess[j];
    }
  }
  const auto y = support::view(answer.jet.derivative(0));
  for (int j = 0; j < static_cast<int>(problem.constraints.size()); ++j) {
    if (!problem::breaks_constraint(problem.constraints[j], y[j])) continue;
    throw Error(IDACI_CONSTRAINT_FAIL, support::format("The method impulse found {} = {:.6g}, which breaks its "
                                                       "constraint.",
                                                       problem.names.variable(j), y[j]));
  }
}

/// The same for masks without element access.
void keep_held(const methods::impulse::System& system, const methods::Options& options, Answer& answer)
{
  for (const int q : {0, 1}) {
    N_Vector held = q == 0 ? system.held_y : system.held_yp;
    if (held == nullptr) continue;
    N_Vector value = answer.jet.derivative(q), guess = q == 0 ? system.guess_y : system.guess_yp;
    const support::VectorHandle back = system.new_vector(), moved = system.new_vector();
    N_VLinearSum(1, guess, -1, value, back.get());
    N_VProd(held, back.get(), back.get());
    N_VAbs(guess, moved.get());
    N_VScale(options.rtol, moved.get(), moved.get());
    N_VAddConst(moved.get(), std::max(options.atol, std::numeric_limits<double>::min()), moved.get());
    N_VDiv(back.get(), moved.get(), moved.get());
    if (N_VMaxNorm(moved.get()) > 1) {
      throw Error(IDACI_NOT_SUPPORTED,
                  "The method impulse cannot hold all of the components that IDACISetFixed and "
                  "IDACISetFixedDerivatives name; hold fewer of them.");
    }
    N_VLinearSum(1, value, 1, back.get(), value);
  }
}

/// The stage that gives y_j, -d_j, has as many equations as unknowns.
std::vector<char> determined_values(const structure::Offsets& offsets)
{
  const std::vector<int>&c = offsets.equation, &d = offsets.variable;
  const int largest = *std::max_element(d.begin(), d.end());
  // Per number of differentiations, and then summed up: unknowns less equations of offsets at least that large.
  std::vector<long> freedom(largest + 2, 0);
  for (const int offset : d) ++freedom[offset];
  for (const int offset : c) --freedom[offset];
  for (int offset = largest; offset >= 0; --offset) freedom[offset] += freedom[offset + 1];
  std::vector<char> determined(d.size());
  std::transform(d.begin(), d.end(), determined.begin(), [&](int offset) { return freedom[offset] == 0 ? 1 : 0; });
  return determined;
}

void collect_rows(const structure::Offsets& offsets, bool highest_known, const Answer& answer, report::Result& result)
{
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const int order = std::max(1, answer.jet.order() - (highest_known ? 0 : 1));
  result.derivatives.resize(result.n, order + 1);
  for (int q = 0; q <= order; ++q) {
    const auto values = support::view(answer.jet.derivative(q));
    for (int j = 0; j < result.n; ++j) {
      const bool known = q <= offsets.variable[j] + (highest_known ? 1 : 0);
      result.derivatives(j, q) = known ? values[j] : unknown;
    }
  }
  const auto y_error = support::view(answer.y_error.get()), yp_error = support::view(answer.yp_error.get());
  const std::vector<char> determined = determined_values(offsets);
  for (int j = 0; j < result.n; ++j) {
    report::VariableRow& row = result.variables[j];
    row.value = result.derivatives(j, 0);
    row.error_estimate = y_error[j];
    row.determined = determined[j] != 0;
    row.derivative_determined = offsets.variable[j] + (highest_known ? 1 : 0) >= 1;
    row.derivative = row.derivative_determined ? result.derivatives(j, 1) : row.derivative_guess;
    row.derivative_error_estimate = row.derivative_determined ? yp_error[j] : unknown;
  }
}

/// For the next call: that of the first stage which takes differences.
void keep_step(const Findings& findings, Groundwork& groundwork)
{
  const auto stage = std::find_if(findings.stages.begin(), findings.stages.end(),
                                  [](const methods::impulse::StageFacts& facts) { return facts.step > 0; });
  if (stage != findings.stages.end()) groundwork.impulse_step = stage->step;
}

/// Null: nothing is held.
support::VectorHandle held_of(const problem::Mask& mask, const methods::impulse::System& system)
{
  const bool holds = std::any_of(mask.begin(), mask.end(), [](char flag) { return flag != 0; });
  return holds ? support::filled(system.new_vector(), mask) : nullptr;
}

const char* reason_of(const ImpulseTask& task, const methods::Options& options)
{
  if (options.method == IDACI_IMPULSE) return "Impulse was asked for.";
  return task.problem == nullptr
             ? "Impulse: the vectors give no access to their elements."
             : "Impulse: the system is large and sparse or of index 0 or 1, and nothing is wished for that this "
               "method does not honour.";
}

void run(ImpulseTask& task, const methods::Options& options, report::Result& result, std::optional<Answer>& answer,
         std::optional<Groundwork>& groundwork)
{
  result.method = IDACI_IMPULSE;
  result.reason = reason_of(task, options);
  if (task.problem != nullptr) {
    look_at_structure(*task.problem, options, result, groundwork);
    prepare(task, *groundwork);
  }
  measure_offsets(task.offsets, result);
  check_asserted_index(options, result.index);
  if (result.index > task.most_index) {
    groundwork->fresh = true;
    throw Error(IDACI_NOT_SUPPORTED, support::format("The index is {}, above {}.", result.index, task.most_index));
  }
  Findings findings;
  support::VectorHandle held_y, held_yp;
  if (task.problem != nullptr) {
    held_y = held_of(task.problem->fixed_y, task.system);
    held_yp = held_of(task.problem->fixed_yp, task.system);
    task.system.held_y = held_y.get();
    task.system.held_yp = held_yp.get();
  }
  try {
    Answer found = methods::impulse::solve(task.system, task.offsets, options, findings);
    found.variable_offsets = std::move(task.offsets.variable);
    found.highest_known = findings.highest_known;
    if (task.problem != nullptr) {
      keep_wishes(*task.problem, options, found);
      collect_rows(groundwork->structure.offsets, findings.highest_known, found, result);
    } else {
      keep_held(task.system, options, found);
    }
    answer = std::move(found);
    if (groundwork) keep_step(findings, *groundwork);
  } catch (...) {
    collect_impulse_findings(findings, result);
    throw;
  }
  collect_impulse_findings(findings, result);
  result.solved = true;
}

/// The last call of the residual: leaves it as the caller expects it, and gives the rows of the report.
void note_equation_residuals(const problem::Problem& problem, report::Result& result)
{
  const problem::Vector r = evaluate_at_values(problem, result);
  for (int i = 0; i < problem.n; ++i) result.equations[i].residual = r[i];
}

report::Result attempt(ImpulseTask& task, const methods::Options& options, std::optional<Answer>& answer,
                       std::optional<Groundwork>& groundwork)
{
  const auto start = std::chrono::steady_clock::now();
  report::Result result;
  const long before = task.problem != nullptr ? task.problem->residual->evaluations() : 0;
  result.n = static_cast<int>(task.n);
  result.t0 = task.system.t0;
  note_outcome(result, [&] {
    if (task.problem != nullptr) begin_result(*task.problem, result);
    run(task, options, result, answer, groundwork);
    if (task.problem != nullptr) note_equation_residuals(*task.problem, result);
  });
  task.system.most_residual_evaluations -= result.counters.residual_evaluations;
  if (result.status != IDACI_SUCCESS) answer.reset();
  if (task.problem != nullptr) {
    if (!answer) leave_residual_at(*task.problem, result);
    result.counters.residual_evaluations += task.problem->residual->evaluations() - before;
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

report::Result solve_by_impulse(ImpulseTask task, const methods::Options& options, std::optional<Answer>& answer,
                                std::optional<Groundwork>& groundwork)
{
  answer.reset();
  if (options.progress != nullptr) options.progress->restart();
  return with_groundwork(groundwork,
                         [&](std::optional<Groundwork>& known) { return attempt(task, options, answer, known); });
}

}  // namespace ida_consistent_init::solver
