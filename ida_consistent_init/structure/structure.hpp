/* Room `structure`.

   Enters: the signature, that is, the sparsity of F_y and F_y' (and, if the user knows them, the offsets).
   Leaves: offsets c and d, structural index, degrees of freedom, index of each variable and the block triangular
   form of the system Jacobian; or the part of the system that has too many or too few equations.

   Only patterns are looked at, no values: the result holds for almost all values of the entries. Whether it holds
   for the system at hand is seen from the system Jacobian, which is regular exactly then. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_STRUCTURE_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_STRUCTURE_HPP

#include <vector>

#include "ida_consistent_init/structure/assignment.hpp"
#include "ida_consistent_init/structure/blocks.hpp"
#include "ida_consistent_init/structure/dulmage_mendelsohn.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
#include "ida_consistent_init/structure/signature.hpp"
#include "ida_consistent_init/structure/variable_index.hpp"

namespace ida_consistent_init::structure {

struct Structure
{
  Signature signature;
  Assignment assignment;
  Offsets offsets;
  Blocks blocks;
  int index = 0;                // max c, and 1 more if min d = 0
  long degrees_of_freedom = 0;  // sum d - sum c
  std::vector<int> variable_index;
};

enum class Verdict
{
  regular,                // the whole structure is known
  structurally_singular,  // signature, assignment and singularity only
  index_too_high          // index above max_index; if even the offsets stopped there, index = max_index + 1 stands for
                          // "at least", and signature and assignment are all that is known
};

struct Analysis
{
  Verdict verdict = Verdict::regular;
  Structure structure;
  Singularity singularity;
};

Analysis analyse(Signature signature, int max_index);

/* offsets: found valid by check_offsets. */
Analysis analyse_with_offsets(Signature signature, const Offsets& offsets);

}  // namespace ida_consistent_init::structure

#endif
