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
  N_Vector (*clone)(N_Vector);      // the operation that clone_with_norm stands for
  support::VectorHandle* prepared;  // what the next clone will be; may be null
};

bool lead_to_norm(N_Vector vector, const NormOfId& data);

N_Vector clone_with_norm(N_Vector id)
{
  const NormOfId own = extension<NormOfId>(id);
  if (own.prepared != nullptr && *own.prepared) return own.prepared->release();
  N_Vector copy = own.clone(id);
  if (copy == nullptr) return nullptr;
  copy->ops->nvclone = own.clone;
  if (lead_to_norm(copy, {own.norm, own.clone, nullptr})) return copy;
  copy->sunctx = id->sunctx;
  N_VDestroy(copy);
  return nullptr;
}

bool lead_to_norm(N_Vector vector, const NormOfId& data)
{
  if (!extend_operations(vector, data)) return false;
  vector->ops->nvclone = &clone_with_norm;
  return true;
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

IdForIda::IdForIda(N_Vector id, ErrorNorm* norm)
    : clone_(std::make_unique<support::VectorHandle>(support::clone(id))), vector_(support::clone(id))
{
  N_VScale(1, id, vector_.get());
  const auto clone = id->ops->nvclone;
  if (!lead_to_norm(clone_->get(), {norm, clone, nullptr}) ||
      !lead_to_norm(vector_.get(), {norm, clone, clone_.get()})) {
    throw support::Error(IDACI_MEM_FAIL, "The id vector could not be allocated.");
  }
}

}  // namespace ida_consistent_init::integration
