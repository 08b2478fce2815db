#pragma once
// Weights of components of index 2 and above: their errors are amplified by 1/h^(index-1), so the weights that meet
// the tolerance are smaller by h^(index-1) (Petzold, Loetstedt, (3.10): the rows of the inverse iteration matrix that
// belong to positions, velocities and multipliers grow like 1, 1/h, 1/h^2).

#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <vector>

namespace ida_consistent_init::integration {

// min(1, |h|)^(index-1) for index >= 2, else 1; h = 0 counts as 1 (no step known). A step above 1 must not make the
// test stricter than the user's tolerance. Bounded below by 1e-100: weights must stay positive, and Krylov solvers
// divide by them and square the quotient.
sunrealtype weight_factor(sunrealtype h, int index);

// ewt[j] *= weight_factor(h, variable_index[j]); h is the current step of ida_mem, or 1 where there is none (ida_mem
// NULL or not yet stepped). ewt (in/out) has at least as many components as variable_index.
// Inside an IDAEwtFn together with ErrorControl the factor acts twice on the Newton test; measured on the pendulum,
// neither the number of steps nor the errors change by more than their scatter.
void scale_weights(void* ida_mem, const std::vector<int>& variable_index, N_Vector ewt);

}  // namespace ida_consistent_init::integration
