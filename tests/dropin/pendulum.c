/* A program that knows nothing of this library: the pendulum in its index-3 form, from a guess that lies off the circle
   and moves off its tangent. It lets IDACalcIC correct the guess, integrates, and judges the answer by the equation of
   the angle, which it integrates on its own. Ends with 0, or with the number of the part that failed. */
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum
{
  X,
  Y,
  U,
  V,
  LAMBDA,
  SIZE
};
enum
{
  RIGHT,
  NO_SET_UP,
  NO_INITIAL_VALUES,
  NO_INTEGRATION,
  WRONG_ANSWER
};

static const double gravity = 9.81;
static const double end_time = 1.0;

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype *a = N_VGetArrayPointer(y), *b = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(r);
  (void)t;
  (void)user_data;
  f[0] = b[X] - a[U];
  f[1] = b[Y] - a[V];
  f[2] = b[U] + a[LAMBDA] * a[X];
  f[3] = b[V] + a[LAMBDA] * a[Y] + gravity;
  f[4] = a[X] * a[X] + a[Y] * a[Y] - 1;
  return 0;
}

/* angle'' = -gravity sin(angle), by the classical Runge-Kutta method. */
static double angle_at_end(double angle, double rate)
{
  const int steps = 20000;
  const double h = end_time / steps;
  int i;
  for (i = 0; i < steps; ++i) {
    const double a1 = rate, r1 = -gravity * sin(angle);
    const double a2 = rate + h / 2 * r1, r2 = -gravity * sin(angle + h / 2 * a1);
    const double a3 = rate + h / 2 * r2, r3 = -gravity * sin(angle + h / 2 * a2);
    const double a4 = rate + h * r3, r4 = -gravity * sin(angle + h * a3);
    angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    rate += h / 6 * (r1 + 2 * r2 + 2 * r3 + r4);
  }
  return angle;
}

/* The nearest point of the circle and the nearest tangential velocity. */
static double right_angle(const double* guess)
{
  const double angle = atan2(guess[X], -guess[Y]);
  return angle_at_end(angle, guess[U] * cos(angle) + guess[V] * sin(angle));
}

static int solve(void* ida_mem, N_Vector y, N_Vector yp, double angle)
{
  const sunrealtype* a = N_VGetArrayPointer(y);
  sunrealtype t;
  long int steps;
  double error;
  int flag = IDACalcIC(ida_mem, IDA_YA_YDP_INIT, 0.1);
  if (flag < 0) return NO_INITIAL_VALUES;
  if (IDAGetConsistentIC(ida_mem, y, yp) < 0) return NO_INITIAL_VALUES;
  printf("start %.10f %.10f %.10f %.10f %.10f\n", a[X], a[Y], a[U], a[V], a[LAMBDA]);
  if (IDASolve(ida_mem, end_time, &t, y, yp, IDA_NORMAL) < 0) return NO_INTEGRATION;
  IDAGetNumSteps(ida_mem, &steps);
  error = fabs(a[X] - sin(angle)) + fabs(a[Y] + cos(angle));
  printf("end %.10f %.10f, error %.2e, %ld steps\n", a[X], a[Y], error, steps);
  return error < 1e-4 ? RIGHT : WRONG_ANSWER;
}

int main(void)
{
  const double guess[SIZE] = {0.5, -0.9, 0.7, 0.2, 0};
  SUNContext context;
  N_Vector y, yp, id;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void* ida_mem;
  int i, outcome = NO_SET_UP;
  if (SUNContext_Create(NULL, &context) != 0) return NO_SET_UP;
  y = N_VNew_Serial(SIZE, context);
  yp = N_VClone(y);
  id = N_VClone(y);
  N_VConst(0, yp);
  N_VConst(1, id);
  N_VGetArrayPointer(id)[LAMBDA] = 0;
  for (i = 0; i < SIZE; ++i) N_VGetArrayPointer(y)[i] = guess[i];
  matrix = SUNDenseMatrix(SIZE, SIZE, context);
  solver = SUNLinSol_Dense(y, matrix, context);
  ida_mem = IDACreate(context);
  if (IDAInit(ida_mem, residual, 0, y, yp) == 0 && IDASStolerances(ida_mem, 1e-6, 1e-8) == 0 &&
      IDASetLinearSolver(ida_mem, solver, matrix) == 0 && IDASetId(ida_mem, id) == 0) {
    outcome = solve(ida_mem, y, yp, right_angle(guess));
  }
  IDAFree(&ida_mem);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(id);
  N_VDestroy(yp);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return outcome;
}
