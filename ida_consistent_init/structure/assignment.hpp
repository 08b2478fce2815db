/* Assignment of one variable to each equation with the highest total order (highest-value transversal). */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_ASSIGNMENT_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_ASSIGNMENT_HPP

#include <vector>

#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

/* -1 marks an equation or variable without a partner. */
struct Assignment
{
  bool complete = false;
  std::vector<int> column_of_row, row_of_column;
};

/* Complete: the sum of sigma over the assignment is as large as possible.
   Incomplete: the system is structurally singular and the assignment has the largest possible size. */
Assignment highest_value_transversal(const Signature& signature);

}  // namespace ida_consistent_init::structure

#endif
