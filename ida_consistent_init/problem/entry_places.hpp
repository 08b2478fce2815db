#pragma once
#include <vector>

#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/problem/sparsity.hpp"

namespace ida_consistent_init::problem {

/// Where the entries of a matrix lie in a sparsity. A Jacobian function names the same entries in the same order at
/// each call, so that nearly all are looked up once.
class EntryPlaces
{
 public:
  /// Of each entry its place in `sparsity`, or -1; valid until the next call.
  const std::vector<int>& of(const MatrixEntries& entries, const Sparsity& sparsity);

 private:
  std::vector<int> places_;
};

}  // namespace ida_consistent_init::problem
