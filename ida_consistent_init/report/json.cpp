#include <cmath>
#include <nlohmann/json.hpp>

#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/flags.hpp"

namespace ida_consistent_init::report {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json variables(const Result& result)
{
  Json rows = Json::array();
  for (int j = 0; j < static_cast<int>(result.variables.size()); ++j) {
    const VariableRow& row = result.variables[j];
    rows.push_back({{"name", result.names.variable(j)},
                    {"guess", number(row.guess)},
                    {"value", number(row.value)},
                    {"derivative", number(row.derivative)},
                    {"index", row.index < 0 ? Json(nullptr) : Json(row.index)},
                    {"fixed", row.fixed},
                    {"determined", row.determined},
                    {"change", number(row.value - row.guess)},
                    {"error_estimate", number(row.error_estimate)},
                    {"derivative_fixed", row.derivative_fixed},
                    {"derivative_determined", row.derivative_determined},
                    {"derivative_error_estimate", number(row.derivative_error_estimate)}});
  }
  return rows;
}

Json equations(const Result& result)
{
  Json rows = Json::array();
  for (int i = 0; i < static_cast<int>(result.equations.size()); ++i) {
    const EquationRow& row = result.equations[i];
    rows.push_back({{"name", result.names.equation(i)},
                    {"differentiations", row.differentiations},
                    {"residual", number(row.residual)}});
  }
  return rows;
}

Json hidden_constraints(const Result& result)
{
  Json rows = Json::array();
  for (const HiddenConstraintRow& row : result.hidden_constraints) {
    rows.push_back({{"equation", row.equation}, {"order", row.order}, {"residual", number(row.residual)}});
  }
  return rows;
}

Json stages(const Result& result)
{
  Json rows = Json::array();
  for (const StageRow& row : result.stages) {
    rows.push_back({{"k", row.k},
                    {"equations", row.equations},
                    {"unknowns", row.unknowns},
                    {"rank", row.rank},
                    {"iterations", row.iterations},
                    {"residual", number(row.residual)},
                    {"method", row.method},
                    {"equation_names", row.equation_names},
                    {"unknown_names", row.unknown_names}});
  }
  return rows;
}

}  // namespace

std::string json(const Result& result)
{
  const Json document{
      {"status", result.status},
      {"status_name", support::flag_name(result.status)},
      {"method", method_name(result.method)},
      {"reason", result.reason},
      {"n", result.n},
      {"t0", number(result.t0)},
      {"index", result.index < 0 ? Json(nullptr) : Json(result.index)},
      {"degrees_of_freedom", result.degrees_of_freedom < 0 ? Json(nullptr) : Json(result.degrees_of_freedom)},
      {"variables", variables(result)},
      {"equations", equations(result)},
      {"hidden_constraints", hidden_constraints(result)},
      {"stages", stages(result)},
      {"counters",
       {{"residual_evaluations", result.counters.residual_evaluations},
        {"jacobian_evaluations", result.counters.jacobian_evaluations},
        {"factorizations", result.counters.factorizations}}},
      {"seconds", number(result.seconds)},
      {"message", result.message},
      {"messages", result.messages}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ida_consistent_init::report
