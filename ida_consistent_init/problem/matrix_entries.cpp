#include "ida_consistent_init/problem/matrix_entries.hpp"

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

namespace ida_consistent_init::problem {
namespace {

void dense_entries(SUNMatrix matrix, std::vector<MatrixEntry>& entries)
{
  const int m = rows(matrix);
  const int n = columns(matrix);
  entries.reserve(static_cast<std::size_t>(m) * n);
  for (int j = 0; j < n; ++j) {
    const sunrealtype* column = SUNDenseMatrix_Column(matrix, j);
    for (int i = 0; i < m; ++i) entries.push_back({i, j, column[i]});
  }
}

void band_entries(SUNMatrix matrix, std::vector<MatrixEntry>& entries)
{
  const int n = columns(matrix);
  const int upper = static_cast<int>(SUNBandMatrix_UpperBandwidth(matrix));
  const int lower = static_cast<int>(SUNBandMatrix_LowerBandwidth(matrix));
  for (int j = 0; j < n; ++j) {
    const sunrealtype* diagonal = SUNBandMatrix_Column(matrix, j);
    for (int i = std::max(0, j - upper); i <= std::min(n - 1, j + lower); ++i) {
      entries.push_back({i, j, diagonal[i - j]});
    }
  }
}

void sparse_entries(SUNMatrix matrix, std::vector<MatrixEntry>& entries)
{
  const sunindextype* pointers = SUNSparseMatrix_IndexPointers(matrix);
  const sunindextype* indices = SUNSparseMatrix_IndexValues(matrix);
  const sunrealtype* data = SUNSparseMatrix_Data(matrix);
  const bool by_column = SUNSparseMatrix_SparseType(matrix) == CSC_MAT;
  const int outer_size = by_column ? columns(matrix) : rows(matrix);
  entries.reserve(pointers[outer_size]);
  for (int outer = 0; outer < outer_size; ++outer) {
    for (sunindextype k = pointers[outer]; k < pointers[outer + 1]; ++k) {
      const int inner = static_cast<int>(indices[k]);
      entries.push_back(by_column ? MatrixEntry{inner, outer, data[k]} : MatrixEntry{outer, inner, data[k]});
    }
  }
}

}  // namespace

bool is_supported_matrix(SUNMatrix matrix)
{
  const SUNMatrix_ID id = SUNMatGetID(matrix);
  return id == SUNMATRIX_DENSE || id == SUNMATRIX_BAND || id == SUNMATRIX_SPARSE;
}

int rows(SUNMatrix matrix)
{
  switch (SUNMatGetID(matrix)) {
    case SUNMATRIX_DENSE:
      return static_cast<int>(SUNDenseMatrix_Rows(matrix));
    case SUNMATRIX_BAND:
      return static_cast<int>(SUNBandMatrix_Rows(matrix));
    default:
      return static_cast<int>(SUNSparseMatrix_Rows(matrix));
  }
}

int columns(SUNMatrix matrix)
{
  switch (SUNMatGetID(matrix)) {
    case SUNMATRIX_DENSE:
      return static_cast<int>(SUNDenseMatrix_Columns(matrix));
    case SUNMATRIX_BAND:
      return static_cast<int>(SUNBandMatrix_Columns(matrix));
    default:
      return static_cast<int>(SUNSparseMatrix_Columns(matrix));
  }
}

void store_entries(SUNMatrix matrix, std::vector<MatrixEntry>& entries)
{
  entries.clear();
  switch (SUNMatGetID(matrix)) {
    case SUNMATRIX_DENSE:
      dense_entries(matrix, entries);
      break;
    case SUNMATRIX_BAND:
      band_entries(matrix, entries);
      break;
    default:
      sparse_entries(matrix, entries);
      break;
  }
}

std::vector<MatrixEntry> stored_entries(SUNMatrix matrix)
{
  std::vector<MatrixEntry> entries;
  store_entries(matrix, entries);
  return entries;
}

}  // namespace ida_consistent_init::problem
