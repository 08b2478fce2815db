#pragma once
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"
#include "ida_consistent_init/structure/signature.hpp"

namespace ida_consistent_init::methods {

/// The consistency equations (8)-(11) of Leimkuhler, Petzold, Gear as one block: F, F', ..., F^(m) and the extra
/// conditions for y, y', ..., y^(m+1), less what is held and the derivatives that occur nowhere.
Stage consistency_equations(const problem::Problem& problem, const structure::Signature& signature, int m);

/// The reduction of section 4.2 there for any system: only the rows marked as needed (and the conditions), and only the
/// columns that occur in them. Index 1: rows F', columns y'' of variables whose derivatives occur (the column basis
/// E_1); Hessenberg index 2: equations (16)-(19), the differentiated first equation in place of its solution for u'',
/// without the third derivative of u and the second of v; index 3 likewise. row_needed: of the rows without conditions,
/// in their order. jacobian: of all rows and columns of the block.
Stage reduced(const Stage& block, const std::vector<char>& row_needed, const Eigen::SparseMatrix<double>& jacobian,
              int n);

/// Whether the rows of a reduced block hold as they did in the full one: they may depend on what was dropped where they
/// do not at the solution, by squares of what vanishes there.
bool still_holds(derivatives::DerivativeArray& array, const Stage& block, const derivatives::Jet& jet,
                 const Stage& full, const StageSolution& full_solution);

/// Of the rows and columns of a block: the rows of F (not the conditions) differentiated at most m times and the
/// columns they may contain, held or not. What determinacy is decided on.
Stage without_wishes(const Stage& block, int n, int m);

}  // namespace ida_consistent_init::methods
