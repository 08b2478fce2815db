/* An order of equations and variables in which those that occur together have numbers close to each other.

   The passes of the structural analysis follow entries from equation to variable and back. Where an application numbers
   its equations at random, each such step misses the cache: at a million equations that costs ten times the work. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_LOCALITY_ORDER_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_LOCALITY_ORDER_HPP

#include <optional>
#include <vector>

#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

/* Old number of each new row and column. */
struct Renumbering
{
  std::vector<int> row, column;
};

/* Whether the numbering is such an order already: a small cache of the values of variables, looked up entry by entry,
   would miss few of them. Then a new order costs more than it saves. */
bool is_local(const Signature& signature);

/* Breadth-first from the first equation not yet reached, over equations that share a variable. Nothing if the first few
   thousand equations already have as many neighbours more: where everything is near to everything, no order helps. */
std::optional<Renumbering> locality_order(const Signature& signature);

}  // namespace ida_consistent_init::structure

#endif
