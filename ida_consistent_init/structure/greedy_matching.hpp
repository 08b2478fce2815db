/* A large matching of a sparse pattern in one sweep: the start of the search for a largest one. */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_GREEDY_MATCHING_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_GREEDY_MATCHING_HPP

#include "ida_consistent_init/structure/bipartite.hpp"

namespace ida_consistent_init::structure {

/* Karp, Sipser, Maximum matchings in sparse random graphs, FOCS 1981: a row or column with a single partner left is
   matched at once, which never costs a match (some largest matching contains that pair). Where there is none, those
   with two partners left come next, then three: a rule of thumb that mostly keeps to the blocks of a block triangular
   system. Each entry is looked at a fixed number of times. Of a million random rows of five entries, a handful are left
   over that could have had a partner. */
Matching greedy_matching(const Pattern& pattern);

}  // namespace ida_consistent_init::structure

#endif
