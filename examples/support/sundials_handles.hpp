// Owning handles over the SUNDIALS objects that an IDA program needs. Freed in reverse order of declaration: declare
// the context first.
#ifndef IDACI_EXAMPLES_SUNDIALS_HANDLES_HPP
#define IDACI_EXAMPLES_SUNDIALS_HANDLES_HPP

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace example {

// Throws if a SUNDIALS call failed.
inline void require(int code, const char* call)
{
  if (code < 0) throw std::runtime_error(std::string(call) + " returned " + std::to_string(code));
}

class Context
{
 public:
  Context()
  {
#if SUNDIALS_VERSION_MAJOR >= 7
    require(SUNContext_Create(SUN_COMM_NULL, &context_), "SUNContext_Create");
    // From version 7 on the messages of failing calls belong to the context; these programs read the codes.
    SUNContext_ClearErrHandlers(context_);
#else
    require(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
#endif
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context()
  {
    SUNContext_Free(&context_);
  }
  SUNContext get() const
  {
    return context_;
  }

 private:
  SUNContext context_ = nullptr;
};

struct FreeVector
{
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
struct FreeMatrix
{
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct FreeLinearSolver
{
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
struct FreeIda
{
  void operator()(void* ida) const { IDAFree(&ida); }
};

using VectorHandle = std::unique_ptr<std::remove_pointer_t<N_Vector>, FreeVector>;
using MatrixHandle = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, FreeMatrix>;
using LinearSolverHandle = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeLinearSolver>;
using IdaHandle = std::unique_ptr<void, FreeIda>;

inline std::span<sunrealtype> values(N_Vector vector)
{
  return {N_VGetArrayPointer(vector), static_cast<std::size_t>(N_VGetLength(vector))};
}

inline VectorHandle serial_vector(std::span<const sunrealtype> entries, const Context& context)
{
  VectorHandle vector(N_VNew_Serial(static_cast<sunindextype>(entries.size()), context.get()));
  if (!vector) throw std::runtime_error("N_VNew_Serial returned NULL");
  for (std::size_t j = 0; j < entries.size(); ++j) values(vector.get())[j] = entries[j];
  return vector;
}

}  // namespace example

#endif
