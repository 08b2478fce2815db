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

}  // namespace ida_consistent_init::methods
