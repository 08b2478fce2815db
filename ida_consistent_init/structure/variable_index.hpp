/* The index of each variable: how many differentiations of F enter its value. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_VARIABLE_INDEX_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_VARIABLE_INDEX_HPP

#include <vector>

#include "ida_consistent_init/structure/blocks.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

/* 0: a state; 1, 2, 3, ...: one more than the differentiations that fix the variable's value. A variable may be free
   and have index 2 or more: if its derivative follows only from an index-3 multiplier (spin driven by a contact
   force), errors of that multiplier enter it as they enter a variable of one index less. */
std::vector<int> variable_index(const Signature& signature, const Offsets& offsets, const Blocks& blocks);

}  // namespace ida_consistent_init::structure

#endif
