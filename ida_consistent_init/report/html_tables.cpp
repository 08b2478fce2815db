#include <algorithm>
#include <cmath>
#include <numeric>

#include "ida_consistent_init/report/html_parts.hpp"
#include "ida_consistent_init/report/largest_rows.hpp"
#include "ida_consistent_init/report/markup.hpp"
#include "ida_consistent_init/report/stage_contents.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::report {
namespace {

/// Rows shown at once, and rows that unfold; the rest is in the JSON report.
constexpr std::size_t rows_in_sight = 40;
constexpr std::size_t rows_to_unfold = 300;
constexpr std::size_t longest_name = 48;

std::string table(const std::string& head, const std::string& rows)
{
  return support::format(
      "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table></div>\n", head, rows);
}

std::string name_cell(const std::string& name)
{
  return support::format("<td>{}</td>", escaped(clipped(name, longest_name)));
}

/// Rows in their own order if they are few; else the largest in sight, the next ones folded, the rest counted.
/// write(place): of rows[place].
template <class Rows, class Weight, class Write>
std::string folded_table(const std::string& head, const Rows& rows, Weight weight, Write write)
{
  const auto written = [&](const std::vector<int>& places) {
    std::string text;
    for (const int place : places) text += write(place);
    return table(head, text);
  };
  const std::vector<int> in_sight = largest_rows(rows, rows_in_sight, weight);
  std::string text = written(in_sight);
  if (in_sight.size() == rows.size()) return text;
  std::vector<int> folded;
  const std::vector<int> largest = largest_rows(rows, rows_in_sight + rows_to_unfold, weight);
  std::set_difference(largest.begin(), largest.end(), in_sight.begin(), in_sight.end(), std::back_inserter(folded));
  text += support::format("<details><summary>the next {} of {}</summary>\n{}</details>\n", folded.size(), rows.size(),
                          written(folded));
  if (largest.size() < rows.size()) {
    text += support::format("<p class=\"note\">{} more are in the JSON report.</p>\n", rows.size() - largest.size());
  }
  return text;
}

/// How much a value moved, relative to its size: NaN counts as nothing.
double relative_change(double before, double after)
{
  const double size = std::max({std::abs(before), std::abs(after), 1e-300});
  const double change = std::abs(after - before) / size;
  return std::isnan(change) ? 0 : change;
}

std::string variable_row(const VariableRow& row, const std::string& name)
{
  constexpr double noticeable = 1e-8, much = 0.1;
  const double moved = relative_change(row.guess, row.value);
  const char* highlight = moved > much ? " class=\"moved much\"" : moved > noticeable ? " class=\"moved\"" : "";
  const char* held = row.fixed ? (row.derivative_fixed ? "y, y'" : "y") : (row.derivative_fixed ? "y'" : "");
  const std::string index = row.index < 0 ? "?" : support::format("{}", row.index);
  return support::format(
      "<tr{}>{}<td><span class=\"badge {}\">{}</span></td><td>{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td class=\"n change\">{}</td><td class=\"n\">{}</td>"
      "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
      highlight, name_cell(name), index_class(row.index), index, held, shown_number(row.guess), shown_number(row.value),
      shown_number(row.value - row.guess, 3), shown_number(row.error_estimate, 2), shown_number(row.derivative_guess),
      shown_number(row.derivative), shown_number(row.derivative_error_estimate, 2));
}

std::string shown_order(int order)
{
  return order == 1 ? "d/dt" : support::format("d<sup>{}</sup>/dt<sup>{}</sup>", order, order);
}

}  // namespace

std::string variable_section(const Result& result)
{
  if (result.variables.empty()) return "";
  const std::string head =
      "<th>variable</th><th>index</th><th>held</th><th class=\"n\">guess of y</th><th class=\"n\">y</th>"
      "<th class=\"n\">change</th><th class=\"n\">error</th><th class=\"n\">guess of y'</th><th class=\"n\">y'</th>"
      "<th class=\"n\">error</th>";
  const auto change = [](const VariableRow& row) {
    const double moved = std::abs(row.value - row.guess);
    return std::isnan(moved) ? 0 : moved;
  };
  const char* heading = result.solved ? "Before and after" : "The guess";
  const auto write = [&](int j) {
    return variable_row(result.variables[j], result.names.variable(j));
  };
  return section(heading, folded_table(head, result.variables, change, write));
}

std::string equation_section(const Result& result)
{
  if (result.equations.empty()) return "";
  const std::string head = "<th>equation</th><th class=\"n\">differentiations</th><th class=\"n\">residual</th>";
  const auto weight = [](const EquationRow& row) {
    return std::isfinite(row.residual) ? std::abs(row.residual) : 0;
  };
  const auto write = [&](int i) {
    const EquationRow& row = result.equations[i];
    return support::format("<tr>{}<td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                           name_cell(result.names.equation(i)), row.differentiations, shown_number(row.residual, 3));
  };
  return section("Equations", folded_table(head, result.equations, weight, write));
}

std::string hidden_constraint_section(const Result& result)
{
  if (result.hidden_constraints.empty()) return "";
  const std::string head = "<th>equation</th><th>time derivative</th><th class=\"n\">residual</th>";
  const auto weight = [](const HiddenConstraintRow& row) {
    return std::isfinite(row.residual) ? std::abs(row.residual) : 0;
  };
  const auto write = [&](int k) {
    const HiddenConstraintRow& row = result.hidden_constraints[k];
    return support::format("<tr>{}<td>{}</td><td class=\"n\">{}</td></tr>\n", name_cell(row.equation),
                           shown_order(row.order), shown_number(row.residual, 3));
  };
  return section("Hidden constraints",
                 "<p class=\"note\">Time derivatives of the equations that constrain the initial values although the "
                 "equations themselves do not show it.</p>\n" +
                     folded_table(head, result.hidden_constraints, weight, write));
}

std::string stage_section(const Result& result)
{
  if (result.stages.empty()) return "";
  const std::string head =
      "<th class=\"n\">stage</th><th class=\"n\">equations</th><th class=\"n\">unknowns</th><th class=\"n\">rank</th>"
      "<th class=\"n\">iterations</th><th class=\"n\">residual</th><th>method</th>"
      "<th>equations solved for unknowns</th>";
  std::string rows;
  for (const StageRow& row : result.stages) {
    rows += support::format(
        "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>{}{}</tr>\n",
        row.k, row.equations, row.unknowns, row.rank, row.iterations, shown_number(row.residual, 3),
        name_cell(row.method), support::format("<td>{}</td>", escaped(stage_contents(row))));
  }
  return section("Stages", table(head, rows));
}

}  // namespace ida_consistent_init::report
