#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "catalogue/case.hpp"
#include "catalogue/registry.hpp"

namespace catalogue {
namespace {

using nlohmann::json;

// Numbers are decimal strings with more digits than a double holds, or plain numbers; null stands for an undetermined
// value.
double number_of(const json& value)
{
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (value.is_number()) return value;
  const std::string& text = value.get_ref<const std::string&>();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) throw std::runtime_error("not a number: " + text);
  return number;
}

std::vector<double> numbers_of(const json& list, int n, const char* key)
{
  if (static_cast<int>(list.size()) != n) throw std::runtime_error(std::string(key) + " has the wrong length");
  std::vector<double> numbers;
  std::transform(list.begin(), list.end(), std::back_inserter(numbers), number_of);
  return numbers;
}

int position_of(const std::string& variable, const Case& the_case)
{
  const auto found = std::find(the_case.variables.begin(), the_case.variables.end(), variable);
  if (found == the_case.variables.end()) throw std::runtime_error("no variable is called " + variable);
  return static_cast<int>(found - the_case.variables.begin());
}

// "x" holds x, "der(x)" holds its derivative; files of the field list held derivatives separately by plain names.
void read_held_components(const json& data, Case& the_case)
{
  the_case.fixed.assign(the_case.n, 0);
  the_case.fixed_derivatives.assign(the_case.n, 0);
  for (const std::string entry : data.at("fixed")) {
    if (entry.starts_with("der(") && entry.ends_with(")"))
      the_case.fixed_derivatives[position_of(entry.substr(4, entry.size() - 5), the_case)] = 1;
    else
      the_case.fixed[position_of(entry, the_case)] = 1;
  }
  for (const std::string entry : data.value("fixed_derivatives", json::array()))
    the_case.fixed_derivatives[position_of(entry, the_case)] = 1;
  if (!data.value("conditions", json::array()).empty()) throw std::runtime_error("conditions are not supported");
}

void read_reference(const json& data, Case& the_case)
{
  the_case.refusal_expected = data.value("expected", "solution") == "refusal";
  if (!the_case.refusal_expected) {
    the_case.consistent_y = numbers_of(data.at("consistent").at("y0"), the_case.n, "consistent.y0");
    the_case.consistent_yp = numbers_of(data.at("consistent").at("yp0"), the_case.n, "consistent.yp0");
  }
  the_case.structural_index = data.value("structural_index", -1);
  the_case.differentiation_index = data.value("differentiation_index", -1);
  the_case.dof = data.value("dof", -1L);
  the_case.variable_index = data.value("variable_index", std::vector<int>());
  the_case.derivative_level = data.value("derivative_level", std::vector<int>());
  the_case.notes = data.value("notes", "");
}

// Without scales errors below 1 count absolutely. A derivative is judged on the scale of its variable per unit of time,
// but on none coarser than the largest derivative of the reference.
void read_scales(const json& data, Case& the_case)
{
  the_case.scale_y.assign(the_case.n, 1.0);
  the_case.scale_yp.assign(the_case.n, 1.0);
  if (!data.contains("scales")) return;
  the_case.scale_y = numbers_of(data.at("scales").at("y"), the_case.n, "scales.y");
  const double time = data.at("scales").at("time");
  double largest = 1.0;
  for (const double rate : the_case.consistent_yp) largest = std::max(largest, std::abs(rate));
  for (int j = 0; j < the_case.n; ++j) the_case.scale_yp[j] = std::min(the_case.scale_y[j] / time, largest);
}

void read_end(const json& data, Case& the_case)
{
  const json end = data.value("reference_end", json());
  if (end.is_null()) return;
  the_case.t_end = number_of(end.at("t_end"));
  // Published values of some problems have six digits only; y_own is computed anew from the same equations and agrees
  // with them to the digits that they have.
  the_case.reference_end =
      numbers_of(end.contains("y_own") ? end.at("y_own") : end.at("y"), the_case.n, "reference_end");
}

Case read_case(const std::string& name, const std::string& residual_name, const json& data)
{
  Case the_case;
  the_case.name = name;
  the_case.n = data.at("n");
  the_case.t0 = number_of(data.at("t0"));
  the_case.variables = data.at("variables").get<std::vector<std::string>>();
  the_case.guess_y = numbers_of(data.at("guess").at("y"), the_case.n, "guess.y");
  the_case.guess_yp = numbers_of(data.at("guess").at("yp"), the_case.n, "guess.yp");
  the_case.constraints = data.value("constraints", std::vector<int>());
  read_held_components(data, the_case);
  read_reference(data, the_case);
  read_scales(data, the_case);
  read_end(data, the_case);

  const auto functions = find_functions(residual_name);
  if (!functions) throw std::runtime_error("no residual is registered as " + residual_name);
  the_case.residual = functions->residual;
  the_case.jacobian = functions->jacobian;
  return the_case;
}

// A key that is missing in a variant is inherited from its problem.
json variant_data(json problem, const json& variant)
{
  problem.update(variant);
  return problem;
}

void append_problem(const json& problem, std::vector<Case>& cases)
{
  const std::string name = problem.at("name");
  cases.push_back(read_case(name, name, problem));
  for (const json& variant : problem.value("variants", json::array())) {
    const std::string variant_name = name + "/" + variant.at("name").get<std::string>();
    const bool other_equations = variant.contains("equations") || variant.contains("parameters");
    cases.push_back(read_case(variant_name, other_equations ? variant_name : name, variant_data(problem, variant)));
  }
}

// The files of the IVP Test Set use keys of their own for what the other files hold too.
json with_common_keys(json problem)
{
  problem["name"] = "ivp/" + problem.at("name").get<std::string>();
  problem["guess"] = {{"y", problem.at("guess").at("y0")}, {"yp", problem.at("guess").at("yp0")}};
  problem["fixed"] = json(problem.at("fixed").at("names"));
  problem["differentiation_index"] = problem.at("index");
  problem["dof"] = problem.at("degrees_of_freedom");
  return problem;
}

json parse_problem(const std::filesystem::path& file)
{
  const json problem = json::parse(std::ifstream(file));
  return problem.contains("degrees_of_freedom") ? with_common_keys(problem) : problem;
}

void append_folder(const std::filesystem::path& folder, std::vector<Case>& cases)
{
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json" && entry.path().filename() != "transcription_points.json")
      files.insert(entry.path());
  for (const auto& file : files) {
    try {
      append_problem(parse_problem(file), cases);
    } catch (const std::exception& error) {
      throw std::runtime_error(file.filename().string() + ": " + error.what());
    }
  }
}

}  // namespace

std::vector<Case> load_catalogue(const std::filesystem::path& data_folder)
{
  std::vector<Case> cases;
  append_folder(data_folder, cases);
  append_folder(data_folder / "field", cases);
  append_folder(data_folder / "ivp", cases);
  return cases;
}

}  // namespace catalogue
