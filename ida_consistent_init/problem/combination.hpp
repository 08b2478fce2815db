#pragma once
#include <Eigen/Core>
#include <utility>
#include <vector>

#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/problem/names.hpp"

namespace ida_consistent_init::problem {

/// F_target + sum_k coefficient_k F_other_k, with constant coefficients, takes the place of F_target.
struct CombinedEquation
{
  int target;
  std::vector<std::pair<int, double>> others;  // equation and coefficient
};

/// An equivalent system: some equations with multiples of others added to them, one after the other.
class Combination
{
 public:
  Combination() = default;
  explicit Combination(std::vector<CombinedEquation> equations) : equations_(std::move(equations)) {}

  /// Afterwards `next` is applied as well.
  void append(const Combination& next);

  [[nodiscard]] const std::vector<CombinedEquation>& equations() const { return equations_; }

  /// values [n x any]: one row an equation.
  void apply(Eigen::Ref<Eigen::MatrixXd> values) const;

  /// The same for the entries of a matrix with n rows. Entries that cancel except for round-off are left out.
  [[nodiscard]] std::vector<MatrixEntry> applied(std::vector<MatrixEntry> entries, int n) const;

  /// Equations called by what they are made of: "(F[3] + F[1] - 0.5 F[0])".
  [[nodiscard]] Names applied(const Names& names, int n) const;

 private:
  std::vector<CombinedEquation> equations_{};
};

}  // namespace ida_consistent_init::problem
