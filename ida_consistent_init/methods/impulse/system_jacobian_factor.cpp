#include "ida_consistent_init/methods/impulse/system_jacobian_factor.hpp"

#include <algorithm>

#include "ida_consistent_init/support/grouping.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

/// Places of F_y' that hold F_y only, as those of a viscous term, would be filled by the factorization: they are left
/// out.
SystemJacobianFactor::SystemJacobianFactor(const derivatives::Occurrence& occurrence, const VectorOffsets& offsets)
{
  const problem::Sparsity& sparsity = occurrence.sparsity;
  const auto c = support::view(offsets.equation.get()), d = support::view(offsets.variable.get());
  const auto for_each_entry = [&](auto visit) {
    for (int i = 0; i < sparsity.n; ++i) {
      for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
        const int order = static_cast<int>(d[sparsity.column[k]] - c[i]);
        if (occurrence.occurs(k, order)) visit(sparsity.column[k], Entry{i, {k, order == 1}});
      }
    }
  };
  const support::Groups<Entry> columns = support::group_by_key<Entry>(sparsity.n, for_each_entry);
  matrix_.resize(sparsity.n, sparsity.n);
  matrix_.resizeNonZeros(static_cast<Eigen::Index>(columns.item.size()));
  std::copy(columns.start.begin(), columns.start.end(), matrix_.outerIndexPtr());
  places_.reserve(columns.item.size());
  int* row = matrix_.innerIndexPtr();
  for (const Entry& entry : columns.item) {
    *row++ = entry.row;
    places_.push_back(entry.place);
  }
  std::fill_n(matrix_.valuePtr(), places_.size(), 0.0);
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
