/* Colours for the columns of a sparse Jacobian: columns of one colour share no row, so that one difference of the
   residual yields them all. Curtis, Powell, Reid, On the estimation of sparse Jacobian matrices, J. Inst. Maths
   Applics 13 (1974). */
#ifndef IDA_CONSISTENT_INIT_DERIVATIVES_COLORING_HPP
#define IDA_CONSISTENT_INIT_DERIVATIVES_COLORING_HPP

#include <vector>

namespace ida_consistent_init::derivatives {

struct Coloring
{
  int count = 0;
  std::vector<int> color_of_column;
};

/* Compressed rows: row i contains the columns column[row_start[i]] .. column[row_start[i+1]-1], each once. */
Coloring color_columns(int rows, int columns, const std::vector<int>& row_start, const std::vector<int>& column);

}  // namespace ida_consistent_init::derivatives

#endif
