/* Coarse Dulmage-Mendelsohn decomposition: where a structurally singular system has too many equations or too few.
   Dulmage, Mendelsohn, Coverings of bipartite graphs, Canad. J. Math. 10 (1958). */
#ifndef IDA_CONSISTENT_INIT_STRUCTURE_DULMAGE_MENDELSOHN_HPP
#define IDA_CONSISTENT_INIT_STRUCTURE_DULMAGE_MENDELSOHN_HPP

#include <vector>

#include "ida_consistent_init/structure/assignment.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::structure {

/* The overdetermined equations contain only the overdetermined variables, which are fewer; the underdetermined
   variables occur only in the underdetermined equations, which are fewer. All ascending, all empty if regular. */
struct Singularity
{
  std::vector<int> overdetermined_equations, underdetermined_variables;
  std::vector<int> overdetermined_variables, underdetermined_equations;
};

/* assignment: a matching of the largest possible size. */
Singularity dulmage_mendelsohn(const Signature& signature, const Assignment& assignment);

}  // namespace ida_consistent_init::structure

#endif
