#pragma once
#include "ida_consistent_init/methods/method.hpp"

namespace ida_consistent_init::methods {

/// The step-by-step method (Estevez Schwarz 2010, Theorem 2.1 and sections 3 to 6, for general offsets): stages
/// k = -max d, ..., 0 one after the other, and k = 1 for the derivatives of algebraic variables.
///
/// A stage that held components leave without enough unknowns is merged with the stage before it, as often as
/// necessary, and solved as one block with the full Jacobian of the derivative array.
///
/// result: the jet in, holding the guess in its first two columns; the solution out, as far as the method came.
/// Throws support::Error with the explanation of the stage that failed.
void step_by_step(derivatives::DerivativeArray& array, const problem::Problem& problem,
                  const structure::Structure& structure, const Options& options, MethodResult& result);

}  // namespace ida_consistent_init::methods
