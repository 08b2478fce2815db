#include "ida_consistent_init/methods/least_squares/solved_block.hpp"

#include <cmath>

namespace ida_consistent_init::methods {

bool agree(const SolvedBlock& a, const SolvedBlock& b, const std::vector<char>& derivative_determined,
           const Options& options)
{
  constexpr double margin_of_estimates = 30;
  const int n = a.jet.size();
  Eigen::ArrayXXd error = Eigen::ArrayXXd::Zero(n, 2);
  for (const SolvedBlock* solved : {&a, &b}) {
    for (std::size_t k = 0; k < solved->block.columns.size(); ++k) {
      const auto [j, order] = solved->block.columns[k];
      if (order <= 1) error(j, order) += solved->solution.errors[static_cast<Eigen::Index>(k)];
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int order = 0; order <= (derivative_determined[j] != 0 ? 1 : 0); ++order) {
      const double value = a.jet(j, order);
      const double allowed = options.tolerance(value) + margin_of_estimates * error(j, order);
      if (!(std::abs(value - b.jet(j, order)) <= allowed)) return false;
    }
  }
  return true;
}

}  // namespace ida_consistent_init::methods
