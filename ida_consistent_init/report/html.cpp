#include <algorithm>
#include <map>

#include "ida_consistent_init/report/html_parts.hpp"
#include "ida_consistent_init/report/markup.hpp"
#include "ida_consistent_init/report/write.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

std::string item(const std::string& term, const std::string& content)
{
  return content.empty() ? "" : support::format("<dt>{}</dt><dd>{}</dd>\n", term, content);
}

/// How many variables have which index, in the colours of the tables and of the picture.
std::string index_counts(const Result& result)
{
  std::map<int, int> count;
  for (const VariableRow& row : result.variables) ++count[row.index];
  std::string text;
  for (const auto& [index, variables] : count) {
    if (index < 0) continue;
    text += support::format("<span class=\"badge {}\">{}</span> {} variable{} &nbsp; ", index_class(index), index,
                            variables, variables == 1 ? "" : "s");
  }
  return text;
}

std::string residuals(const Result& result)
{
  if (!result.solved) return "";
  return support::format("max |F| = {}, hidden constraints: {} of them, max {}", shown_number(result.explicit_norm, 3),
                         result.hidden_constraints.size(), shown_number(result.hidden_norm, 3));
}

std::string facts(const Result& result)
{
  std::string text = item("unknowns", support::format("{}", result.n));
  text += item("t0", shown_number(result.t0, 12));
  text += item("method", escaped(support::format("{}. {}", method_name(result.method), result.reason)));
  if (result.index >= 0) {
    text += item("index", support::format("{}, with {} degrees of freedom", result.index, result.degrees_of_freedom));
    text += item("variables by index", index_counts(result));
  }
  text += item("residuals", residuals(result));
  text += item("id vector for IDA", escaped(id_advice(result)));
  text += item("work", support::format("{} residual and {} Jacobian evaluations, {} factorizations, {:.3g} s",
                                       result.counters.residual_evaluations, result.counters.jacobian_evaluations,
                                       result.counters.factorizations, result.seconds));
  return "<dl>\n" + text + "</dl>\n";
}

std::string page_head(const Result& result)
{
  const char* good = result.status == IDACI_SUCCESS ? " good" : "";
  std::string text =
      support::format("<h1>Consistent initial values</h1>\n<p><span class=\"status{}\">{}</span> {}</p>\n", good,
                      support::flag_name(result.status), support::flag_text(result.status));
  if (!result.message.empty()) {
    text += support::format("<p class=\"message{}\">{}</p>\n", good, escaped(result.message));
  }
  text += facts(result);
  if (result.messages.empty()) return text;
  text += "<ul class=\"note\">\n";
  for (const std::string& message : result.messages) text += support::format("<li>{}</li>\n", escaped(message));
  return text + "</ul>\n";
}

}  // namespace

std::string html(const Result& result)
{
  return support::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n"
             "<title>{} - consistent initial values</title>\n<style>{}</style>\n</head>\n<body>\n",
             support::flag_name(result.status), html_style()) +
         page_head(result) + variable_section(result) + hidden_constraint_section(result) + stage_section(result) +
         history_section(result) + incidence_section(result) + equation_section(result) + "</body>\n</html>\n";
}

}  // namespace ida_consistent_init::report
