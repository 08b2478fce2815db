#pragma once
#include <optional>

#include "ida_consistent_init/methods/method.hpp"

namespace ida_consistent_init::methods {

/// The jet of a block that is solved, its derivatives as near to their start as the rows allow to first order while
/// values stay. Nothing if they are there already, but for little.
std::optional<derivatives::Jet> with_calm_derivatives(derivatives::DerivativeArray& array, const Stage& block,
                                                      const derivatives::Jet& jet, const derivatives::Jet& start);

}  // namespace ida_consistent_init::methods
