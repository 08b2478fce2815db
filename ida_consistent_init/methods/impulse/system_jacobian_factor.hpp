#pragma once
#include <vector>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/linear/klu_factor.hpp"
#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::methods::impulse {

/// The system Jacobian J_ij = dF_i/dy_j^(d_j-c_i), factored: its ordering, its pivots and, where the values stay what
/// they were, the factors serve one call after the other.
class SystemJacobianFactor
{
 public:
  SystemJacobianFactor(const derivatives::Occurrence& occurrence, const VectorOffsets& offsets);

  enum class Outcome
  {
    kept,  // the entries are those factored before
    factored,
    singular
  };
  Outcome update(const derivatives::JacobianPair& pair);
  [[nodiscard]] const linear::KluFactor& factor() const { return factor_; }

 private:
  /// Of an entry of J: its place among those of F_y and F_y', and of which of the two it is.
  struct Place
  {
    int of_pair;
    bool of_derivative;
  };

  struct Entry
  {
    int row;
    Place place;
  };

  std::vector<Place> places_;
  linear::SparseMatrix matrix_;
  linear::KluFactor factor_{linear::KluFactor::Blocks::if_sparser};
  bool factored_ = false;
};

}  // namespace ida_consistent_init::methods::impulse
