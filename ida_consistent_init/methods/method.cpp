#include "ida_consistent_init/methods/method.hpp"

#include <limits>

namespace ida_consistent_init::methods {

MethodResult::MethodResult(int n, int order)
    : jet(n, order),
      error(Eigen::MatrixXd::Constant(n, order + 1, std::numeric_limits<double>::quiet_NaN())),
      known(Eigen::Matrix<char, -1, -1>::Zero(n, order + 1)),
      determined(Eigen::Matrix<char, -1, -1>::Zero(n, order + 1))
{
}

void MethodResult::note(const Stage& block, const Vector& errors, const std::vector<char>& unique,
                        const std::vector<char>& is_determined)
{
  for (std::size_t k = 0; k < block.columns.size(); ++k) {
    const auto [j, order] = block.columns[k];
    error(j, order) = errors[static_cast<Eigen::Index>(k)];
    known(j, order) = unique[k];
    determined(j, order) = is_determined[k];
  }
  note_held(block);
}

void MethodResult::note_held(const Stage& block)
{
  for (const Column& column : block.held) {
    error(column.variable, column.order) = 0;
    known(column.variable, column.order) = 1;
  }
}

}  // namespace ida_consistent_init::methods
