#pragma once
#include <Eigen/Core>

namespace ida_consistent_init::linear {

/// An x for which |matrix x - right_hand_side| is least, by pivoted QR. Eigen is called here and not where x
/// is needed, because every file that names its factorizations takes ten seconds to compile.
Eigen::VectorXd dense_least_squares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right_hand_side);

}  // namespace ida_consistent_init::linear
