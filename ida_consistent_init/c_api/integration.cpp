/// Error control of IDA for index-2 and index-3 systems.
#include <cmath>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/integration/error_weights.hpp"

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

}  // namespace

int IDACISetVariableIndex(IDACIMem ci, N_Vector index)
{
  return c_api::guarded(ci, [&] {
    if (index == nullptr) {
      ci->variable_index.reset();
      return IDACI_SUCCESS;
    }
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
  return y0 == nullptr ? IDACI_MEM_NULL : IDACI_NOT_SUPPORTED;
}

int IDACISetErrorControl(IDACIMem ci, int kinds)
{
  return c_api::guarded(ci, [&] {
    c_api::require(kinds >= IDACI_EXCLUDE && kinds <= (IDACI_EXCLUDE | IDACI_FILTER),
                   fmt::format("kinds is {}; it must be IDACI_EXCLUDE, IDACI_FILTER or both.", kinds));
    if ((kinds & IDACI_EXCLUDE) == 0) {
      throw Error(IDACI_NOT_SUPPORTED, "The filtered error test is not part of this version; use IDACI_EXCLUDE.");
    }
    return IDACI_SUCCESS;
  });
}

int IDACIAttachErrorControl(IDACIMem ci)
{
  return c_api::guarded(ci, [&] {
    if (ci->ida_mem == nullptr) {
      throw Error(IDACI_MEM_NULL, "This handle was created without IDA memory; there is nothing to attach to.");
    }
    std::string message;
    const int flag = ci->error_control.attach(ci->ida_mem, variable_index_of(*ci), ci->y0, ci->context, message);
    ci->message = message;
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
