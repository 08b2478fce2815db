#pragma once
#include <sundials/sundials_matrix.h>

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

/// The entries a matrix can hold: all of a dense one, the band of a band one, the stored ones of a sparse one
/// (explicit zeros included).
std::vector<MatrixEntry> stored_entries(SUNMatrix matrix);
/// The same into memory that is there already.
void store_entries(SUNMatrix matrix, std::vector<MatrixEntry>& entries);

}  // namespace ida_consistent_init::problem
