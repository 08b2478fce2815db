#include "trajectory/reference.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace trajectory {
namespace {

using nlohmann::json;

double number(const json& text)
{
  return std::stod(text.get<std::string>());
}

std::vector<double> numbers(const json& list)
{
  std::vector<double> values;
  for (const json& text : list) values.push_back(number(text));
  return values;
}

std::array<Errors, 3> medians(const json& runs, const char* eps)
{
  std::array<Errors, 3> result{};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<double> values = numbers(
        runs.at(fmt::format("rad_state_deg_constraint eps={} order {}", eps, k + 1)).at("median_err_u_up_v_vp"));
    for (std::size_t i = 0; i < 4; ++i) result[k][i] = values.at(i);
  }
  return result;
}

}  // namespace

Reference load_reference(const std::filesystem::path& file)
{
  std::ifstream stream(file);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  const json data = json::parse(stream);
  Reference reference{};
  reference.y = numbers(data.at("consistent").at("y0"));
  reference.yp = numbers(data.at("consistent").at("yp0"));
  reference.guess = numbers(data.at("guess").at("y"));
  const json& table = data.at("table");
  for (const json& row : table.at("paper_table_2_relative_errors")) {
    reference.printed.at(row.at("order").get<std::size_t>() - 1) = {number(row.at("err_u")), number(row.at("err_up")),
                                                                    number(row.at("err_v")), number(row.at("err_vp"))};
  }
  reference.recomputed_with_vax_eps = medians(table.at("recomputed_float64"), "1e-15");
  reference.recomputed_with_double_eps = medians(table.at("recomputed_float64"), "2.2e-16");
  return reference;
}

}  // namespace trajectory
