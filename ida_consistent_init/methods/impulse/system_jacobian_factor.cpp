#include "ida_consistent_init/methods/impulse/system_jacobian_factor.hpp"

#include <Eigen/SparseCore>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

/// Places of F_y' that hold F_y only, as those of a viscous term, would be filled by the factorization: they are left
/// out.
SystemJacobianFactor::SystemJacobianFactor(const derivatives::Occurrence& occurrence, const VectorOffsets& offsets)
{
  const problem::Sparsity& sparsity = occurrence.sparsity;
  const auto c = support::view(offsets.equation.get()), d = support::view(offsets.variable.get());
  std::vector<Eigen::Triplet<int, int>> entries;  // the value: place in the sparsity
  entries.reserve(sparsity.column.size());
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      const double order = d[j] - c[i];
      const bool occurs = order == 1 ? occurrence.of_yp[k] != 0 : order == 0 && occurrence.of_y[k] != 0;
      if (occurs) entries.emplace_back(i, j, k);
    }
  }
  Eigen::SparseMatrix<int, Eigen::ColMajor, int> places(sparsity.n, sparsity.n);
  places.setFromTriplets(entries.begin(), entries.end());
  matrix_ = places.cast<double>();
  places_.reserve(places.nonZeros());
  for (int place = 0; place < places.nonZeros(); ++place) {
    const int k = places.valuePtr()[place];
    const int j = sparsity.column[k];
    places_.push_back({k, d[j] > c[places.innerIndexPtr()[place]]});
  }
}

SystemJacobianFactor::Outcome SystemJacobianFactor::update(const derivatives::JacobianPair& pair)
{
  bool changed = !factored_;
  double* entry = matrix_.valuePtr();
  for (const Place& place : places_) {
    const double value = place.of_derivative ? pair.yp[place.of_pair] : pair.y[place.of_pair];
    changed = changed || *entry != value;
    *entry++ = value;
  }
  if (!changed) return Outcome::kept;
  factored_ = factor_.factor(matrix_);
  return factored_ ? Outcome::factored : Outcome::singular;
}

}  // namespace ida_consistent_init::methods::impulse
