#include "ida_consistent_init/problem/matrix_entries.hpp"

namespace ida_consistent_init::problem {
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

std::size_t MatrixEntries::count() const
{
  if (list_ != nullptr) return list_->size();
  const auto m = static_cast<std::size_t>(rows(matrix_)), n = static_cast<std::size_t>(columns(matrix_));
  switch (SUNMatGetID(matrix_)) {
    case SUNMATRIX_DENSE:
      return m * n;
    case SUNMATRIX_BAND:
      return n * (SUNBandMatrix_UpperBandwidth(matrix_) + SUNBandMatrix_LowerBandwidth(matrix_) + 1);
    default:
      return SUNSparseMatrix_IndexPointers(matrix_)[SUNSparseMatrix_SparseType(matrix_) == CSC_MAT ? n : m];
  }
}

std::vector<MatrixEntry> MatrixEntries::list() const
{
  std::vector<MatrixEntry> entries;
  entries.reserve(count());
  for_each([&](int row, int column, double value) { entries.push_back({row, column, value}); });
  return entries;
}

}  // namespace ida_consistent_init::problem
