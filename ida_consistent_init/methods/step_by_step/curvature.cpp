#include "ida_consistent_init/methods/step_by_step/curvature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "ida_consistent_init/derivatives/coloring.hpp"
#include "ida_consistent_init/derivatives/perturbation.hpp"

namespace ida_consistent_init::methods {
namespace {

/// The Jacobian may itself come from differences, with errors near 1e-10; this step balances them with truncation.
constexpr double relative_step = 1e-5;

}  // namespace

Curvature::Curvature(const linear::SparseMatrix& matrix, const Vector& x, const Vector& m, MatrixAt jacobian_at)
    : matrix_(matrix), x_(x), m_(m), gradient_(matrix.transpose() * m), jacobian_at_(std::move(jacobian_at))
{
}

/// L times a direction whose entries are step lengths; the caller divides.
Vector Curvature::along(const Vector& direction) const
{
  return jacobian_at_(x_ + direction).transpose() * m_ - gradient_;
}

double Curvature::generic_size() const
{
  const Vector direction = derivatives::beside(x_, 11, relative_step) - x_;
  return along(direction).norm() / direction.norm();
}

linear::SparseMatrix Curvature::matrix() const
{
  const linear::SparseMatrix pattern = (matrix_.transpose() * matrix_).pruned(0.0, 0.0);
  const int n = static_cast<int>(pattern.cols());
  const std::vector<int> start(pattern.outerIndexPtr(), pattern.outerIndexPtr() + n + 1);
  const std::vector<int> index(pattern.innerIndexPtr(), pattern.innerIndexPtr() + pattern.nonZeros());
  const derivatives::Coloring coloring = derivatives::color_columns(n, n, start, index);
  std::vector<Eigen::Triplet<double>> entries;
  for (int color = 0; color < coloring.count; ++color) {
    Vector direction = Vector::Zero(n);
    for (int j = 0; j < n; ++j) {
      if (coloring.color_of_column[j] == color) direction[j] = relative_step * std::max(std::abs(x_[j]), 1.0);
    }
    const Vector change = along(direction);
    for (int j = 0; j < n; ++j) {
      if (coloring.color_of_column[j] != color) continue;
      for (linear::SparseMatrix::InnerIterator entry(pattern, j); entry; ++entry) {
        const int i = static_cast<int>(entry.row());
        // Half on each side of the diagonal: the sum of both is the symmetric mean.
        const double half = 0.5 * change[i] / direction[j];
        entries.emplace_back(i, j, half);
        entries.emplace_back(j, i, half);
      }
    }
  }
  linear::SparseMatrix curvature(n, n);
  curvature.setFromTriplets(entries.begin(), entries.end());
  return curvature;
}

}  // namespace ida_consistent_init::methods
