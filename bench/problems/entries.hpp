/* Compressed columns of F_y + cj F_y'. A model names its entries in the same sequence on every call; those that name
   the same place are added up. The places are sorted once, so that later calls only write values. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_ENTRIES_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_ENTRIES_HPP

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace ida_consistent_init::bench {

/* Places of a sparse matrix, and for each entry that the model names the place it is added to. */
struct Pattern
{
  std::vector<int> column_start, row;
  std::vector<int> place;
};

class Entries
{
 public:
  struct Named
  {
    int row, column;
  };

  /* Records where the entries are. */
  explicit Entries(std::vector<Named>& named) : named_(&named) {}
  /* Adds the values of the entries to `values`, which is zero on entry. */
  Entries(const Pattern& pattern, double* values) : place_(pattern.place.data()), values_(values) {}

  void add(int row, int column, double value)
  {
    if (named_ != nullptr) {
      named_->push_back({row, column});
    } else {
      values_[*place_++] += value;
    }
  }

 private:
  std::vector<Named>* named_ = nullptr;
  const int* place_ = nullptr;
  double* values_ = nullptr;
};

inline Pattern make_pattern(int n, const std::vector<Entries::Named>& named)
{
  std::vector<int> sequence(named.size());
  std::iota(sequence.begin(), sequence.end(), 0);
  std::sort(sequence.begin(), sequence.end(), [&](int a, int b) {
    return named[a].column != named[b].column ? named[a].column < named[b].column : named[a].row < named[b].row;
  });
  Pattern pattern{std::vector<int>(n + 1, 0), {}, std::vector<int>(named.size())};
  int last_row = -1, last_column = -1;
  for (const int k : sequence) {
    const auto [row, column] = named[k];
    if (row != last_row || column != last_column) {
      pattern.row.push_back(row);
      ++pattern.column_start[column + 1];
    }
    pattern.place[k] = static_cast<int>(pattern.row.size()) - 1;
    last_row = row;
    last_column = column;
  }
  std::partial_sum(pattern.column_start.begin(), pattern.column_start.end(), pattern.column_start.begin());
  return pattern;
}

}  // namespace ida_consistent_init::bench

#endif
