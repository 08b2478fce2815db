#include "ida_consistent_init/linear/constrained_step.hpp"

#include "ida_consistent_init/linear/dense_step.hpp"
#include "ida_consistent_init/linear/row_subset_step.hpp"
#include "ida_consistent_init/linear/sparse_step.hpp"

namespace ida_consistent_init::linear {

std::unique_ptr<ConstrainedStep> make_constrained_step(const SparseMatrix& matrix, const Eigen::VectorXd& weight,
                                                       double noise, const SparseMatrix& curvature,
                                                       const SparseMatrix& error,
                                                       std::unique_ptr<ConstrainedStep> former)
{
  // Below the first two bounds dense algebra is as fast, or worth what it tells of the freedom of systems that are not
  // square; up to the last a singular system is worth its rank.
  constexpr Eigen::Index square_dense = 40;
  constexpr Eigen::Index always_dense = 250;
  constexpr Eigen::Index dense_if_singular = 1500;
  const bool square = matrix.rows() == matrix.cols() && error.rows() == 0;
  if (matrix.cols() > (square ? square_dense : always_dense) && matrix.rows() > 0) {
    auto sparse = std::make_unique<SparseStep>(matrix, weight, curvature, dynamic_cast<SparseStep*>(former.get()));
    if (sparse->regular()) return sparse;
    if (matrix.cols() > dense_if_singular) {
      if (curvature.rows() > 0) return nullptr;
      auto subset = std::make_unique<RowSubsetStep>(matrix, weight, noise * static_cast<double>(matrix.cols()));
      if (subset->regular()) return subset;
      return nullptr;
    }
  }
  auto dense = std::make_unique<DenseStep>(matrix, weight, noise, error);
  if (curvature.rows() > 0 && !dense->add_curvature(curvature)) return nullptr;
  return dense;
}

}  // namespace ida_consistent_init::linear
