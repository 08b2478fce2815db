// Owning handles for the C objects of SUNDIALS and of this library. Declare the context first: it is freed last.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace gallery {

struct Release
{
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
  void operator()(IDACIMem ci) const { IDACIFree(&ci); }
};

template <class Pointer>
using Owner = std::unique_ptr<std::remove_pointer_t<Pointer>, Release>;
using Context = Owner<SUNContext>;
using Vector = Owner<N_Vector>;
using Matrix = Owner<SUNMatrix>;
using LinearSolver = Owner<SUNLinearSolver>;
using Handle = Owner<IDACIMem>;

template <class Pointer>
Owner<Pointer> own(Pointer pointer, const char* maker)
{
  if (!pointer) throw std::runtime_error(std::string(maker) + " returned NULL");
  return Owner<Pointer>(pointer);
}

inline Context make_context()
{
  SUNContext context = nullptr;
  // The communicator is a pointer in SUNDIALS 6 and a number in SUNDIALS 7; 0 is both.
  if (SUNContext_Create(0, &context) != 0) throw std::runtime_error("SUNContext_Create failed");
  return own(context, "SUNContext_Create");
}

template <class Number>
Vector make_vector(const std::vector<Number>& values, SUNContext context)
{
  Vector vector = own(N_VNew_Serial(static_cast<sunindextype>(values.size()), context), "N_VNew_Serial");
  std::copy(values.begin(), values.end(), N_VGetArrayPointer(vector.get()));
  return vector;
}

inline std::vector<double> values_of(N_Vector vector)
{
  const double* data = N_VGetArrayPointer(vector);
  return {data, data + N_VGetLength(vector)};
}

inline std::vector<double> values_of(const Vector& vector)
{
  return values_of(vector.get());
}

inline Matrix make_dense_matrix(int n, SUNContext context)
{
  return own(SUNDenseMatrix(n, n, context), "SUNDenseMatrix");
}

inline LinearSolver make_dense_solver(N_Vector y, SUNMatrix matrix, SUNContext context)
{
  return own(SUNLinSol_Dense(y, matrix, context), "SUNLinSol_Dense");
}

inline Handle make_handle(IDAResFn residual, N_Vector y, N_Vector yp, SUNContext context)
{
  return own(IDACICreate(nullptr, residual, y, yp, context), "IDACICreate");
}

}  // namespace gallery
