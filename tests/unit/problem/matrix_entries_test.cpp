#include "ida_consistent_init/problem/matrix_entries.hpp"

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <boost/test/unit_test.hpp>
#include <map>
#include <utility>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using support::MatrixHandle;
using Entries = std::map<std::pair<int, int>, double>;

namespace {

Entries entries_of(const MatrixHandle& matrix)
{
  Entries entries;
  const problem::MatrixEntries view(matrix.get());
  const std::vector<problem::MatrixEntry> list = view.list();
  BOOST_TEST(list.size() <= view.count());
  for (const problem::MatrixEntry& entry : list) entries[{entry.row, entry.column}] = entry.value;
  BOOST_TEST(entries.size() == list.size());
  return entries;
}

/// [ 1 2 0 ]
/// [ 0 3 4 ]   with the zero at (2, 1) stored
/// [ 0 0 5 ]
const Entries upper_bidiagonal{{{0, 0}, 1}, {{0, 1}, 2}, {{1, 1}, 3}, {{1, 2}, 4}, {{2, 1}, 0}, {{2, 2}, 5}};

}  // namespace

BOOST_AUTO_TEST_SUITE(matrix_entries)

BOOST_AUTO_TEST_CASE(a_dense_matrix_stores_every_entry)
{
  const test::Context context;
  const MatrixHandle matrix(SUNDenseMatrix(2, 3, context.get()));
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) SM_ELEMENT_D(matrix.get(), i, j) = 10 * i + j;
  }
  const Entries expected{{{0, 0}, 0}, {{0, 1}, 1}, {{0, 2}, 2}, {{1, 0}, 10}, {{1, 1}, 11}, {{1, 2}, 12}};
  BOOST_TEST((entries_of(matrix) == expected));
  BOOST_TEST(problem::rows(matrix.get()) == 2);
  BOOST_TEST(problem::columns(matrix.get()) == 3);
}

BOOST_AUTO_TEST_CASE(a_band_matrix_stores_its_band_inside_the_matrix)
{
  const test::Context context;
  const MatrixHandle matrix(SUNBandMatrix(4, 1, 2, context.get()));
  SUNMatZero(matrix.get());
  Entries expected;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (j - i > 1 || i - j > 2) continue;
      SM_ELEMENT_B(matrix.get(), i, j) = 10 * i + j + 1;
      expected[{i, j}] = 10 * i + j + 1;
    }
  }
  BOOST_TEST((entries_of(matrix) == expected));
  BOOST_TEST(problem::rows(matrix.get()) == 4);
  BOOST_TEST(problem::columns(matrix.get()) == 4);
}

BOOST_AUTO_TEST_CASE(sparse_matrices_of_both_kinds_keep_stored_zeros)
{
  const test::Context context;
  const MatrixHandle by_column(SUNSparseMatrix(3, 3, 6, CSC_MAT, context.get()));
  const MatrixHandle by_row(SUNSparseMatrix(3, 3, 6, CSR_MAT, context.get()));
  const sunindextype column_pointers[] = {0, 1, 4, 6}, rows[] = {0, 0, 1, 2, 1, 2};
  const double column_values[] = {1, 2, 3, 0, 4, 5};
  const sunindextype row_pointers[] = {0, 2, 4, 6}, columns[] = {0, 1, 1, 2, 1, 2};
  const double row_values[] = {1, 2, 3, 4, 0, 5};
  for (int k = 0; k < 6; ++k) {
    SUNSparseMatrix_IndexValues(by_column.get())[k] = rows[k];
    SUNSparseMatrix_Data(by_column.get())[k] = column_values[k];
    SUNSparseMatrix_IndexValues(by_row.get())[k] = columns[k];
    SUNSparseMatrix_Data(by_row.get())[k] = row_values[k];
  }
  for (int k = 0; k < 4; ++k) {
    SUNSparseMatrix_IndexPointers(by_column.get())[k] = column_pointers[k];
    SUNSparseMatrix_IndexPointers(by_row.get())[k] = row_pointers[k];
  }
  BOOST_TEST((entries_of(by_column) == upper_bidiagonal));
  BOOST_TEST((entries_of(by_row) == upper_bidiagonal));
}

BOOST_AUTO_TEST_CASE(other_kinds_of_matrices_are_told_apart)
{
  const test::Context context;
  const MatrixHandle dense(SUNDenseMatrix(1, 1, context.get()));
  BOOST_TEST(problem::is_supported_matrix(dense.get()));
  const MatrixHandle custom(SUNMatNewEmpty(context.get()));
  custom->ops->getid = [](SUNMatrix) {
    return SUNMATRIX_CUSTOM;
  };
  BOOST_TEST(!problem::is_supported_matrix(custom.get()));
}

BOOST_AUTO_TEST_SUITE_END()
