#pragma once
#include <memory>
#include <string>
#include <vector>

namespace ida_consistent_init::problem {

/// Names of variables and equations for messages; y[j] and F[i] where the user gave none. Copies share them.
class Names
{
 public:
  Names() = default;
  Names(std::vector<std::string> variables, std::vector<std::string> equations);

  [[nodiscard]] std::string variable(int j) const;
  [[nodiscard]] std::string equation(int i) const;
  /// x, x', x'', x^(3), ...
  [[nodiscard]] std::string derivative(int j, int order) const;
  /// F[4], F[4]', F[4]'', F[4]^(3), ...
  [[nodiscard]] std::string primed_equation(int i, int order) const;
  /// "F[4]" or "the 2nd time derivative of F[4]".
  [[nodiscard]] std::string differentiated_equation(int i, int order) const;
  /// Comma-separated names, at most `most` of them, then "and k more".
  [[nodiscard]] std::string variable_list(const std::vector<int>& variables, int most = 8) const;
  [[nodiscard]] std::string equation_list(const std::vector<int>& equations, int most = 8) const;

 private:
  struct Given
  {
    std::vector<std::string> variables, equations;  // empty: none
  };
  std::shared_ptr<const Given> given_;  // null: none
};

}  // namespace ida_consistent_init::problem
