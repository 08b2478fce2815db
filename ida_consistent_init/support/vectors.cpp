#include "ida_consistent_init/support/vectors.hpp"

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"

namespace ida_consistent_init::support {

bool has_element_access(N_Vector vector)
{
  const N_Vector_ID id = N_VGetVectorID(vector);
  return id == SUNDIALS_NVEC_SERIAL || id == SUNDIALS_NVEC_OPENMP || id == SUNDIALS_NVEC_PTHREADS;
}

int length(N_Vector vector)
{
  return static_cast<int>(N_VGetLength(vector));
}

Eigen::Map<Vector> view(N_Vector vector)
{
  return {N_VGetArrayPointer(vector), length(vector)};
}

namespace {

/// Not N_VClone or N_VCloneEmpty: SUNDIALS 6.4 writes into the clone before it looks whether there is one.
VectorHandle cloned_by(N_Vector (*clone_function)(N_Vector), N_Vector vector)
{
  VectorHandle copy(clone_function(vector));
  if (copy == nullptr) throw Error(IDACI_MEM_FAIL, "A working vector could not be allocated.");
  copy->sunctx = vector->sunctx;
  return copy;
}

}  // namespace

VectorHandle clone(N_Vector vector)
{
  return cloned_by(vector->ops->nvclone, vector);
}

VectorHandle empty_clone(N_Vector vector)
{
  return cloned_by(vector->ops->nvcloneempty, vector);
}

}  // namespace ida_consistent_init::support
