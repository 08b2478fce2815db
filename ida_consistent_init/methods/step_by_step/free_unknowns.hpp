#pragma once
#include <vector>

#include "ida_consistent_init/methods/step_by_step/stage.hpp"

namespace ida_consistent_init::methods {

/// The rows cannot be matched with unknowns: whatever the values, some rows depend on the others.
bool structurally_deficient(const Stage& stage, const problem::Sparsity& sparsity);

/// By the pattern of a stage's Jacobian alone: 1 for unknowns that its equations determine for almost all values of
/// the entries. Unknowns that alternating paths reach from an unmatched one are free (Dulmage, Mendelsohn 1958).
std::vector<char> structurally_determined(const Stage& stage, const problem::Sparsity& sparsity);

/// The same when values count as known, because nearness to the guess fixes those that the equations leave free.
std::vector<char> structurally_unique(const Stage& stage, const problem::Sparsity& sparsity);

}  // namespace ida_consistent_init::methods
