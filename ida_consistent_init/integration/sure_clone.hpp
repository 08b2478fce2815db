#pragma once
// IDASetId and SUNNonlinSol_Newton of SUNDIALS 6.4 clone the vector they are given and write into the clone before they
// look whether there is one.

#include <sundials/sundials_nvector.h>

#include <memory>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::integration {

// A vector whose next clone has been made already, so that it cannot fail.
class SureClone
{
 public:
  // Throws support::Error when memory is short.
  SureClone(support::VectorHandle vector, support::VectorHandle clone);
  [[nodiscard]] N_Vector get() const { return vector_.get(); }

 private:
  // On the heap, so that the vector's operation finds it after a move.
  std::unique_ptr<support::VectorHandle> clone_;
  support::VectorHandle vector_;
};

}  // namespace ida_consistent_init::integration
