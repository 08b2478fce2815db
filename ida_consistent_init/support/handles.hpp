#pragma once
/// Owning handles for SUNDIALS objects: freed when they go out of scope, moved but never copied.
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <memory>
#include <type_traits>

namespace ida_consistent_init::support {

class VectorPool;

struct VectorDeleter
{
  std::shared_ptr<VectorPool> home{};  // where the vector goes back to; null: it is destroyed
  void operator()(N_Vector vector) const;
};
struct MatrixDeleter
{
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};

using VectorHandle = std::unique_ptr<std::remove_pointer_t<N_Vector>, VectorDeleter>;
/// For what is read in several places and too large to be kept in each of them.
using SharedVector = std::shared_ptr<std::remove_pointer_t<N_Vector>>;
using MatrixHandle = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, MatrixDeleter>;
using SharedMatrix = std::shared_ptr<std::remove_pointer_t<SUNMatrix>>;

}  // namespace ida_consistent_init::support
