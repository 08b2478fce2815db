#include "gallery/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace gallery {
namespace {

using nlohmann::json;

// case, n, index found (reference), dof found (reference), flag, errors of y and y', residual evaluations, verdict
constexpr const char* kLine = "{:<45} {:>3} {:<7} {:<9} {:<21} {:<7} {:<7} {:>6} {}\n";
constexpr std::size_t kWidth = 120;

std::string number_or_dash(long number)
{
  return number < 0 ? "-" : std::to_string(number);
}

std::string found_and_reference(long found, long reference)
{
  return fmt::format("{} ({})", number_or_dash(found), number_or_dash(reference));
}

bool has_errors(const Row& row)
{
  return row.answer.flag == IDACI_SUCCESS && !row.the_case->refusal_expected;
}

template <class ErrorFunction>
std::string error_or_dash(const Row& row, ErrorFunction error_in)
{
  return has_errors(row) ? fmt::format("{:.1e}", error_in(*row.the_case, row.answer)) : "-";
}

std::string without_prefix(const std::string& flag_name)
{
  const std::string prefix = "IDACI_";
  return flag_name.starts_with(prefix) ? flag_name.substr(prefix.size()) : flag_name;
}

const char* one_word(Verdict verdict)
{
  if (verdict == Verdict::ok) return "ok";
  return verdict == Verdict::refused_as_expected ? "refused" : "FAILED";
}

// Words of text in lines of at most kWidth columns, indented.
std::string wrapped(const std::string& text)
{
  const std::string indent = "    ";
  std::string lines, line = indent;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string word = text.substr(start, end - start);
    if (line.size() + 1 + word.size() > kWidth && line != indent) {
      lines += line + "\n";
      line = indent;
    }
    if (line != indent) line += " ";
    line += word;
    start = end + 1;
  }
  return lines + line + "\n";
}

json number_or_null(double number)
{
  return std::isfinite(number) ? json(number) : json();
}

json components(const Row& row)
{
  const catalogue::Case& the_case = *row.the_case;
  json list = json::array();
  for (int j = 0; j < the_case.n; ++j) {
    json entry{{"name", the_case.variables[j]},
               {"guess", the_case.guess_y[j]},
               {"value", number_or_null(row.answer.y[j])},
               {"derivative", number_or_null(row.answer.yp[j])}};
    if (!the_case.refusal_expected) {
      entry["reference"] = the_case.consistent_y[j];
      entry["reference_derivative"] = number_or_null(the_case.consistent_yp[j]);
    }
    list.push_back(entry);
  }
  return list;
}

json as_json(const Row& row)
{
  const catalogue::Case& the_case = *row.the_case;
  const Answer& answer = row.answer;
  const auto known = [](long number) {
    return number < 0 ? json() : json(number);
  };
  return {{"case", the_case.name},
          {"n", the_case.n},
          {"index", known(answer.index)},
          {"reference_index", known(the_case.structural_index)},
          {"dof", known(answer.dof)},
          {"reference_dof", known(the_case.dof)},
          {"flag", answer.flag},
          {"flag_name", answer.flag_name},
          {"error_y", has_errors(row) ? number_or_null(error_in_y(the_case, answer)) : json()},
          {"error_yp", has_errors(row) ? number_or_null(error_in_yp(the_case, answer)) : json()},
          {"residual_evaluations", known(answer.residual_evaluations)},
          {"verdict", explain(the_case, answer, row.verdict)},
          {"failure", is_failure(row.verdict)},
          {"components", components(row)}};
}

}  // namespace

Row solve_row(const catalogue::Case& the_case, const Settings& settings, Reports reports)
{
  Answer answer = solve_case(the_case, settings, reports);
  const Verdict verdict = judge(the_case, settings, answer);
  return {&the_case, std::move(answer), verdict};
}

std::string table(const std::vector<Row>& rows)
{
  std::string text =
      fmt::format(fmt::runtime(kLine), "case", "n", "index", "dof", "flag", "error y", "err. y'", "res.", "");
  for (const Row& row : rows) {
    const catalogue::Case& the_case = *row.the_case;
    const Answer& answer = row.answer;
    text += fmt::format(
        fmt::runtime(kLine), the_case.name, the_case.n, found_and_reference(answer.index, the_case.structural_index),
        found_and_reference(answer.dof, the_case.dof), without_prefix(answer.flag_name), error_or_dash(row, error_in_y),
        error_or_dash(row, error_in_yp), number_or_dash(answer.residual_evaluations), one_word(row.verdict));
    if (row.verdict != Verdict::ok) text += wrapped(explain(the_case, answer, row.verdict));
  }
  return text;
}

std::string summary(const std::vector<Row>& rows)
{
  const auto count = [&](auto matches) {
    return std::count_if(rows.begin(), rows.end(), [&](const Row& row) { return matches(row.verdict); });
  };
  return fmt::format("{} cases: {} ok, {} refused as expected, {} refused though solvable, {} wrong\n", rows.size(),
                     count([](Verdict verdict) { return verdict == Verdict::ok; }),
                     count([](Verdict verdict) { return verdict == Verdict::refused_as_expected; }),
                     count([](Verdict verdict) { return verdict == Verdict::refused; }), count(is_failure));
}

std::string json_object(const Row& row)
{
  json object = as_json(row);
  if (!row.answer.json_report.empty()) object["report"] = json::parse(row.answer.json_report);
  return object.dump(1) + "\n";
}

std::string json_array(const std::vector<Row>& rows)
{
  json array = json::array();
  for (const Row& row : rows) array.push_back(as_json(row));
  return array.dump(1) + "\n";
}

}  // namespace gallery
