/* Block triangular form of the system Jacobian J (entries with d_j - c_i = sigma_ij). */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_BLOCKS_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_BLOCKS_HPP

#include <vector>

#include "ida_consistent_init/structure/assignment.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

/* The entries of J in the equations of a block refer to variables of this block and of blocks with lower numbers. */
struct Blocks
{
  int count = 0;
  std::vector<int> of_equation, of_variable;
};

/* Strongly connected components of J with the assigned variables on its diagonal; offsets belong to the complete
   assignment. */
Blocks block_triangular_form(const Signature& signature, const Offsets& offsets, const Assignment& assignment);

}  // namespace ida_consistent_init::structure

#endif
