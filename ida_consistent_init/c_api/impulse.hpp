#pragma once
/// The way of IDACI_IMPULSE through the C interface; everything here works on vectors without element access too.
#include "ida_consistent_init/c_api/handle.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::c_api {

/// The vectors have no element access: the report holds no rows, the getters copy vectors.
inline bool is_opaque(const IDACIMemRec& ci)
{
  return !support::has_element_access(ci.y0);
}

/// Asked for, or automatic with vectors that leave no other way.
bool uses_impulse(const IDACIMemRec& ci);
/// Automatic with vectors of another kind, but worth a try before step by step: there is a Jacobian, a sparse one if
/// the system is large, and there are no wishes that only step by step honours.
bool tries_impulse(const IDACIMemRec& ci);
/// IDACI_NOT_SUPPORTED of own accord: the index is too high for so small a system.
int solve_by_impulse(IDACIMemRec& ci, double t0, void* user_data, std::optional<solver::Groundwork>& groundwork);

/// Setters for vectors without element access.
int keep_offsets(IDACIMemRec& ci, N_Vector c, N_Vector d);
void forget_offsets(IDACIMemRec& ci);
int keep_variable_index(IDACIMemRec& ci, N_Vector index);
/// of_ci: one of its masks. fixed: null for nothing held.
int keep_mask(const IDACIMemRec& ci, N_Vector fixed, support::VectorHandle& of_ci);
/// By exclusion, with the variable indices that copy_variable_index gives.
int attach_error_control(IDACIMemRec& ci);

/// Getters for vectors without element access.
int copy_consistent(const IDACIMemRec& ci, N_Vector y, N_Vector yp);
int copy_derivative(const IDACIMemRec& ci, int order, N_Vector d);
int copy_error_estimate(const IDACIMemRec& ci, N_Vector ey, N_Vector eyp);
int copy_variable_index(const IDACIMemRec& ci, N_Vector index);
int copy_offsets(const IDACIMemRec& ci, N_Vector c, N_Vector d);

}  // namespace ida_consistent_init::c_api
