/* A pendulum in Cartesian coordinates (index 3) from a guess off its circle: consistent values, then IDA to t = 2. */
#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* Unknowns x, y, u = x', v = y' and the force lam along the rod. */
static int residual(sunrealtype t, N_Vector yy, N_Vector yyp, N_Vector rr, void* user_data)
{
  const sunrealtype* y = N_VGetArrayPointer(yy);
  const sunrealtype* yp = N_VGetArrayPointer(yyp);
  sunrealtype* r = N_VGetArrayPointer(rr);
  (void)t;
  (void)user_data;
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[0] * y[0] + y[1] * y[1] - 1;
  return 0;
}

static int report_failure(const char* call, int flag, IDACIMem ci)
{
  fprintf(stderr, "%s: %s\n%s\n", call, IDACIGetReturnFlagName(flag), IDACIGetLastMessage(ci));
  return 1;
}

int main(void)
{
  static const char* const variables[] = {"x", "y", "u", "v", "lam"};
  static const char* const equations[] = {"x_speed", "y_speed", "x_force", "y_force", "rod_length"};
  const double guess[5] = {0.8, -0.7, 0.3, 0.2, 0};
  SUNContext sunctx = NULL;
  if (SUNContext_Create(NULL, &sunctx) != 0) return 1;
  N_Vector y0 = N_VNew_Serial(5, sunctx);
  N_Vector yp0 = N_VClone(y0);
  for (int j = 0; j < 5; ++j) N_VGetArrayPointer(y0)[j] = guess[j];
  N_VConst(0, yp0);

  void* ida_mem = IDACreate(sunctx);
  int flag = IDACIPrepareVector(y0);
  if (flag == 0) flag = IDAInit(ida_mem, residual, 0, y0, yp0);
  if (flag == 0) flag = IDASStolerances(ida_mem, 1e-6, 1e-8);
  SUNMatrix A = SUNDenseMatrix(5, 5, sunctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y0, A, sunctx);
  if (flag == 0) flag = IDASetLinearSolver(ida_mem, LS, A);
  if (flag != 0) return 1;

  IDACIMem ci = IDACICreate(ida_mem, residual, y0, yp0, sunctx);
  IDACISetNames(ci, variables, equations);
  flag = IDACISolve(ci);
  if (flag != IDACI_SUCCESS) return report_failure("IDACISolve", flag, ci);
  IDACIWriteReport(ci, stdout, IDACI_REPORT_TEXT);

  flag = IDACIAttachErrorControl(ci);
  if (flag != IDACI_SUCCESS) return report_failure("IDACIAttachErrorControl", flag, ci);
  sunrealtype t = 0;
  flag = IDASolve(ida_mem, 2, &t, y0, yp0, IDA_NORMAL);

  const sunrealtype* y = N_VGetArrayPointer(y0);
  const double off_circle = fabs(y[0] * y[0] + y[1] * y[1] - 1);
  printf("t = %g: x = %.6f, y = %.6f, off the circle by %.1e\n", t, y[0], y[1], off_circle);

  IDAFree(&ida_mem);
  IDACIFree(&ci);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(yp0);
  N_VDestroy(y0);
  SUNContext_Free(&sunctx);
  return flag == IDA_SUCCESS && off_circle < 1e-5 ? 0 : 1;
}
