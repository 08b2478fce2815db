#include "ida_consistent_init/problem/entry_places.hpp"

#include <algorithm>

namespace ida_consistent_init::problem {

const std::vector<int>& EntryPlaces::of(const std::vector<MatrixEntry>& entries, const Sparsity& sparsity)
{
  const bool are_known = std::equal(entries.begin(), entries.end(), known_.begin(), known_.end(),
                                    [](const MatrixEntry& entry, const std::pair<int, int>& known) {
                                      return entry.row == known.first && entry.column == known.second;
                                    });
  if (are_known) return places_;
  known_.clear();
  places_.clear();
  known_.reserve(entries.size());
  places_.reserve(entries.size());
  for (const MatrixEntry& entry : entries) {
    known_.emplace_back(entry.row, entry.column);
    places_.push_back(sparsity.find(entry.row, entry.column));
  }
  return places_;
}

}  // namespace ida_consistent_init::problem
