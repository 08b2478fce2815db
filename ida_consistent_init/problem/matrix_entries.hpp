#pragma once
#include <sundials/sundials_matrix.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <vector>

namespace ida_consistent_init::problem {

struct MatrixEntry
{
  int row, column;
  double value;
};

/// Dense, band, CSC or CSR.
bool is_supported_matrix(SUNMatrix matrix);
int rows(SUNMatrix matrix);
int columns(SUNMatrix matrix);

/// Entries where they lie: in a matrix, all of a dense one, the band of a band one, the stored ones of a sparse one
/// (explicit zeros included); or in a list. A view: valid as long as what it shows.
class MatrixEntries
{
 public:
  explicit MatrixEntries(SUNMatrix matrix) : matrix_(matrix) {}
  explicit MatrixEntries(const std::vector<MatrixEntry>& list) : list_(&list) {}

  /// At most.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::vector<MatrixEntry> list() const;

  /// visit(row, column, value), in the order in which they are stored.
  template <class Visit>
  void for_each(Visit visit) const
  {
    if (list_ != nullptr) {
      for (const MatrixEntry& entry : *list_) visit(entry.row, entry.column, entry.value);
      return;
    }
    switch (SUNMatGetID(matrix_)) {
      case SUNMATRIX_DENSE:
        return for_each_dense(visit);
      case SUNMATRIX_BAND:
        return for_each_of_band(visit);
      default:
        return for_each_stored(visit);
    }
  }

 private:
  template <class Visit>
  void for_each_dense(Visit& visit) const
  {
    const int m = rows(matrix_), n = columns(matrix_);
    for (int j = 0; j < n; ++j) {
      const sunrealtype* column = SUNDenseMatrix_Column(matrix_, j);
      for (int i = 0; i < m; ++i) visit(i, j, column[i]);
    }
  }

  template <class Visit>
  void for_each_of_band(Visit& visit) const
  {
    const int n = columns(matrix_);
    const int upper = static_cast<int>(SUNBandMatrix_UpperBandwidth(matrix_));
    const int lower = static_cast<int>(SUNBandMatrix_LowerBandwidth(matrix_));
    for (int j = 0; j < n; ++j) {
      const sunrealtype* diagonal = SUNBandMatrix_Column(matrix_, j);
      for (int i = std::max(0, j - upper); i <= std::min(n - 1, j + lower); ++i) visit(i, j, diagonal[i - j]);
    }
  }

  template <class Visit>
  void for_each_stored(Visit& visit) const
  {
    const sunindextype* pointers = SUNSparseMatrix_IndexPointers(matrix_);
    const sunindextype* indices = SUNSparseMatrix_IndexValues(matrix_);
    const sunrealtype* data = SUNSparseMatrix_Data(matrix_);
    const bool by_column = SUNSparseMatrix_SparseType(matrix_) == CSC_MAT;
    const int outer_size = by_column ? columns(matrix_) : rows(matrix_);
    for (int outer = 0; outer < outer_size; ++outer) {
      for (sunindextype k = pointers[outer]; k < pointers[outer + 1]; ++k) {
        const int inner = static_cast<int>(indices[k]);
        by_column ? visit(inner, outer, data[k]) : visit(outer, inner, data[k]);
      }
    }
  }

  SUNMatrix matrix_ = nullptr;
  const std::vector<MatrixEntry>* list_ = nullptr;
};

}  // namespace ida_consistent_init::problem
