#pragma once
#include <utility>
#include <vector>

#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/problem/sparsity.hpp"

namespace ida_consistent_init::problem {

/// Where the entries of a matrix lie in a sparsity. A Jacobian function names the same entries in the same order at
/// each call, so that they are looked up once.
class EntryPlaces
{
 public:
  /// Of each entry its place in `sparsity`, or -1; valid until the next call. sparsity: the same in all calls.
  const std::vector<int>& of(const std::vector<MatrixEntry>& entries, const Sparsity& sparsity);

 private:
  std::vector<std::pair<int, int>> known_;
  std::vector<int> places_;
};

}  // namespace ida_consistent_init::problem
