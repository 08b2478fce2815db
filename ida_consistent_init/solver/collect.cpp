#include "ida_consistent_init/solver/collect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/grouping.hpp"

namespace ida_consistent_init::solver {

void begin_result(const problem::Problem& problem, report::Result& result)
{
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  result.n = problem.n;
  result.t0 = problem.t0;
  result.names = problem.names;
  result.variables.reserve(problem.n);
  for (int j = 0; j < problem.n; ++j) {
    result.variables.push_back({.guess = problem.guess_y[j],
                                .value = problem.guess_y[j],
                                .derivative_guess = problem.guess_yp[j],
                                .derivative = problem.guess_yp[j],
                                .fixed = problem.fixed_y[j] != 0,
                                .derivative_fixed = problem.fixed_yp[j] != 0,
                                .error_estimate = unknown,
                                .derivative_error_estimate = unknown});
  }
  result.equations.assign(problem.n, {0, unknown});
}

void collect_occurrence(const derivatives::SharedOccurrence& occurrence, report::Result& result)
{
  result.incidence.occurrence = occurrence;
  for (std::size_t k = 0; k < occurrence->of_yp.size(); ++k) {
    if (occurrence->of_yp[k] != 0) result.variables[occurrence->sparsity.column[k]].derivative_occurs = true;
  }
}

namespace {

/// Equations in the order of their blocks, each with its variable: the diagonal of the block triangular form.
void collect_blocks(const structure::Structure& structure, report::Incidence& incidence)
{
  const std::vector<int>& block = structure.blocks.of_equation;
  const auto for_each_equation = [&](auto visit) {
    for (std::size_t i = 0; i < block.size(); ++i) visit(block[i], static_cast<int>(i));
  };
  support::Groups<int> blocks = support::group_by_key<int>(structure.blocks.count, for_each_equation);
  incidence.block_start = std::move(blocks.start);
  incidence.equation_at = std::move(blocks.item);
  incidence.variable_at.clear();
  incidence.variable_at.reserve(block.size());
  for (const int i : incidence.equation_at) incidence.variable_at.push_back(structure.assignment.column_of_row[i]);
}

void collect_system_jacobian(const structure::Offsets& offsets, report::Incidence& incidence)
{
  const derivatives::Occurrence& occurrence = *incidence.occurrence;
  const problem::Sparsity& sparsity = occurrence.sparsity;
  incidence.in_system_jacobian.assign(sparsity.column.size(), 0);
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int order = offsets.variable[sparsity.column[k]] - offsets.equation[i];
      incidence.in_system_jacobian[k] = occurrence.occurs(k, order) ? 1 : 0;
    }
  }
}

}  // namespace

void collect_structure(const problem::Problem& problem, const structure::Structure& structure, report::Result& result)
{
  result.index = structure.index;
  result.degrees_of_freedom = structure.degrees_of_freedom;
  result.has_offsets = true;
  for (int j = 0; j < problem.n; ++j) {
    result.variables[j].index = structure.variable_index[j];
    result.variables[j].offset = structure.offsets.variable[j];
  }
  for (int i = 0; i < problem.n; ++i) result.equations[i].differentiations = structure.offsets.equation[i];
  collect_blocks(structure, result.incidence);
  collect_system_jacobian(structure.offsets, result.incidence);
}

void collect_findings(const problem::Problem& problem, const methods::LeastSquaresFindings& findings,
                      report::Result& result)
{
  result.index = findings.index;
  result.has_offsets = false;
  result.degrees_of_freedom = findings.degrees_of_freedom;
  for (int j = 0; j < problem.n; ++j) result.variables[j].index = findings.variable_index[j];
  for (int i = 0; i < problem.n; ++i) result.equations[i].differentiations = findings.differentiations[i];
}

namespace {

/// Of large stages a report shows the first ones only.
constexpr std::size_t most_names = 24;

void name_stage(const problem::Problem& problem, const methods::Stage& stage, report::StageRow& row)
{
  for (std::size_t k = 0; k < std::min(stage.rows.size(), most_names); ++k) {
    const auto [equation, order] = stage.rows[k];
    row.equation_names.push_back(equation < problem.n ? problem.names.primed_equation(equation, order)
                                                      : problem.row_name(equation, order));
  }
  for (std::size_t k = 0; k < std::min(stage.columns.size(), most_names); ++k) {
    row.unknown_names.push_back(problem.names.derivative(stage.columns[k].variable, stage.columns[k].order));
  }
}

}  // namespace

void collect_stages(const problem::Problem& problem, const methods::MethodResult& found,
                    const derivatives::JacobianSource& jacobians, report::Result& result)
{
  for (const methods::StageRecord& record : found.stages) {
    result.stages.push_back({record.stage.last, static_cast<int>(record.stage.rows.size()),
                             static_cast<int>(record.stage.columns.size()), record.rank, record.iterations,
                             record.residual, record.how, record.residual_history});
    name_stage(problem, record.stage, result.stages.back());
  }
  result.messages.insert(result.messages.end(), found.messages.begin(), found.messages.end());
  result.counters.jacobian_evaluations = jacobians.evaluations();
  result.counters.factorizations = found.factorizations;
}

void collect_verification(const problem::Problem& problem, const verify::Verification& verification,
                          report::Result& result)
{
  result.explicit_norm = verification.explicit_norm;
  result.hidden_norm = verification.hidden_norm;
  if (!verification.remark.empty()) result.messages.push_back(verification.remark);
  for (int i = 0; i < problem.n; ++i) result.equations[i].residual = verification.equation_residual[i];
  for (const verify::HiddenConstraint& hidden : verification.hidden) {
    result.hidden_constraints.push_back({problem.names.equation(hidden.equation), hidden.order, hidden.residual});
  }
}

void collect_values(const problem::Problem& problem, const methods::MethodResult& found, report::Result& result)
{
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  result.derivatives.resize(problem.n, found.jet.order() + 1);
  for (int j = 0; j < problem.n; ++j) {
    for (int q = 0; q <= found.jet.order(); ++q) {
      result.derivatives(j, q) = found.known(j, q) != 0 ? found.jet(j, q) : unknown;
    }
    report::VariableRow& row = result.variables[j];
    row.value = found.jet(j, 0);
    row.error_estimate = found.error(j, 0);
    row.determined = found.determined(j, 0) != 0;
    row.derivative_determined = found.known(j, 1) != 0;
    row.derivative = found.jet(j, 1);
    row.derivative_error_estimate = row.derivative_determined ? found.error(j, 1) : unknown;
  }
  result.solved = true;
}

void note_cancellation(const support::Cancelled& cancelled, report::Result& result)
{
  result.status = IDACI_CANCELLED;
  result.message = support::format(
      "The function given to IDACISetMonitorFn asked for the end in iteration {} of stage {}; nothing has been "
      "changed.",
      cancelled.iteration, cancelled.stage);
}

void note_outcome(report::Result& result, const std::function<void()>& work)
{
  try {
    work();
  } catch (const support::Error& error) {
    result.status = error.flag();
    result.message = error.what();
  } catch (const support::Cancelled& cancelled) {
    note_cancellation(cancelled, result);
  } catch (const std::bad_alloc&) {
    result.status = IDACI_MEM_FAIL;
    result.message = "Memory could not be allocated.";
  }
}

void add_costs(const report::Result& attempt, report::Result& result)
{
  result.counters.residual_evaluations += attempt.counters.residual_evaluations;
  result.counters.jacobian_evaluations += attempt.counters.jacobian_evaluations;
  result.counters.factorizations += attempt.counters.factorizations;
  result.seconds += attempt.seconds;
}

bool find_evaluable_point(const problem::Problem& problem)
{
  problem::Vector r;
  for (const double relative : {1e-6, 1e-3, 1e-2, 1e-1}) {
    for (const unsigned seed : {7U, 8U}) {
      const problem::Vector y = derivatives::beside(problem.guess_y, seed, relative);
      if (problem.residual->evaluate(problem.t0, y, problem.guess_yp, r) == problem::Outcome::ok) return true;
    }
  }
  return false;
}

void leave_residual_at(const problem::Problem& problem, const report::Result& result)
{
  if (static_cast<int>(result.variables.size()) < problem.n) return;  // memory was too short for them
  try {
    evaluate_at_values(problem, result);
  } catch (const support::Error&) {
    // The failure itself has been reported already.
  }
}

problem::Vector evaluate_at_values(const problem::Problem& problem, const report::Result& result)
{
  auto y = problem.residual->y_in_place(), yp = problem.residual->yp_in_place();
  for (int j = 0; j < problem.n; ++j) {
    y[j] = result.variables[j].value;
    yp[j] = result.variables[j].derivative;
  }
  problem::Vector r(problem.n);
  problem.residual->evaluate_in_place(problem.t0, r);
  return r;
}

}  // namespace ida_consistent_init::solver
