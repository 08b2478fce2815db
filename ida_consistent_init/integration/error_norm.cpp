#include "ida_consistent_init/integration/error_norm.hpp"

#include <cmath>

#include "ida_consistent_init/integration/extended_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::integration {

namespace {

struct NormOfId
{
  ErrorNorm* norm;
  N_Vector (*clone)(N_Vector);  // the operation that clone_with_norm stands for
};

N_Vector clone_with_norm(N_Vector id)
{
  const NormOfId own = extension<NormOfId>(id);
  N_Vector copy = own.clone(id);
  if (copy == nullptr) return nullptr;
  if (!extend_operations(copy, own)) {
    copy->ops->nvclone = own.clone;
    N_VDestroy(copy);
    return nullptr;
  }
  return copy;
}

ErrorNorm* norm_of(N_Vector id)
{
  return id->ops->nvclone == &clone_with_norm ? extension<NormOfId>(id).norm : nullptr;
}

sunrealtype masked_norm(N_Vector x, N_Vector weights, N_Vector id)
{
  if (ErrorNorm* norm = norm_of(id)) {
    if (const auto value = norm->of(x, weights)) return *value;
  }
  // What N_VWrmsNormMask of these vectors consists of, bit for bit.
  return std::sqrt(N_VWSqrSumMaskLocal(x, weights, id) / static_cast<sunrealtype>(N_VGetLength(x)));
}

}  // namespace

bool prepare_vector(N_Vector y0)
{
  if (!support::has_element_access(y0)) return false;
  y0->ops->nvwrmsnormmask = &masked_norm;
  return true;
}

bool is_prepared(N_Vector vector)
{
  return vector != nullptr && vector->ops->nvwrmsnormmask == &masked_norm;
}

support::VectorHandle id_with_norm(N_Vector id, ErrorNorm* norm)
{
  support::VectorHandle copy = support::clone(id);
  N_VScale(1, id, copy.get());
  if (!extend_operations(copy.get(), NormOfId{norm, id->ops->nvclone})) {
    throw support::Error(IDACI_MEM_FAIL, "The id vector could not be allocated.");
  }
  copy->ops->nvclone = &clone_with_norm;
  return copy;
}

}  // namespace ida_consistent_init::integration
