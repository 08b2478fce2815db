#include "ida_consistent_init/integration/sure_clone.hpp"

#include <utility>

#include "ida_consistent_init/integration/extended_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"

namespace ida_consistent_init::integration {

namespace {

struct Prepared
{
  support::VectorHandle* next_clone;
  N_Vector (*clone)(N_Vector);  // the operation that prepared_clone stands for
};

N_Vector prepared_clone(N_Vector vector)
{
  const Prepared own = extension<Prepared>(vector);
  if (*own.next_clone) return own.next_clone->release();
  N_Vector copy = own.clone(vector);
  if (copy != nullptr) copy->ops->nvclone = own.clone;  // a copy of the table has no data behind it
  return copy;
}

}  // namespace

SureClone::SureClone(support::VectorHandle vector, support::VectorHandle clone)
    : clone_(std::make_unique<support::VectorHandle>(std::move(clone))), vector_(std::move(vector))
{
  if (!extend_operations(vector_.get(), Prepared{clone_.get(), vector_->ops->nvclone})) {
    throw support::Error(IDACI_MEM_FAIL, "A working vector could not be allocated.");
  }
  vector_->ops->nvclone = &prepared_clone;
}

}  // namespace ida_consistent_init::integration
