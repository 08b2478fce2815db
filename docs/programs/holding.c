/* What is held and what follows: c' + q' = 0 with q = 2 c from (c, q) = (1, 0), in four ways. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>

static int residual(sunrealtype t, N_Vector yy, N_Vector yyp, N_Vector rr, void* user_data)
{
  const sunrealtype* y = N_VGetArrayPointer(yy);
  const sunrealtype* yp = N_VGetArrayPointer(yyp);
  (void)t;
  (void)user_data;
  N_VGetArrayPointer(rr)[0] = yp[0] + yp[1];
  N_VGetArrayPointer(rr)[1] = y[1] - 2 * y[0];
  return 0;
}

static int keep_the_sum(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data)
{
  (void)t;
  (void)yp;
  (void)user_data;
  b[0] = N_VGetArrayPointer(y)[0] + N_VGetArrayPointer(y)[1] - 1;
  return 0;
}

static void set(N_Vector v, double first, double second)
{
  N_VGetArrayPointer(v)[0] = first;
  N_VGetArrayPointer(v)[1] = second;
}

/* Solves from the guess; 0 if that leads to (c, q). */
static int leads_to(IDACIMem ci, N_Vector y0, N_Vector yp0, double c, double q)
{
  set(y0, 1, 0);
  set(yp0, 0, 0);
  const int flag = IDACISolve(ci);
  const sunrealtype* y = N_VGetArrayPointer(y0);
  printf("%s: c = %g, q = %g\n", IDACIGetReturnFlagName(flag), y[0], y[1]);
  if (flag != IDACI_SUCCESS) return 1;
  return fabs(y[0] - c) < 1e-9 && fabs(y[1] - q) < 1e-9 ? 0 : 1;
}

int main(void)
{
  SUNContext sunctx = NULL;
  if (SUNContext_Create(NULL, &sunctx) != 0) return 1;
  N_Vector y0 = N_VNew_Serial(2, sunctx), yp0 = N_VClone(y0), mask = N_VClone(y0), weights = N_VClone(y0);
  IDACIMem ci = IDACICreate(NULL, residual, y0, yp0, sunctx);
  int wrong = 0;

  /* Nothing is held: the nearest point of the line q = 2 c. */
  wrong += leads_to(ci, y0, yp0, 0.2, 0.4);

  /* c is known. */
  set(mask, 1, 0);
  IDACISetFixed(ci, mask);
  wrong += leads_to(ci, y0, yp0, 1, 2);
  IDACISetFixed(ci, NULL);

  /* c is nearly known: a change of c counts as much as ten times that change of q. */
  set(weights, 10, 1);
  IDACISetWeights(ci, weights);
  wrong += leads_to(ci, y0, yp0, 100.0 / 104, 200.0 / 104);
  IDACISetWeights(ci, NULL);

  /* The sum of both is conserved. */
  IDACISetConditions(ci, 1, keep_the_sum);
  wrong += leads_to(ci, y0, yp0, 1.0 / 3, 2.0 / 3);

  IDACIFree(&ci);
  N_VDestroy(weights);
  N_VDestroy(mask);
  N_VDestroy(yp0);
  N_VDestroy(y0);
  SUNContext_Free(&sunctx);
  return wrong;
}
