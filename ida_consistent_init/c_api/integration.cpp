/// Error control of IDA for index-2 and index-3 systems.
#include <algorithm>
#include <cmath>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/c_api/impulse.hpp"
#include "ida_consistent_init/integration/error_norm.hpp"
#include "ida_consistent_init/integration/error_weights.hpp"
#include "ida_consistent_init/integration/linear_solver_scaling.hpp"
#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace integration = ida_consistent_init::integration;
namespace support = ida_consistent_init::support;
using support::Error;

namespace {

/// Given by the user, else found by the last solve.
std::vector<int> variable_index_of(const IDACIMemRec& ci)
{
  if (ci.variable_index) return *ci.variable_index;
  if (!ci.result || ci.result->index < 0) {
    throw Error(IDACI_ILL_INPUT, "The variable indices are not known; call IDACISolve or IDACISetVariableIndex first.");
  }
  std::vector<int> index;
  for (const auto& row : ci.result->variables) index.push_back(row.index);
  return index;
}

/// Nothing, with the reason in `why_not`, if it is not known which equations hold which derivatives.
std::optional<integration::FilterProblem> filter_problem_of(const IDACIMemRec& ci, std::string& why_not)
{
  if (!ci.result || !ci.result->solved) {
    why_not = "The filtered error test needs the structure that IDACISolve finds; call it first.";
    return {};
  }
  integration::FilterProblem filter;
  filter.residual = ci.res;
  filter.user_data = ci.user_data;
  filter.variable_index = variable_index_of(ci);
  if (*std::max_element(filter.variable_index.begin(), filter.variable_index.end()) > 3) {
    why_not = "The filtered error test is made for systems of index 2 and 3; this one has a higher index.";
    return {};
  }
  for (const auto& row : ci.result->variables) filter.differential.push_back(row.derivative_occurs);
  return filter;
}

bool is_filter_wanted(const IDACIMemRec& ci, const std::vector<int>& index)
{
  if (ci.error_control_kinds != 0) return (ci.error_control_kinds & IDACI_FILTER) != 0;
  return std::find(index.begin(), index.end(), 3) != index.end();
}

/// With the filter, or the flag and message that say why not.
int attach_filter(IDACIMemRec& ci, std::string& message)
{
  const auto filter = filter_problem_of(ci, message);
  if (!filter) return IDACI_NOT_SUPPORTED;
  return ci.error_control.attach_with_filter(ci.ida_mem, *filter, ci.y0, ci.context, message);
}

/// Appends to the message where the indices given contradict the structure: a wrong `id` vector in other words.
void remark_on_indices(IDACIMemRec& ci)
{
  constexpr int most = 6;
  if (!ci.variable_index || !ci.result || ci.result->index < 0) return;
  std::string list;
  int count = 0;
  for (int j = 0; j < ci.n; ++j) {
    const int given = (*ci.variable_index)[j], found = ci.result->variables[j].index;
    if (given == found) continue;
    if (++count <= most) {
      list += support::format("{}{} as {} (it has {})", count == 1 ? "" : ", ", ci.names.variable(j), given, found);
    }
  }
  if (count == 0) return;
  if (count > most) list += support::format(" and {} more", count - most);
  if (!ci.message.empty()) ci.message += " ";
  ci.message += support::format(
      "The variable indices given by IDACISetVariableIndex are not those that the structure of the equations shows: "
      "{}. "
      "Pass NULL to IDACISetVariableIndex to use the latter. The id vector for IDASetId is: {}.",
      list, ida_consistent_init::report::id_advice(*ci.result));
}

}  // namespace

int IDACISetVariableIndex(IDACIMem ci, N_Vector index)
{
  return c_api::guarded(ci, [&]() -> int {
    if (index == nullptr) {
      ci->variable_index.reset();
      ci->impulse.variable_index.reset();
      return IDACI_SUCCESS;
    }
    if (c_api::is_opaque(*ci)) return c_api::keep_variable_index(*ci, index);
    c_api::require_vector(*ci, index, "index");
    const auto values = support::view(index);
    std::vector<int> numbers(ci->n);
    for (int j = 0; j < ci->n; ++j) {
      c_api::require(
          values[j] >= 0 && values[j] <= 100 && values[j] == std::round(values[j]),
          fmt::format("index[{}] ({}) is {}; it must be a whole number >= 0.", j, ci->names.variable(j), values[j]));
      numbers[j] = static_cast<int>(values[j]);
    }
    ci->variable_index = std::move(numbers);
    return IDACI_SUCCESS;
  });
}

int IDACIPrepareVector(N_Vector y0)
{
  if (y0 == nullptr) return IDACI_MEM_NULL;
  return integration::prepare_vector(y0) ? IDACI_SUCCESS : IDACI_NOT_SUPPORTED;
}

int IDACISetErrorControl(IDACIMem ci, int kinds)
{
  return c_api::guarded(ci, [&] {
    c_api::require(kinds >= IDACI_EXCLUDE && kinds <= (IDACI_EXCLUDE | IDACI_FILTER),
                   fmt::format("kinds is {}; it must be IDACI_EXCLUDE, IDACI_FILTER or both.", kinds));
    ci->error_control_kinds = kinds;
    return IDACI_SUCCESS;
  });
}

int IDACIAttachErrorControl(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    if (ci->ida_mem == nullptr) {
      throw Error(IDACI_MEM_NULL, "This handle was created without IDA memory; there is nothing to attach to.");
    }
    if (c_api::is_opaque(*ci)) return c_api::attach_error_control(*ci);
    const std::vector<int> index = variable_index_of(*ci);
    std::string message;
    ci->message.clear();
    if (is_filter_wanted(*ci, index)) {
      const int flag = attach_filter(*ci, message);
      ci->message = message;
      if (flag == IDACI_SUCCESS) remark_on_indices(*ci);
      if (flag != IDACI_NOT_SUPPORTED || ci->error_control_kinds == IDACI_FILTER) return flag;
    }
    std::string failure;
    const int flag = ci->error_control.attach(ci->ida_mem, index, ci->y0, ci->context, failure);
    if (flag != IDACI_SUCCESS) ci->message = failure;
    if (flag == IDACI_SUCCESS) remark_on_indices(*ci);
    return flag;
  });
}

int IDACIScaleLinearSolver(IDACIMem ci, SUNLinearSolver LS)
{
  return c_api::guarded(ci, [&] {
    c_api::require(LS != nullptr, "LS is NULL; it must be the solver given to IDASetLinearSolver.");
    if (ci->ida_mem == nullptr) {
      throw Error(IDACI_MEM_NULL, "This handle was created without IDA memory; there is no linear solver to scale.");
    }
    c_api::require_vector(*ci, ci->y0, "y0");
    c_api::require(ci->result && ci->result->solved,
                   "The offsets of the equations are not known; call IDACISolve first.");
    integration::ScalingPowers powers{{}, variable_index_of(*ci)};
    powers.differentiations.reserve(ci->result->equations.size());
    for (const auto& row : ci->result->equations) powers.differentiations.push_back(row.differentiations);
    std::string failure;
    const int flag = integration::scale_linear_solver(ci->ida_mem, LS, std::move(powers), ci->y0, failure);
    if (flag != IDACI_SUCCESS) ci->message = failure;
    return flag;
  });
}

int IDACIComputeErrorWeights(IDACIMem ci, N_Vector y, N_Vector ewt)
{
  return c_api::guarded(ci, [&] {
    c_api::require_vector(*ci, y, "y");
    c_api::require_vector(*ci, ewt, "ewt");
    integration::scale_weights(ci->ida_mem, variable_index_of(*ci), ewt);
    return IDACI_SUCCESS;
  });
}
