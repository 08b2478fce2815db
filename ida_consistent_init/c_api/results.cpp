/// Getters of results, report and messages.
#include <limits>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/c_api/impulse.hpp"
#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace report = ida_consistent_init::report;
namespace support = ida_consistent_init::support;
using support::Error;

namespace {

const report::Result& result_of(const IDACIMemRec& ci)
{
  if (!ci.result) throw Error(IDACI_ILL_INPUT, "There is no result yet; call IDACISolve or IDACICheck first.");
  return *ci.result;
}

const report::Result& structured_result_of(const IDACIMemRec& ci)
{
  const report::Result& result = result_of(ci);
  if (result.index < 0) {
    throw Error(IDACI_ILL_INPUT, "The structure of the equations is not known: the last call failed before that.");
  }
  return result;
}

const report::Result& solved_result_of(const IDACIMemRec& ci)
{
  const report::Result& result = result_of(ci);
  if (!result.solved) throw Error(IDACI_ILL_INPUT, "The last call found no consistent values.");
  return result;
}

/// out[j] = value_of(row j).
template <class ValueOf>
int fill(IDACIMem ci, N_Vector out, const char* name, const report::Result& result, ValueOf value_of)
{
  c_api::require_vector(*ci, out, name);
  for (int j = 0; j < ci->n; ++j) support::view(out)[j] = static_cast<double>(value_of(result.variables[j]));
  return IDACI_SUCCESS;
}

template <class Value>
int put(Value* out, const char* name, Value value)
{
  c_api::require_pointer(out, name);
  *out = value;
  return IDACI_SUCCESS;
}

}  // namespace

int IDACIGetConsistentIC(IDACIMem ci, N_Vector y, N_Vector yp)
{
  return c_api::guarded(ci, [&]() -> int {
    if (c_api::is_opaque(*ci)) return c_api::copy_consistent(*ci, y, yp);
    c_api::require_vector(*ci, y, "y");
    c_api::require_vector(*ci, yp, "yp");
    c_api::require(ci->consistent_y.size() == ci->n, "No IDACISolve has succeeded yet.");
    support::view(y) = ci->consistent_y;
    support::view(yp) = ci->consistent_yp;
    return IDACI_SUCCESS;
  });
}

int IDACIGetDerivative(IDACIMem ci, int order, N_Vector d)
{
  return c_api::guarded(ci, [&]() -> int {
    c_api::require(order >= 1, support::format("order is {}; it must be at least 1.", order));
    if (c_api::is_opaque(*ci)) return c_api::copy_derivative(*ci, order, d);
    c_api::require_vector(*ci, d, "d");
    const report::Result& result = solved_result_of(*ci);
    if (order < result.derivatives.cols()) {
      support::view(d) = result.derivatives.col(order);
    } else {
      support::view(d).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    return IDACI_SUCCESS;
  });
}

int IDACIGetIndex(IDACIMem ci, int* index)
{
  return c_api::guarded(ci, [&] { return put(index, "index", structured_result_of(*ci).index); });
}

int IDACIGetVariableIndex(IDACIMem ci, N_Vector index)
{
  return c_api::guarded(ci, [&] {
    if (c_api::is_opaque(*ci)) return c_api::copy_variable_index(*ci, index);
    return fill(ci, index, "index", structured_result_of(*ci),
                [](const report::VariableRow& row) { return row.index; });
  });
}

int IDACIGetOffsets(IDACIMem ci, N_Vector c, N_Vector d)
{
  return c_api::guarded(ci, [&]() -> int {
    if (c_api::is_opaque(*ci)) return c_api::copy_offsets(*ci, c, d);
    const report::Result& result = structured_result_of(*ci);
    c_api::require_vector(*ci, c, "c");
    c_api::require_vector(*ci, d, "d");
    if (!result.has_offsets) {
      throw Error(IDACI_NOT_SUPPORTED,
                  "The offsets of these equations do not show their index: least squares was asked for, or the pattern "
                  "hides it.");
    }
    for (int i = 0; i < ci->n; ++i) support::view(c)[i] = result.equations[i].differentiations;
    return fill(ci, d, "d", result, [](const report::VariableRow& row) { return row.offset; });
  });
}

int IDACIGetDegreesOfFreedom(IDACIMem ci, long int* dof)
{
  return c_api::guarded(ci, [&] { return put(dof, "dof", structured_result_of(*ci).degrees_of_freedom); });
}

int IDACIGetDetermined(IDACIMem ci, N_Vector determined)
{
  return c_api::guarded(ci, [&] {
    return fill(ci, determined, "determined", solved_result_of(*ci),
                [](const report::VariableRow& row) { return row.determined; });
  });
}

int IDACIGetDerivativesDetermined(IDACIMem ci, N_Vector determined)
{
  return c_api::guarded(ci, [&] {
    return fill(ci, determined, "determined", solved_result_of(*ci),
                [](const report::VariableRow& row) { return row.derivative_determined; });
  });
}

int IDACIGetResidualNorms(IDACIMem ci, sunrealtype* explicit_norm, sunrealtype* hidden_norm)
{
  return c_api::guarded(ci, [&] {
    const report::Result& result = solved_result_of(*ci);
    c_api::require_pointer(hidden_norm, "hidden_norm");
    put(explicit_norm, "explicit_norm", result.explicit_norm);
    return put(hidden_norm, "hidden_norm", result.hidden_norm);
  });
}

int IDACIGetErrorEstimate(IDACIMem ci, N_Vector ey, N_Vector eyp)
{
  return c_api::guarded(ci, [&] {
    if (c_api::is_opaque(*ci)) return c_api::copy_error_estimate(*ci, ey, eyp);
    const report::Result& result = solved_result_of(*ci);
    c_api::require_vector(*ci, eyp, "eyp");
    fill(ci, ey, "ey", result, [](const report::VariableRow& row) { return row.error_estimate; });
    return fill(ci, eyp, "eyp", result, [](const report::VariableRow& row) { return row.derivative_error_estimate; });
  });
}

int IDACIGetMethodUsed(IDACIMem ci, IDACIMethod* method)
{
  return c_api::guarded(ci, [&] { return put(method, "method", result_of(*ci).method); });
}

int IDACIGetNumResEvals(IDACIMem ci, long int* n)
{
  return c_api::guarded(ci, [&] { return put(n, "n", result_of(*ci).counters.residual_evaluations); });
}

int IDACIGetNumJacEvals(IDACIMem ci, long int* n)
{
  return c_api::guarded(ci, [&] { return put(n, "n", result_of(*ci).counters.jacobian_evaluations); });
}

int IDACIGetNumFactorizations(IDACIMem ci, long int* n)
{
  return c_api::guarded(ci, [&] { return put(n, "n", result_of(*ci).counters.factorizations); });
}

int IDACIWriteReport(IDACIMem ci, FILE* out, IDACIReportFormat format)
{
  return c_api::guarded(ci, [&] {
    c_api::require_pointer(out, "out");
    const report::Result& result = result_of(*ci);
    const int number = c_api::number_of(format);
    c_api::require(number >= IDACI_REPORT_TEXT && number <= IDACI_REPORT_HTML,
                   support::format("There is no report format {}.", number));
    const std::string content = format == IDACI_REPORT_TEXT   ? report::text(result)
                                : format == IDACI_REPORT_JSON ? report::json(result)
                                                              : report::html(result);
    c_api::require(std::fputs(content.c_str(), out) >= 0, "The report could not be written to the file given.");
    return IDACI_SUCCESS;
  });
}

const char* IDACIGetReturnFlagName(int flag)
{
  return support::flag_name(flag);
}

const char* IDACIGetLastMessage(IDACIMem ci)
{
  if (ci == nullptr) return "The handle is NULL.";
  return ci->message_without_memory != nullptr ? ci->message_without_memory : ci->message.c_str();
}
