#include "ida_consistent_init/linear/dense_least_squares.hpp"

#include <Eigen/QR>

namespace ida_consistent_init::linear {

Eigen::VectorXd dense_least_squares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right_hand_side)
{
  return matrix.colPivHouseholderQr().solve(right_hand_side);
}

}  // namespace ida_consistent_init::linear
