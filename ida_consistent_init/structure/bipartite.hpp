/* Maximum cardinality matching of the rows and columns of a rectangular sparse pattern. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_BIPARTITE_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_BIPARTITE_HPP

#include <vector>

namespace ida_consistent_init::structure {

/* Compressed rows: entries row_start[i] .. row_start[i+1]-1 belong to row i. */
struct Pattern
{
  int rows = 0, columns = 0;
  std::vector<int> row_start, column;
};

/* -1 marks an unmatched row or column. */
struct Matching
{
  std::vector<int> column_of_row, row_of_column;
  int size = 0;
};

/* Row j of the result lists the rows that contain column j, in ascending order. */
Pattern transposed(const Pattern& pattern);

Matching maximum_matching(const Pattern& pattern);

/* Enlarges a matching of the same pattern; every row and column that start matches stays matched. */
Matching maximum_matching(const Pattern& pattern, Matching start);

}  // namespace ida_consistent_init::structure

#endif
