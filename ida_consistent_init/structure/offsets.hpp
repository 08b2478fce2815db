/* Offsets: how often each equation has to be differentiated (c) and up to which derivative each variable then
   occurs (d). Pryce, A simple structural analysis method for DAEs, BIT 41 (2001), section 3. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_OFFSETS_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_OFFSETS_HPP

#include <optional>
#include <string>
#include <vector>

#include "ida_consistent_init/problem/names.hpp"
#include "ida_consistent_init/structure/assignment.hpp"
#include "ida_consistent_init/structure/bipartite.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

struct Offsets
{
  std::vector<int> equation /* c */, variable /* d */;
};

/* d_j - c_i - sigma_ij of an entry in this row; zero where the entry belongs to the system Jacobian J. */
inline int slack(const Signature& signature, const Offsets& offsets, int row, int entry)
{
  return offsets.variable[signature.column[entry]] - offsets.equation[row] - signature.order[entry];
}

/* The smallest c >= 0 and d with d_j - c_i >= sigma_ij, and equality on the assignment, which is complete and of
   highest value. Nothing if some c_i would exceed max_offset. */
std::optional<Offsets> canonical_offsets(const Signature& signature, const Assignment& assignment, int max_offset);

/* Pattern of J_ij = dF_i/dy_j^(d_j - c_i): the entries without slack. */
Pattern system_jacobian_pattern(const Signature& signature, const Offsets& offsets);

/* Empty if the offsets are valid: c, d >= 0, min c = 0, d_j - c_i >= sigma_ij, and J has a complete matching.
   Else a sentence with the first violated relation. */
std::string check_offsets(const Signature& signature, const Offsets& offsets, const problem::Names& names = {});

}  // namespace ida_consistent_init::structure

#endif
