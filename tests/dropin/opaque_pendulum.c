/* The pendulum of index 2 with vectors of the program's own kind, which hand out no pointer to their elements, and a
   Krylov solver, as in programs that run on many processors. The guess breaks the constraint of the velocities:
   IDACalcIC of IDA fails. Ends with 0 if it succeeds, keeps the velocity across the rod, takes away the one along it,
   and IDA arrives with the energy of that start. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_spgmr.h>

enum
{
  N = 5 /* x, y, u, v, lambda */
};

static const double GRAVITY = 9.81, END = 1, ACROSS = 0.5, BOUND = 1e-4;

static N_Vector_ID own_kind(N_Vector vector)
{
  (void)vector;
  return SUNDIALS_NVEC_CUSTOM;
}

static N_Vector make_vector(const double* values, SUNContext context)
{
  N_Vector vector = N_VNew_Serial(N, context);
  for (int j = 0; j < N; ++j) NV_Ith_S(vector, j) = values[j];
  vector->ops->nvgetvectorid = own_kind;
  vector->ops->nvgetarraypointer = NULL;
  vector->ops->nvsetarraypointer = NULL;
  vector->ops->nvcompare = NULL; /* deal.II's has none either */
  return vector;
}

static int residual(sunrealtype t, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* data)
{
  const double *y = NV_DATA_S(y_vector), *yp = NV_DATA_S(yp_vector);
  double* r = NV_DATA_S(r_vector);
  (void)t;
  (void)data;
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + GRAVITY;
  r[4] = y[0] * y[2] + y[1] * y[3];
  return 0;
}

static double energy(const double* y)
{
  return (y[2] * y[2] + y[3] * y[3]) / 2 + GRAVITY * y[1];
}

static int run(void* ida, N_Vector y, N_Vector yp, N_Vector id, SUNLinearSolver solver)
{
  double* values = NV_DATA_S(y);
  sunrealtype t = 0;
  if (IDAInit(ida, residual, 0, y, yp) || IDASStolerances(ida, 1e-8, 1e-8) || IDASetId(ida, id)) return 2;
  if (IDASetSuppressAlg(ida, 1) || IDASetLinearSolver(ida, solver, NULL)) return 2;
  if (IDACalcIC(ida, IDA_YA_YDP_INIT, 0.1)) return 1;
  if (IDAGetConsistentIC(ida, y, yp)) return 2;
  printf("start: u = %.12g, v = %.12g, lambda = %.12g\n", values[2], values[3], values[4]);
  if (fabs(values[2]) > BOUND || fabs(values[3] - ACROSS) > BOUND) return 1;
  if (fabs(values[4] - ACROSS * ACROSS) > BOUND) return 1;
  if (IDASolve(ida, END, &t, y, yp, IDA_NORMAL) < 0) return 1;
  printf("end: energy off by %.2e\n", energy(values) - ACROSS * ACROSS / 2);
  return fabs(energy(values) - ACROSS * ACROSS / 2) > BOUND;
}

int main(void)
{
  const double guess[N] = {1, 0, 0.3, 0.5, 0}, zero[N] = {0}, states[N] = {1, 1, 1, 1, 0};
  SUNContext context = NULL;
  if (SUNContext_Create(NULL, &context)) return 2;
  N_Vector y = make_vector(guess, context), yp = make_vector(zero, context), id = make_vector(states, context);
  SUNLinearSolver solver = SUNLinSol_SPGMR(y, SUN_PREC_NONE, N, context);
  void* ida = IDACreate(context);
  const int result = run(ida, y, yp, id, solver);
  IDAFree(&ida);
  SUNLinSolFree(solver);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(id);
  SUNContext_Free(&context);
  return result;
}
