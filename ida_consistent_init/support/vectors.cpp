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

VectorHandle clone(N_Vector vector)
{
  // Not N_VClone: SUNDIALS 6.4 writes into the clone before it looks whether there is one.
  VectorHandle copy(vector->ops->nvclone(vector));
  if (copy == nullptr) throw Error(IDACI_MEM_FAIL, "A working vector could not be allocated.");
  copy->sunctx = vector->sunctx;
  return copy;
}

}  // namespace ida_consistent_init::support
