#pragma once
#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::methods::impulse {

/// Offsets of a system of index 1 or of Hessenberg form of index 2 from the residual and the mask of the states alone:
/// d = 1 for states and 0 for the other variables; c = 1 for equations in which neither derivatives of states nor other
/// variables occur, else 0. What occurs is seen by changing all of them at once, three times in different proportions.
/// A structure of another kind gives offsets with which the method does not converge.
/// states [n]: not 0 where y_j' occurs. Throws Error(IDACI_RES_FAIL) or Error(IDACI_RES_NOT_FINITE).
VectorOffsets learned_offsets(const System& system, N_Vector states);

}  // namespace ida_consistent_init::methods::impulse
