/* The pendulum from an inconsistent guess, through the C interface, in all three forms, without a Jacobian and with one
   of every matrix kind; against tests/data/pendulum_index{3,2,1}.json. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "check.h"
#include "pendulum.h"
#include "pendulum_jacobian.h"

static const double guess[5] = {0.8, -0.7, 0.3, 0.2, 0};

struct expectation
{
  int form, index;
  long dof;
  double fixed[5];
  double variable_index[5];
  double y[5], yp[5];
};

static const struct expectation expectations[3] = {
    {3,
     3,
     2,
     {0, 0, 0, 0, 0},
     {1, 1, 2, 2, 3},
     {0.75257669470687783419, -0.65850460786851810492, 0.22920353982300884956, 0.26194690265486725664,
      6.5810806456680387155},
     {0.22920353982300884956, 0.26194690265486725664, -4.9527679199162580314, -5.4763280700732742225,
      -7.7090973451327433628}},
    {2,
     2,
     3,
     {1, 1, 0, 0, 0},
     {1, 1, 1, 1, 2},
     {0.8, -0.7, 0.22920353982300884956, 0.26194690265486725664, 6.1842039313963505365},
     {0.22920353982300884956, 0.26194690265486725664, -4.9473631451170804292, -5.4810572480225546245,
      -6.8222100399404808521}},
    {1,
     1,
     4,
     {1, 1, 1, 1, 0},
     {0, 0, 0, 0, 1},
     {0.8, -0.7, 0.3, 0.2, 6.1920353982300884956},
     {0.3, 0.2, -4.9536283185840707965, -5.4755752212389380531, -7.4007204949487038922}}};

static N_Vector vector_of(const double* values, SUNContext context)
{
  N_Vector vector = N_VNew_Serial(5, context);
  memcpy(N_VGetArrayPointer(vector), values, 5 * sizeof(double));
  return vector;
}

/* The offsets found are accepted as given, and their sums differ by the degrees of freedom. */
static void check_offsets(IDACIMem ci, long int dof, N_Vector y)
{
  N_Vector c = N_VClone(y), d = N_VClone(y);
  CHECK(IDACIGetOffsets(ci, c, d) == IDACI_SUCCESS);
  CHECK(N_VL1Norm(d) - N_VL1Norm(c) == (sunrealtype)dof);
  CHECK(IDACIGetOffsets(ci, NULL, d) == IDACI_MEM_NULL);
  CHECK(IDACISetOffsets(ci, c, d) == IDACI_SUCCESS);
  CHECK(IDACISetOffsets(ci, NULL, NULL) == IDACI_SUCCESS);
  N_VDestroy(c);
  N_VDestroy(d);
}

static void check_results(IDACIMem ci, const struct expectation* expected, N_Vector y, N_Vector yp)
{
  int index = -1;
  long int dof = -1;
  sunrealtype explicit_norm = 1, hidden_norm = 1;
  IDACIMethod method = IDACI_AUTO;
  N_Vector numbers = N_VClone(y);
  CHECK(IDACIGetIndex(ci, &index) == IDACI_SUCCESS && index == expected->index);
  CHECK(IDACIGetDegreesOfFreedom(ci, &dof) == IDACI_SUCCESS && dof == expected->dof);
  CHECK(IDACIGetMethodUsed(ci, &method) == IDACI_SUCCESS && method == IDACI_STEP_BY_STEP);
  CHECK(IDACIGetResidualNorms(ci, &explicit_norm, &hidden_norm) == IDACI_SUCCESS);
  CHECK(explicit_norm < 1e-11 && hidden_norm < 1e-8);
  CHECK(IDACIGetVariableIndex(ci, numbers) == IDACI_SUCCESS);
  for (int j = 0; j < 5; ++j) CHECK(N_VGetArrayPointer(numbers)[j] == expected->variable_index[j]);
  check_offsets(ci, dof, y);
  for (int j = 0; j < 5; ++j) {
    CHECK_CLOSE(N_VGetArrayPointer(y)[j], expected->y[j], 1e-9);
    CHECK_CLOSE(N_VGetArrayPointer(yp)[j], expected->yp[j], j < 4 ? 1e-9 : 1e-6);
  }
  CHECK(IDACIGetDerivative(ci, 1, numbers) == IDACI_SUCCESS);
  CHECK_CLOSE(N_VGetArrayPointer(numbers)[4], expected->yp[4], 1e-6);
  CHECK(IDACIGetDerivative(ci, 9, numbers) == IDACI_SUCCESS && isnan(N_VGetArrayPointer(numbers)[0]));
  CHECK(IDACIGetDerivativesDetermined(ci, numbers) == IDACI_SUCCESS && N_VGetArrayPointer(numbers)[4] == 1);
  CHECK(IDACIGetDetermined(ci, numbers) == IDACI_SUCCESS && N_VGetArrayPointer(numbers)[4] == 1);
  N_VDestroy(numbers);
}

/* The error estimates are no smaller than a tenth of the true errors, apart from round-off. */
static void check_error_estimates(IDACIMem ci, const struct expectation* expected, N_Vector y, N_Vector yp)
{
  N_Vector ey = N_VClone(y), eyp = N_VClone(y);
  CHECK(IDACIGetErrorEstimate(ci, ey, eyp) == IDACI_SUCCESS);
  for (int j = 0; j < 5; ++j) {
    CHECK(fabs(N_VGetArrayPointer(y)[j] - expected->y[j]) <= 10 * N_VGetArrayPointer(ey)[j] + 1e-12);
    CHECK(fabs(N_VGetArrayPointer(yp)[j] - expected->yp[j]) <= 10 * N_VGetArrayPointer(eyp)[j] + 1e-12);
  }
  N_VDestroy(ey);
  N_VDestroy(eyp);
}

static sunrealtype* data_of(SUNMatrix J)
{
  switch (SUNMatGetID(J)) {
    case SUNMATRIX_DENSE:
      return SUNDenseMatrix_Data(J);
    case SUNMATRIX_BAND:
      return SUNBandMatrix_Data(J);
    default:
      return SUNSparseMatrix_Data(J);
  }
}

static void solve_form(const struct expectation* expected, SUNMatrix J, SUNContext context)
{
  static const double zeros[5] = {0, 0, 0, 0, 0};
  struct pendulum pendulum = {expected->form, 0, -1};
  N_Vector y = vector_of(guess, context), yp = vector_of(zeros, context), fixed = vector_of(expected->fixed, context);
  IDACIMem ci = IDACICreate(NULL, pendulum_residual, y, yp, context);
  CHECK(IDACISetUserData(ci, &pendulum) == IDACI_SUCCESS);
  CHECK(IDACISetFixed(ci, fixed) == IDACI_SUCCESS);
  if (J != NULL) {
    data_of(J)[0] = 1234.5;
    CHECK(IDACISetJacFn(ci, pendulum_jacobian, J) == IDACI_SUCCESS);
  }
  CHECK(IDACICheck(ci) == IDACI_INCONSISTENT);
  CHECK(memcmp(N_VGetArrayPointer(y), guess, sizeof guess) == 0);
  CHECK(IDACISolve(ci) == IDACI_SUCCESS);
  check_results(ci, expected, y, yp);
  check_error_estimates(ci, expected, y, yp);
  CHECK(IDACICheck(ci) == IDACI_SUCCESS);
  if (J != NULL) CHECK(data_of(J)[0] == 1234.5); /* the caller's matrix is not written to */
  IDACIFree(&ci);
  CHECK(ci == NULL);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(fixed);
}

int main(void)
{
  SUNContext context;
  if (SUNContext_Create(NULL, &context) != 0) return 1;
  SUNMatrix matrices[5] = {NULL, SUNDenseMatrix(5, 5, context), SUNBandMatrix(5, 4, 4, context),
                           SUNSparseMatrix(5, 5, 25, CSC_MAT, context), SUNSparseMatrix(5, 5, 25, CSR_MAT, context)};
  for (int form = 0; form < 3; ++form) {
    for (int kind = 0; kind < 5; ++kind) solve_form(&expectations[form], matrices[kind], context);
  }
  for (int kind = 1; kind < 5; ++kind) SUNMatDestroy(matrices[kind]);
  SUNContext_Free(&context);
  return conclude_checks();
}
