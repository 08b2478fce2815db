#pragma once
#include <Eigen/Core>
#include <random>

#include "ida_consistent_init/linear/constrained_step.hpp"

namespace ida_consistent_init::linear {

/// [columns] size of the change of the unknowns when each right-hand side b_i is wrong by up to error_i. The signs of
/// the errors are unknown: the largest change over a few fixed patterns of signs, since a single one (all positive) may
/// cancel where errors of differences do not.
inline Eigen::VectorXd propagated_error(const ConstrainedStep& step, const Eigen::VectorXd& error, Eigen::Index columns)
{
  constexpr int patterns = 3;
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(columns);
  Eigen::VectorXd change = none;
  std::mt19937 generator(1);
  std::bernoulli_distribution negative(0.5);
  for (int pattern = 0; pattern < patterns; ++pattern) {
    Eigen::VectorXd signed_error = error;
    for (double& value : signed_error) {
      if (pattern > 0 && negative(generator)) value = -value;
    }
    change = change.cwiseMax(step.solve(signed_error, none).cwiseAbs());
  }
  return change;
}

}  // namespace ida_consistent_init::linear
