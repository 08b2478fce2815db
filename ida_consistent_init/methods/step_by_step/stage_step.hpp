#pragma once
#include <memory>

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/methods/step_by_step/stage.hpp"

namespace ida_consistent_init::methods {

/// The steps of a stage with this Jacobian: of all columns at once, or by its ranks if the stage says so. The
/// other arguments are those of make_constrained_step, which tells when there is none (null).
std::unique_ptr<linear::ConstrainedStep> stage_step(const Stage& stage, const linear::SparseMatrix& matrix,
                                                    const support::Vector& weight, double noise,
                                                    const linear::SparseMatrix& error,
                                                    std::unique_ptr<linear::ConstrainedStep> former = nullptr);

}  // namespace ida_consistent_init::methods
