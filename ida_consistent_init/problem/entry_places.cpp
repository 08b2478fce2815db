#include "ida_consistent_init/problem/entry_places.hpp"

namespace ida_consistent_init::problem {

const std::vector<int>& EntryPlaces::of(const MatrixEntries& entries, const Sparsity& sparsity)
{
  places_.resize(entries.count());
  std::size_t count = 0;
  entries.for_each([&](int row, int column, double) {
    int& place = places_[count++];
    // Whatever place an entry had before, its own one shows as such.
    const bool is_its_own =
        place >= sparsity.row_start[row] && place < sparsity.row_start[row + 1] && sparsity.column[place] == column;
    if (!is_its_own) place = sparsity.find(row, column);
  });
  places_.resize(count);
  return places_;
}

}  // namespace ida_consistent_init::problem
