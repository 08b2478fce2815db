/* The least a user writes: y1' = -y1 + y2, 0 = y2 - 2 y1 (index 1), started from inconsistent values. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype* v = N_VGetArrayPointer(y);
  (void)t;
  (void)user_data;
  N_VGetArrayPointer(r)[0] = N_VGetArrayPointer(yp)[0] + v[0] - v[1];
  N_VGetArrayPointer(r)[1] = v[1] - 2.0 * v[0];
  return 0;
}

/* Holds y1 and solves for y2 and y'. */
static int make_consistent(void* mem, N_Vector y, N_Vector yp, N_Vector fixed, SUNContext context)
{
  IDACIMem ci = IDACICreate(mem, residual, y, yp, context);
  int flag = IDACISetFixed(ci, fixed);
  if (flag == IDACI_SUCCESS) flag = IDACISolve(ci);
  if (flag != IDACI_SUCCESS) fprintf(stderr, "%s: %s\n", IDACIGetReturnFlagName(flag), IDACIGetLastMessage(ci));
  IDACIFree(&ci);
  return flag == IDACI_SUCCESS && ci == NULL;
}

/* IDA itself must accept the start: its first step from there succeeds. */
static int agrees(void* mem, N_Vector y, N_Vector yp)
{
  const sunrealtype* v = N_VGetArrayPointer(y);
  const sunrealtype* d = N_VGetArrayPointer(yp);
  sunrealtype reached = 0.0;
  const int consistent = v[0] == 1.5 && fabs(v[1] - 2.0 * v[0]) < 1e-8 && fabs(d[0] - 1.5) < 1e-8;
  printf("y1 = %.12g, y2 = %.12g, y1' = %.12g\n", v[0], v[1], d[0]);
  if (!consistent) return 0;
  return IDASolve(mem, 1e-3, &reached, y, yp, IDA_ONE_STEP) == IDA_SUCCESS && fabs(v[1] - 2.0 * v[0]) < 1e-6;
}

int main(void)
{
  SUNContext context = NULL;
  N_Vector y, yp, fixed;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void* mem;
  int passed;

  if (SUNContext_Create(NULL, &context) != 0) return 1;
  y = N_VNew_Serial(2, context);
  yp = N_VClone(y);
  fixed = N_VClone(y);
  N_VGetArrayPointer(y)[0] = 1.5;
  N_VGetArrayPointer(y)[1] = -7.0;
  N_VConst(0.0, yp);
  N_VGetArrayPointer(fixed)[0] = 1.0;
  N_VGetArrayPointer(fixed)[1] = 0.0;

  mem = IDACreate(context);
  matrix = SUNDenseMatrix(2, 2, context);
  solver = SUNLinSol_Dense(y, matrix, context);
  passed = IDAInit(mem, residual, 0.0, y, yp) == IDA_SUCCESS && IDASStolerances(mem, 1e-8, 1e-10) == IDA_SUCCESS &&
           IDASetLinearSolver(mem, solver, matrix) == IDA_SUCCESS && make_consistent(mem, y, yp, fixed, context) &&
           agrees(mem, y, yp);

  IDAFree(&mem);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(fixed);
  N_VDestroy(yp);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return passed ? 0 : 1;
}
