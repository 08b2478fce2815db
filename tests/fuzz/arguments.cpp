#include "fuzz/arguments.hpp"

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

namespace fuzz {
namespace {

N_Vector_ID foreign_id(N_Vector)
{
  return SUNDIALS_NVEC_CUSTOM;
}

template <class Entry>
example::VectorHandle vector_with(Bytes& bytes, int n, const example::Context& context, Entry entry)
{
  const int choice = bytes.pick(16);
  if (choice == 15) return nullptr;
  if (choice == 14) return example::VectorHandle(N_VNewEmpty_Serial(n, context.get()));
  const int length = choice == 13 ? n - 1 : choice == 12 ? n + 1 : choice == 11 ? 0 : n;
  example::VectorHandle vector(N_VNew_Serial(length, context.get()));
  for (double& value : example::values(vector.get())) value = entry();
  if (choice == 10) vector->ops->nvgetvectorid = foreign_id;
  return vector;
}

/// Entry (outer, (outer + 1) mod inner size) of each row or column, and its diagonal.
void fill_sparse(SUNMatrix matrix, int outer_size, int inner_size)
{
  sunindextype count = 0;
  for (int outer = 0; outer < outer_size; ++outer) {
    SUNSparseMatrix_IndexPointers(matrix)[outer] = count;
    for (int inner = 0; inner < inner_size; ++inner) {
      const bool wanted = inner == outer || inner == (outer + 1) % inner_size;
      if (!wanted || count == SUNSparseMatrix_NNZ(matrix)) continue;
      SUNSparseMatrix_IndexValues(matrix)[count] = inner;
      SUNSparseMatrix_Data(matrix)[count++] = 1;
    }
  }
  SUNSparseMatrix_IndexPointers(matrix)[outer_size] = count;
}

}  // namespace

example::VectorHandle any_vector(Bytes& bytes, int n, const example::Context& context)
{
  return vector_with(bytes, n, context, [&] { return bytes.real(); });
}

example::VectorHandle any_flags(Bytes& bytes, int n, const example::Context& context)
{
  return vector_with(bytes, n, context, [&] {
    const int value = bytes.next();
    return value < 250 ? static_cast<double>(value % 4 == 3 ? 0 : value % 4) : bytes.real();
  });
}

example::MatrixHandle any_matrix(Bytes& bytes, int n, const example::Context& context)
{
  const int shape = bytes.pick(16), kind = bytes.pick(8);
  if (shape == 15) return nullptr;
  const int rows = shape == 14 ? n + 1 : n, columns = shape == 13 ? std::max(1, n - 1) : rows;
  if (kind < 3) {
    example::MatrixHandle dense(SUNDenseMatrix(rows, columns, context.get()));
    if (kind == 2) std::fill_n(SM_DATA_D(dense.get()), rows * columns, 1.0);
    return dense;
  }
  if (kind < 5) return example::MatrixHandle(SUNBandMatrix(rows, kind == 3 ? rows - 1 : 1, 1, context.get()));
  const int type = kind == 5 ? CSC_MAT : CSR_MAT;
  const int room = kind == 7 ? rows : rows * columns;
  example::MatrixHandle sparse(SUNSparseMatrix(rows, columns, room, type, context.get()));
  if (type == CSC_MAT) {
    fill_sparse(sparse.get(), columns, rows);
  } else {
    fill_sparse(sparse.get(), rows, columns);
  }
  return sparse;
}

}  // namespace fuzz
