#include "ida_consistent_init/problem/names.hpp"

#include <utility>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::problem {
namespace {

std::string numbered(const char* start, int number)
{
  return start + std::to_string(number) + ']';
}

std::string ordinal(int order)
{
  if (order == 1) return "1st";
  if (order == 2) return "2nd";
  if (order == 3) return "3rd";
  return support::format("{}th", order);
}

std::string primed(const std::string& name, int order)
{
  return order <= 2 ? name + std::string(order, '\'') : support::format("{}^({})", name, order);
}

template <class NameOf>
std::string joined(const std::vector<int>& items, int most, NameOf name_of)
{
  std::string text;
  const int shown = std::min(static_cast<int>(items.size()), most);
  for (int k = 0; k < shown; ++k) text += (k == 0 ? "" : ", ") + name_of(items[k]);
  if (shown < static_cast<int>(items.size())) text += support::format(" and {} more", items.size() - shown);
  return text;
}

}  // namespace

Names::Names(std::vector<std::string> variables, std::vector<std::string> equations)
    : given_(std::make_shared<Given>(Given{std::move(variables), std::move(equations)}))
{
}

std::string Names::variable(int j) const
{
  return given_ == nullptr || given_->variables.empty() ? numbered("y[", j) : given_->variables[j];
}

std::string Names::equation(int i) const
{
  return given_ == nullptr || given_->equations.empty() ? numbered("F[", i) : given_->equations[i];
}

std::string Names::derivative(int j, int order) const
{
  return primed(variable(j), order);
}

std::string Names::primed_equation(int i, int order) const
{
  return primed(equation(i), order);
}

std::string Names::differentiated_equation(int i, int order) const
{
  if (order == 0) return equation(i);
  return support::format("the {} time derivative of {}", ordinal(order), equation(i));
}

std::string Names::variable_list(const std::vector<int>& variables, int most) const
{
  return joined(variables, most, [this](int j) { return variable(j); });
}

std::string Names::equation_list(const std::vector<int>& equations, int most) const
{
  return joined(equations, most, [this](int i) { return equation(i); });
}

}  // namespace ida_consistent_init::problem
