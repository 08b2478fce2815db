/* Every kind of bad input: the right flag, a message that names the culprits, and nothing lost: the caller's vectors
   and IDA's memory keep every byte. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <malloc.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "check.h"
#include "pendulum.h"
#include "pendulum_jacobian.h"

static const char* const variable_names[5] = {"x", "y", "u", "v", "lam"};
static const char* const equation_names[5] = {"kinematics_x", "kinematics_y", "force_x", "force_y", "rod_length"};

/* A pendulum in IDA memory with an inconsistent guess, and a handle on it. */
struct set_up
{
  struct pendulum pendulum;
  SUNContext context;
  N_Vector y, yp, flags;
  SUNMatrix A;
  SUNLinearSolver LS;
  void* ida_mem;
  IDACIMem ci;
};

static void begin(struct set_up* s, IDAResFn residual)
{
  const double guess[5] = {0.8, -0.7, 0.3, 0.2, 0};
  s->pendulum.form = 3;
  s->pendulum.answer = 0;
  s->pendulum.spoil_equation = -1;
  SUNContext_Create(NULL, &s->context);
  s->y = N_VNew_Serial(5, s->context);
  s->yp = N_VClone(s->y);
  s->flags = N_VClone(s->y);
  memcpy(N_VGetArrayPointer(s->y), guess, sizeof guess);
  N_VConst(0, s->yp);
  N_VConst(0, s->flags);
  s->ida_mem = IDACreate(s->context);
  IDAInit(s->ida_mem, residual, 0, s->y, s->yp);
  IDASStolerances(s->ida_mem, 1e-6, 1e-6);
  IDASetUserData(s->ida_mem, &s->pendulum);
  s->A = SUNDenseMatrix(5, 5, s->context);
  s->LS = SUNLinSol_Dense(s->y, s->A, s->context);
  IDASetLinearSolver(s->ida_mem, s->LS, s->A);
  s->ci = IDACICreate(s->ida_mem, residual, s->y, s->yp, s->context);
  CHECK(s->ci != NULL);
  CHECK(IDACISetNames(s->ci, variable_names, equation_names) == IDACI_SUCCESS);
}

static void end(struct set_up* s)
{
  IDACIFree(&s->ci);
  IDAFree(&s->ida_mem);
  SUNLinSolFree(s->LS);
  SUNMatDestroy(s->A);
  N_VDestroy(s->y);
  N_VDestroy(s->yp);
  N_VDestroy(s->flags);
  SUNContext_Free(&s->context);
}

/* IDACISolve must answer with this flag and text and leave everything as it was. */
static void expect_failure(struct set_up* s, int flag, const char* text)
{
  const size_t bytes = malloc_usable_size(s->ida_mem);
  char* memory_before = malloc(bytes);
  double y_before[5], yp_before[5];
  memcpy(memory_before, s->ida_mem, bytes);
  memcpy(y_before, N_VGetArrayPointer(s->y), sizeof y_before);
  memcpy(yp_before, N_VGetArrayPointer(s->yp), sizeof yp_before);
  const int answer = IDACISolve(s->ci);
  if (answer != flag) fprintf(stderr, "expected %s\n", IDACIGetReturnFlagName(flag));
  CHECK(answer == flag);
  CHECK_MESSAGE(s->ci, text);
  CHECK(memcmp(memory_before, s->ida_mem, bytes) == 0);
  CHECK(memcmp(y_before, N_VGetArrayPointer(s->y), sizeof y_before) == 0);
  CHECK(memcmp(yp_before, N_VGetArrayPointer(s->yp), sizeof yp_before) == 0);
  free(memory_before);
}

static void null_arguments(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  CHECK(IDACICreate(NULL, NULL, s.y, s.yp, s.context) == NULL);
  CHECK(IDACICreate(NULL, pendulum_residual, NULL, s.yp, s.context) == NULL);
  CHECK(IDACICreate(NULL, pendulum_residual, s.y, NULL, s.context) == NULL);
  CHECK(IDACICreate(NULL, pendulum_residual, s.y, s.yp, NULL) == NULL);
  CHECK(IDACISolve(NULL) == IDACI_MEM_NULL);
  CHECK(IDACICheck(NULL) == IDACI_MEM_NULL);
  CHECK(IDACIProject(NULL, 0, s.y, s.yp) == IDACI_MEM_NULL);
  CHECK(IDACISetFixed(NULL, s.flags) == IDACI_MEM_NULL);
  CHECK(IDACIGetIndex(NULL, NULL) == IDACI_MEM_NULL);
  CHECK(IDACIAttachErrorControl(NULL) == IDACI_MEM_NULL);
  CHECK(IDACIProject(s.ci, 0, NULL, s.yp) == IDACI_MEM_NULL);
  CHECK(IDACIWriteReport(s.ci, NULL, IDACI_REPORT_TEXT) == IDACI_MEM_NULL);
  CHECK(IDACISetJacFn(s.ci, pendulum_jacobian, NULL) == IDACI_MEM_NULL);
  CHECK(IDACIGetLastMessage(NULL) != NULL);
  IDACIFree(NULL);
  end(&s);
}

static void arguments_out_of_range(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  N_Vector short_vector = N_VNew_Serial(4, s.context);
  SUNMatrix small_matrix = SUNDenseMatrix(4, 4, s.context);
  int index = 0;
  CHECK(IDACICreate(NULL, pendulum_residual, s.y, short_vector, s.context) == NULL);
  CHECK(IDACISetFixed(s.ci, short_vector) == IDACI_ILL_INPUT);
  CHECK_MESSAGE(s.ci, "length 4");
  CHECK(IDACISetWeights(s.ci, short_vector) == IDACI_ILL_INPUT);
  CHECK(IDACISetJacFn(s.ci, pendulum_jacobian, small_matrix) == IDACI_ILL_INPUT);
  CHECK(IDACISetSparsity(s.ci, small_matrix) == IDACI_ILL_INPUT);
  CHECK(IDACISetWeights(s.ci, s.flags) == IDACI_ILL_INPUT);
  CHECK_MESSAGE(s.ci, "x");
  N_VGetArrayPointer(s.flags)[2] = 0.5;
  CHECK(IDACISetFixed(s.ci, s.flags) == IDACI_ILL_INPUT);
  CHECK_MESSAGE(s.ci, "u");
  CHECK(IDACISetConstraints(s.ci, s.flags) == IDACI_ILL_INPUT);
  CHECK(IDACISetDifferenceOrder(s.ci, 9) == IDACI_ILL_INPUT);
  CHECK(IDACISetTolerances(s.ci, 1e-8, 0) == IDACI_ILL_INPUT);
  CHECK(IDACISetMaxIters(s.ci, 0) == IDACI_ILL_INPUT);
  CHECK(IDACISetEulerStart(s.ci, -0.1) == IDACI_ILL_INPUT);
  CHECK(IDACISetMaxIndex(s.ci, 0) == IDACI_ILL_INPUT);
  CHECK(IDACISetInitialTime(s.ci, NAN) == IDACI_ILL_INPUT);
  CHECK(IDACISetMethod(s.ci, (IDACIMethod)7) == IDACI_ILL_INPUT);
  CHECK(IDACISetDifferenceKind(s.ci, (IDACIDifferenceKind)7) == IDACI_ILL_INPUT);
  CHECK(IDACIGetIndex(s.ci, &index) == IDACI_ILL_INPUT);
  CHECK(IDACIGetConsistentIC(s.ci, s.y, s.yp) == IDACI_ILL_INPUT);
  N_VDestroy(short_vector);
  N_Vector without_memory = N_VNewEmpty_Serial(5, s.context);
  CHECK(IDACISetWeights(s.ci, without_memory) == IDACI_MEM_NULL);
  CHECK(IDACIProject(s.ci, 0, without_memory, s.yp) == IDACI_MEM_NULL);
  CHECK_MESSAGE(s.ci, "no memory");
  N_VDestroy(without_memory);
  SUNMatDestroy(small_matrix);
  end(&s);
}

static void guess_not_finite(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  N_VGetArrayPointer(s.y)[3] = NAN;
  expect_failure(&s, IDACI_ILL_INPUT, "guess for v ");
  N_VGetArrayPointer(s.y)[3] = 0.2;
  N_VGetArrayPointer(s.yp)[1] = INFINITY;
  expect_failure(&s, IDACI_ILL_INPUT, "guess for y' ");
  end(&s);
}

static void residual_fails(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  s.pendulum.answer = -1;
  expect_failure(&s, IDACI_RES_FAIL, "returned -1");
  s.pendulum.answer = 1;
  expect_failure(&s, IDACI_RES_FAIL, "recoverable");
  s.pendulum.answer = 0;
  s.pendulum.spoil_equation = 3;
  expect_failure(&s, IDACI_RES_NOT_FINITE, "force_y");
  end(&s);
}

static void contradictory_held_values(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  N_VGetArrayPointer(s.flags)[0] = 1;
  N_VGetArrayPointer(s.flags)[1] = 1;
  CHECK(IDACISetFixed(s.ci, s.flags) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_OVERDETERMINED, "x, y held");
  CHECK_MESSAGE(s.ci, "rod_length");
  /* On the circle the same two may be held. */
  N_VGetArrayPointer(s.y)[0] = 0.6;
  N_VGetArrayPointer(s.y)[1] = -0.8;
  CHECK(IDACISolve(s.ci) == IDACI_SUCCESS);
  CHECK(N_VGetArrayPointer(s.y)[0] == 0.6 && N_VGetArrayPointer(s.y)[1] == -0.8);
  end(&s);
}

/* The multiplier is left out of the forces, so nothing determines it. */
static int residual_without_multiplier(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void* user_data)
{
  const int answer = pendulum_residual(t, yy, yp, rr, user_data);
  sunrealtype* r = N_VGetArrayPointer(rr);
  const sunrealtype* p = N_VGetArrayPointer(yp);
  r[2] = p[2];
  r[3] = p[3] + PENDULUM_GRAVITY;
  return answer;
}

static void structurally_singular(void)
{
  struct set_up s;
  begin(&s, residual_without_multiplier);
  expect_failure(&s, IDACI_STRUCTURALLY_SINGULAR, "lam occur in no equation");
  CHECK_MESSAGE(s.ci, "rod_length");
  end(&s);
}

static void index_out_of_reach(void)
{
  struct set_up s;
  int index = 0;
  begin(&s, pendulum_residual);
  CHECK(IDACISetMaxIndex(s.ci, 2) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_INDEX_TOO_HIGH, "index is 3");
  CHECK(IDACISetMaxIndex(s.ci, 6) == IDACI_SUCCESS);
  CHECK(IDACISetIndex(s.ci, 2) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_ILL_INPUT, "index 3");
  CHECK(IDACIGetIndex(s.ci, &index) == IDACI_SUCCESS && index == 3);
  CHECK(IDACISetIndex(s.ci, 21) == IDACI_SUCCESS);
  CHECK(IDACISetMethod(s.ci, IDACI_LEAST_SQUARES) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_INDEX_TOO_HIGH, "IDACISetMaxIndex");
  end(&s);
}

static int failing_jacobian(sunrealtype t, sunrealtype cj, N_Vector yy, N_Vector yp, N_Vector rr, SUNMatrix J,
                            void* user_data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  (void)t, (void)cj, (void)yy, (void)yp, (void)rr, (void)J, (void)user_data, (void)tmp1, (void)tmp2, (void)tmp3;
  return -1;
}

static void jacobian_fails(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  CHECK(IDACISetJacFn(s.ci, failing_jacobian, s.A) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_JAC_FAIL, "Jacobian");
  end(&s);
}

static int no_condition(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data)
{
  (void)t, (void)y, (void)yp, (void)user_data;
  b[0] = 0;
  return 0;
}

static void what_this_version_lacks_is_said(void)
{
  struct set_up s;
  begin(&s, pendulum_residual);
  CHECK(IDACISetMethod(s.ci, IDACI_IMPULSE) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_ILL_INPUT, "IDACISetLinearSolver");
  CHECK(IDACISetMethod(s.ci, IDACI_STEP_BY_STEP) == IDACI_SUCCESS);
  CHECK(IDACISetConditions(s.ci, 1, no_condition) == IDACI_SUCCESS);
  expect_failure(&s, IDACI_NOT_SUPPORTED, "IDACI_LEAST_SQUARES");
  end(&s);
}

int main(void)
{
  null_arguments();
  arguments_out_of_range();
  guess_not_finite();
  residual_fails();
  contradictory_held_values();
  structurally_singular();
  index_out_of_reach();
  jacobian_fails();
  what_this_version_lacks_is_said();
  return conclude_checks();
}
