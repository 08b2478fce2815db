#pragma once
#include "ida_consistent_init/methods/method.hpp"

namespace ida_consistent_init::methods {

/// Brings the jet near a solution of the block's rows: Levenberg-Marquardt steps with a damping in proportion to the
/// residual, which converge fast though solutions are not isolated (Yamashita, Fukushima 2001). Where F contains
/// squares of what vanishes on its solutions, its Jacobian is all but singular beside them; steps of Gauss and Newton
/// run off along directions that F hardly feels, damped ones stay short.
///
/// Where they creep, the rows go to zero by and by: rows(jet) = s rows(start), s from 1 to 0. Rows that hold at the
/// start, as those of fewer differentiations do, hold on all of this way, and what F makes of others is not far.
///
/// Returns the number of factorizations. What is left of the rows is for Newton's method; the jet may be where it was.
long damped_approach(derivatives::DerivativeArray& array, const Options& options, const Stage& block,
                     derivatives::Jet& jet);

}  // namespace ida_consistent_init::methods
