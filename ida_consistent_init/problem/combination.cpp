#include "ida_consistent_init/problem/combination.hpp"

#include <cmath>
#include <map>
#include <string>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {
namespace {

/// Sums below this share of their terms are round-off of a cancellation.
constexpr double cancelled = 1e-12;

struct Sum
{
  double value = 0, size = 0;
  void add(double term)
  {
    value += term;
    size += std::abs(term);
  }
};

std::string term(double coefficient, const std::string& name)
{
  const char* sign = coefficient < 0 ? " - " : " + ";
  const double size = std::abs(coefficient);
  return size == 1 ? sign + name : support::format("{}{:.6g} {}", sign, size, name);
}

}  // namespace

void Combination::append(const Combination& next)
{
  equations_.insert(equations_.end(), next.equations_.begin(), next.equations_.end());
}

void Combination::apply(Eigen::Ref<Eigen::MatrixXd> values) const
{
  for (const CombinedEquation& equation : equations_) {
    for (const auto& [other, coefficient] : equation.others) {
      values.row(equation.target) += coefficient * values.row(other);
    }
  }
}

std::vector<MatrixEntry> Combination::applied(std::vector<MatrixEntry> entries, int n) const
{
  if (equations_.empty()) return entries;
  std::vector<char> touched(n, 0);
  for (const CombinedEquation& equation : equations_) {
    touched[equation.target] = 1;
    for (const auto& [other, coefficient] : equation.others) touched[other] = 1;
  }
  std::vector<MatrixEntry> result;
  result.reserve(entries.size());
  std::map<int, std::map<int, Sum>> rows;
  for (const MatrixEntry& entry : entries) {
    if (touched[entry.row] == 0) {
      result.push_back(entry);
    } else {
      rows[entry.row][entry.column].add(entry.value);
    }
  }
  for (const CombinedEquation& equation : equations_) {
    for (const auto& [other, coefficient] : equation.others) {
      for (const auto& [column, sum] : rows[other]) rows[equation.target][column].add(coefficient * sum.value);
    }
    // What has cancelled must not come back by an equation that builds on this one.
    std::erase_if(rows[equation.target],
                  [](const auto& entry) { return std::abs(entry.second.value) <= cancelled * entry.second.size; });
  }
  for (const auto& [row, columns] : rows) {
    for (const auto& [column, sum] : columns) {
      if (std::abs(sum.value) > cancelled * sum.size) result.push_back({row, column, sum.value});
    }
  }
  return result;
}

Names Combination::applied(const Names& names, int n) const
{
  constexpr std::size_t most_terms = 4;
  std::vector<std::string> variables, equations;
  variables.reserve(n);
  equations.reserve(n);
  for (int k = 0; k < n; ++k) {
    variables.push_back(names.variable(k));
    equations.push_back(names.equation(k));
  }
  for (const CombinedEquation& equation : equations_) {
    std::string sum = "(" + equations[equation.target];
    for (std::size_t k = 0; k < std::min(equation.others.size(), most_terms); ++k) {
      sum += term(equation.others[k].second, names.equation(equation.others[k].first));
    }
    if (equation.others.size() > most_terms) sum += " + ...";
    equations[equation.target] = sum + ")";
  }
  return {std::move(variables), std::move(equations)};
}

}  // namespace ida_consistent_init::problem
