#include "pendulum_jacobian.h"

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "pendulum.h"

static void fill_sparse(SUNMatrix J, sunrealtype entries[5][5])
{
  sunindextype* pointers = SUNSparseMatrix_IndexPointers(J);
  sunindextype* indices = SUNSparseMatrix_IndexValues(J);
  sunrealtype* data = SUNSparseMatrix_Data(J);
  const int by_column = SUNSparseMatrix_SparseType(J) == CSC_MAT;
  sunindextype count = 0;
  for (int outer = 0; outer < 5; ++outer) {
    pointers[outer] = count;
    for (int inner = 0; inner < 5; ++inner) {
      const sunrealtype value = by_column ? entries[inner][outer] : entries[outer][inner];
      if (value == 0) continue;
      indices[count] = inner;
      data[count] = value;
      ++count;
    }
  }
  pointers[5] = count;
}

int pendulum_jacobian(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                      void* user_data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  const struct pendulum* pendulum = (const struct pendulum*)user_data;
  sunrealtype entries[5][5];
  (void)t, (void)yp, (void)rr, (void)tmp1, (void)tmp2, (void)tmp3;
  pendulum_jacobian_entries(pendulum->form, cj, N_VGetArrayPointer(yy), entries);
  if (SUNMatGetID(J) == SUNMATRIX_SPARSE) {
    fill_sparse(J, entries);
    return 0;
  }
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (SUNMatGetID(J) == SUNMATRIX_DENSE)
        SM_ELEMENT_D(J, i, j) = entries[i][j];
      else
        SM_ELEMENT_B(J, i, j) = entries[i][j];
    }
  }
  return 0;
}
