/* A program that knows nothing of this library makes the calls around IDACalcIC that programs make. The test runs it
   with the drop-in in front. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "../c_api/check.h"

/* What the program's error handler was told last. */
typedef struct
{
  int count, code;
  char text[2000];
} Told;

static void handler(int code, const char* module, const char* function, char* text, void* data)
{
  Told* told = data;
  (void)module;
  (void)function;
  ++told->count;
  told->code = code;
  strncpy(told->text, text, sizeof told->text - 1);
}

typedef struct
{
  SUNContext context;
  N_Vector y, yp, id;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void* ida_mem;
  Told told;
} Run;

static void begin(Run* run, IDAResFn residual, int size, const double* guess, const double* id)
{
  int j;
  memset(run, 0, sizeof *run);
  SUNContext_Create(NULL, &run->context);
  run->y = N_VNew_Serial(size, run->context);
  run->yp = N_VClone(run->y);
  run->id = N_VClone(run->y);
  N_VConst(0, run->yp);
  for (j = 0; j < size; ++j) {
    N_VGetArrayPointer(run->y)[j] = guess[j];
    N_VGetArrayPointer(run->id)[j] = id[j];
  }
  run->matrix = SUNDenseMatrix(size, size, run->context);
  run->solver = SUNLinSol_Dense(run->y, run->matrix, run->context);
  run->ida_mem = IDACreate(run->context);
  CHECK(IDAInit(run->ida_mem, residual, 0, run->y, run->yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(run->ida_mem, 1e-6, 1e-8) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(run->ida_mem, run->solver, run->matrix) == IDA_SUCCESS);
  CHECK(IDASetErrHandlerFn(run->ida_mem, handler, &run->told) == IDA_SUCCESS);
  CHECK(IDASetId(run->ida_mem, run->id) == IDA_SUCCESS);
}

static void end(Run* run)
{
  IDAFree(&run->ida_mem);
  CHECK(run->ida_mem == NULL);
  SUNLinSolFree(run->solver);
  SUNMatDestroy(run->matrix);
  N_VDestroy(run->id);
  N_VDestroy(run->yp);
  N_VDestroy(run->y);
  SUNContext_Free(&run->context);
}

/* Pendulum of index 2 (length 1, gravity 1): x, y, u, v, lambda. */
static int pendulum(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype *a = N_VGetArrayPointer(y), *b = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(r);
  (void)t;
  (void)user_data;
  f[0] = b[0] - a[2];
  f[1] = b[1] - a[3];
  f[2] = b[2] + a[4] * a[0];
  f[3] = b[3] + a[4] * a[1] + 1;
  f[4] = a[0] * a[2] + a[1] * a[3];
  return 0;
}

/* And a quantity that follows x. */
static int pendulum_with_follower(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype* a = N_VGetArrayPointer(y);
  N_VGetArrayPointer(r)[5] = N_VGetArrayPointer(yp)[5] + a[5] - a[0];
  return pendulum(t, y, yp, r, user_data);
}

static const double pendulum_id[] = {1, 1, 1, 1, 0, 1};

/* The guess moves by a multiple of the gradient of the constraint, which is that of the nearest point; the sixth
   component has no part in the constraint and stays as it is. */
static void held_components_move_only_where_they_must(void)
{
  const double guess[] = {0.6, -0.8, 1, 1, 0, 3};
  const sunrealtype* a;
  double multiple;
  Run run;
  begin(&run, pendulum_with_follower, 6, guess, pendulum_id);
  a = N_VGetArrayPointer(run.y);
  CHECK(IDACalcIC(run.ida_mem, IDA_YA_YDP_INIT, 1) == IDA_SUCCESS);
  CHECK(run.told.code == IDA_WARNING && run.told.count == 1);
  CHECK(strstr(run.told.text, "y[2] from 1 to") != NULL && strstr(run.told.text, "y[3] from 1 to") != NULL);
  CHECK(strstr(run.told.text, "y[5]") == NULL);
  CHECK_CLOSE(a[2], 1, 0); /* the program's vector is not IDA's */
  CHECK(IDAGetConsistentIC(run.ida_mem, run.y, run.yp) == IDA_SUCCESS);
  CHECK_CLOSE(a[0] * a[2] + a[1] * a[3], 0, 1e-10);
  multiple = (a[0] - guess[0]) / a[2];
  CHECK(fabs(multiple) > 0.01);
  CHECK_CLOSE(a[1] - guess[1], multiple * a[3], 1e-6);
  CHECK_CLOSE(a[2] - guess[2], multiple * a[0], 1e-6);
  CHECK_CLOSE(a[3] - guess[3], multiple * a[1], 1e-6);
  CHECK_CLOSE(a[5], 3, 0);
  end(&run);
}

static void integration_goes_on_after_a_new_start(void)
{
  const double guess[] = {0.6, -0.8, 0.8, 0.6, 0};
  const sunrealtype* a;
  sunrealtype t, energy;
  long int steps = -1, iterations = -1;
  int start;
  Run run;
  begin(&run, pendulum, 5, guess, pendulum_id);
  a = N_VGetArrayPointer(run.y);
  CHECK(IDASetMaxNonlinIters(run.ida_mem, 5) == IDA_SUCCESS);
  for (start = 0; start < 2; ++start) {
    CHECK(IDACalcIC(run.ida_mem, IDA_YA_YDP_INIT, start + 0.1) == IDA_SUCCESS);
    CHECK(IDAGetNumSteps(run.ida_mem, &steps) == IDA_SUCCESS && steps == 0);
    CHECK(IDASetId(run.ida_mem, run.id) == IDA_SUCCESS);
    CHECK(IDASetSuppressAlg(run.ida_mem, SUNTRUE) == IDA_SUCCESS);
    CHECK(IDAGetConsistentIC(run.ida_mem, run.y, run.yp) == IDA_SUCCESS);
    energy = (a[2] * a[2] + a[3] * a[3]) / 2 + a[1];
    CHECK(IDASolve(run.ida_mem, start + 1, &t, run.y, run.yp, IDA_NORMAL) == IDA_SUCCESS);
    CHECK_CLOSE((a[2] * a[2] + a[3] * a[3]) / 2 + a[1], energy, 1e-4);
    CHECK_CLOSE(a[0] * a[2] + a[1] * a[3], 0, 1e-6);
    CHECK(IDAGetNumSteps(run.ida_mem, &steps) == IDA_SUCCESS && steps > 0);
    CHECK(IDAGetNumNonlinSolvIters(run.ida_mem, &iterations) == IDA_SUCCESS && iterations > 0);
    CHECK(IDACalcIC(run.ida_mem, IDA_YA_YDP_INIT, 2) < 0); /* IDA has taken steps */
    N_VGetArrayPointer(run.y)[2] += 0.3;                   /* a kick */
    CHECK(IDAReInit(run.ida_mem, 1, run.y, run.yp) == IDA_SUCCESS);
  }
  end(&run);
}

/* y' = -y + z, 0 = z - 2 y + w, 0 = w - 1: of index 1. */
static int index_one(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype *a = N_VGetArrayPointer(y), *b = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(r);
  (void)t;
  (void)user_data;
  f[0] = b[0] + a[0] - a[1];
  f[1] = a[1] - 2 * a[0] + a[2];
  f[2] = a[2] - 1;
  return 0;
}

static void both_options_keep_their_meaning(void)
{
  const double guess[] = {3, 0, 0}, id[] = {1, 0, 0};
  const sunrealtype* a;
  sunrealtype* b;
  Run run;
  begin(&run, index_one, 3, guess, id);
  a = N_VGetArrayPointer(run.y);
  b = N_VGetArrayPointer(run.yp);
  CHECK(IDACalcIC(run.ida_mem, IDA_YA_YDP_INIT, 1) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(run.ida_mem, run.y, run.yp) == IDA_SUCCESS);
  CHECK_CLOSE(a[0], 3, 0);
  CHECK_CLOSE(a[1], 5, 1e-6);
  CHECK_CLOSE(b[0], 2, 1e-6);
  b[0] = 7;
  CHECK(IDAReInit(run.ida_mem, 0, run.y, run.yp) == IDA_SUCCESS);
  CHECK(IDACalcIC(run.ida_mem, IDA_Y_INIT, 1) == IDA_SUCCESS);
  CHECK(IDAGetConsistentIC(run.ida_mem, run.y, run.yp) == IDA_SUCCESS);
  CHECK_CLOSE(b[0], 7, 0);
  CHECK_CLOSE(a[0], 8, 1e-6);
  CHECK_CLOSE(a[1], 15, 1e-6);
  CHECK(run.told.count == 0);
  CHECK(IDACalcIC(run.ida_mem, 7, 1) == IDA_ILL_INPUT);
  CHECK(run.told.count == 1 && run.told.code == IDA_ILL_INPUT);
  end(&run);
}

/* 0 = y0^2 + 1, y1' = y0. */
static int without_solution(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const sunrealtype* a = N_VGetArrayPointer(y);
  sunrealtype* f = N_VGetArrayPointer(r);
  (void)t;
  (void)user_data;
  f[0] = a[0] * a[0] + 1;
  f[1] = N_VGetArrayPointer(yp)[1] - a[0];
  return 0;
}

static void failures_reach_the_error_handler_with_a_flag_of_ida(void)
{
  const double guess[] = {0.5, 0}, id[] = {0, 1};
  Run run;
  char* name;
  int flag;
  begin(&run, without_solution, 2, guess, id);
  flag = IDACalcIC(run.ida_mem, IDA_YA_YDP_INIT, 1);
  name = IDAGetReturnFlagName(flag);
  CHECK(flag < 0 && strcmp(name, "NONE") != 0);
  free(name);
  CHECK(run.told.count > 0 && run.told.code == flag);
  CHECK(strstr(run.told.text, "ida_consistent_init") != NULL);
  CHECK_CLOSE(N_VGetArrayPointer(run.y)[0], 0.5, 0);
  end(&run);
}

int main(void)
{
  held_components_move_only_where_they_must();
  integration_goes_on_after_a_new_start();
  both_options_keep_their_meaning();
  failures_reach_the_error_handler_with_a_flag_of_ida();
  return conclude_checks();
}
