#pragma once
#include "ida_consistent_init/methods/step_by_step/stage.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::methods {

/// The consistency equations (8)-(11) of Leimkuhler, Petzold, Gear as one block: F, F', ..., F^(m) and the extra
/// conditions for y, y', ..., y^(m+1), less what is held and the derivatives that occur nowhere.
Stage consistency_equations(const problem::Problem& problem, const structure::Signature& signature, int m);

/// Their reduction (section 4.2 there) by offsets c, d with a regular system Jacobian: F_i^(0..c_i+e) for
/// y_j^(0..d_j+e), e = 1 if some d_j = 0 (its y_j' takes one more differentiation), else 0.
/// Index 1: of the columns of F_y' only those of a column basis E_1 keep their y''. Hessenberg index 2: equations
/// (16)-(19), with the differentiated first equation in place of its solution for u''; index 3 likewise.
Stage reduced_consistency_equations(const problem::Problem& problem, const structure::Offsets& offsets);

/// Of the rows and columns of a block: the rows of F (not the conditions) differentiated at most m times and the
/// columns they may contain, held or not. What determinacy is decided on.
Stage without_wishes(const Stage& block, int n, int m);

}  // namespace ida_consistent_init::methods
