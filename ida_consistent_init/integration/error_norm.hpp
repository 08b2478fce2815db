#pragma once
// The place where IDA's error test can be replaced from outside: the norm of its local error estimates.
//
// With IDASetSuppressAlg IDA calls N_VWrmsNormMask(x, weights, id) for the norms of its error estimates and for
// nothing else; the Newton iteration uses N_VWrmsNorm. Both are operations of the vectors that IDA clones from y0, so
// an operation that is exchanged on y0 before IDAInit is IDA's. Which ErrorNorm is meant is said by the third argument:
// IDA clones it from the vector given to IDASetId, and ours hands the pointer on to its clones.

#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <optional>

#include "ida_consistent_init/support/handles.hpp"

namespace ida_consistent_init::integration {

class ErrorNorm
{
 public:
  // Norm of the error estimate x; nothing: the masked norm shall be taken. Called by C code: must not throw.
  virtual std::optional<sunrealtype> of(N_Vector x, N_Vector weights) noexcept = 0;

 protected:
  ~ErrorNorm() = default;
};

// Exchanges the masked norm of a vector (serial, OpenMP or Pthreads; false for others). Without an ErrorNorm in its
// third argument it gives what it gave before.
bool prepare_vector(N_Vector y0);
bool is_prepared(N_Vector vector);

// Clone of id, with its elements, that leads to norm; so do its own clones. norm must live while they are in use.
// The elements are what IDASetId expects, for the masked norm. Throws support::Error when memory is short.
support::VectorHandle id_with_norm(N_Vector id, ErrorNorm* norm);

}  // namespace ida_consistent_init::integration
