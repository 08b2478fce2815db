/* Extra equations B(t0, y, y') = 0: conserved sums, steady starts, choice of a branch; contradictions named. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>

#include "check.h"
#include "pendulum.h"

struct set_up
{
  struct pendulum pendulum;
  SUNContext context;
  N_Vector y, yp;
  IDACIMem ci;
};

static void begin(struct set_up* s, int n, const double* guess, IDAResFn residual)
{
  s->pendulum.form = 3;
  s->pendulum.answer = 0;
  s->pendulum.spoil_equation = -1;
  SUNContext_Create(NULL, &s->context);
  s->y = N_VNew_Serial(n, s->context);
  s->yp = N_VClone(s->y);
  for (int j = 0; j < n; ++j) N_VGetArrayPointer(s->y)[j] = guess[j];
  N_VConst(0, s->yp);
  s->ci = IDACICreate(NULL, residual, s->y, s->yp, s->context);
  CHECK(s->ci != NULL);
  CHECK(IDACISetUserData(s->ci, &s->pendulum) == IDACI_SUCCESS);
}

static void end(struct set_up* s)
{
  IDACIFree(&s->ci);
  N_VDestroy(s->y);
  N_VDestroy(s->yp);
  SUNContext_Free(&s->context);
}

static double value(const struct set_up* s, int j)
{
  return N_VGetArrayPointer(s->y)[j];
}

static void hold_first(struct set_up* s)
{
  N_Vector fixed = N_VClone(s->y);
  N_VConst(0, fixed);
  N_VGetArrayPointer(fixed)[0] = 1;
  CHECK(IDACISetFixed(s->ci, fixed) == IDACI_SUCCESS);
  N_VDestroy(fixed);
}

/* c' + q' = 0, q = 2 c from (1, 0): holding c gives (1, 2), holding the sum gives (1/3, 2/3). */
static int reaction(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void* user_data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *p = N_VGetArrayPointer(yp);
  sunrealtype* r = N_VGetArrayPointer(rr);
  (void)t, (void)user_data;
  r[0] = p[0] + p[1];
  r[1] = y[1] - 2 * y[0];
  return 0;
}

static int sum_is_one(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data)
{
  (void)t, (void)yp, (void)user_data;
  b[0] = N_VGetArrayPointer(y)[0] + N_VGetArrayPointer(y)[1] - 1;
  return 0;
}

static void a_conserved_sum(void)
{
  const double guess[2] = {1, 0};
  struct set_up s;
  IDACIMethod used;
  begin(&s, 2, guess, reaction);
  CHECK(IDACISetConditions(s.ci, 1, sum_is_one) == IDACI_SUCCESS);
  CHECK(IDACISolve(s.ci) == IDACI_SUCCESS);
  CHECK_CLOSE(value(&s, 0), 1.0 / 3, 1e-10);
  CHECK_CLOSE(value(&s, 1), 2.0 / 3, 1e-10);
  CHECK(IDACIGetMethodUsed(s.ci, &used) == IDACI_SUCCESS && used == IDACI_LEAST_SQUARES);
  end(&s);
}

static void conditions_can_be_taken_back(void)
{
  const double guess[2] = {1, 0};
  struct set_up s;
  begin(&s, 2, guess, reaction);
  CHECK(IDACISetConditions(s.ci, 1, sum_is_one) == IDACI_SUCCESS);
  CHECK(IDACISetConditions(s.ci, 0, NULL) == IDACI_SUCCESS);
  hold_first(&s);
  CHECK(IDACISolve(s.ci) == IDACI_SUCCESS);
  CHECK_CLOSE(value(&s, 1), 2, 1e-10);
  end(&s);
}

/* Total energy and speed of the pendulum: they fix both degrees of freedom. */
static int energy_and_speed(sunrealtype t, N_Vector yy, N_Vector yp, sunrealtype* b, void* user_data)
{
  const sunrealtype* y = N_VGetArrayPointer(yy);
  (void)t, (void)yp, (void)user_data;
  b[0] = 0.5 * (y[2] * y[2] + y[3] * y[3]) + PENDULUM_GRAVITY * y[1] - (0.125 - 0.6 * PENDULUM_GRAVITY);
  b[1] = y[2] * y[2] + y[3] * y[3] - 0.25;
  return 0;
}

static void energy_and_speed_fix_the_pendulum(void)
{
  const double guess[5] = {0.7, -0.7, 0.2, 0.2, 0};
  struct set_up s;
  long int dof = -1;
  begin(&s, 5, guess, pendulum_residual);
  CHECK(IDACISetConditions(s.ci, 2, energy_and_speed) == IDACI_SUCCESS);
  CHECK(IDACISolve(s.ci) == IDACI_SUCCESS);
  CHECK_CLOSE(value(&s, 0), 0.8, 1e-9);
  CHECK_CLOSE(value(&s, 1), -0.6, 1e-9);
  CHECK_CLOSE(value(&s, 2), 0.3, 1e-9);
  CHECK_CLOSE(value(&s, 3), 0.4, 1e-9);
  CHECK_CLOSE(value(&s, 4), 6.136, 1e-8);
  CHECK(IDACIGetDegreesOfFreedom(s.ci, &dof) == IDACI_SUCCESS && dof == 2);
  end(&s);
}

static void a_condition_that_cannot_hold_is_named(void)
{
  const double guess[2] = {1, 0};
  struct set_up s;
  begin(&s, 2, guess, reaction);
  hold_first(&s);
  CHECK(IDACISetConditions(s.ci, 1, sum_is_one) == IDACI_SUCCESS);
  CHECK(IDACISolve(s.ci) == IDACI_OVERDETERMINED);
  CHECK_MESSAGE(s.ci, "Already y[0], condition 0 alone are in contradiction");
  CHECK(value(&s, 0) == 1 && value(&s, 1) == 0);
  end(&s);
}

static int fails(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data)
{
  (void)t, (void)y, (void)yp, (void)b, (void)user_data;
  return -1;
}

static void bad_arguments_and_failures_of_the_function(void)
{
  const double guess[2] = {1, 0};
  struct set_up s;
  begin(&s, 2, guess, reaction);
  CHECK(IDACISetConditions(s.ci, -1, sum_is_one) == IDACI_ILL_INPUT);
  CHECK(IDACISetConditions(s.ci, 1, NULL) == IDACI_MEM_NULL);
  CHECK(IDACISetConditions(NULL, 1, sum_is_one) == IDACI_MEM_NULL);
  CHECK(IDACISetConditions(s.ci, 1, fails) == IDACI_SUCCESS);
  CHECK(IDACISolve(s.ci) == IDACI_RES_FAIL);
  CHECK_MESSAGE(s.ci, "extra conditions");
  CHECK(value(&s, 0) == 1 && value(&s, 1) == 0);
  end(&s);
}

int main(void)
{
  a_conserved_sum();
  conditions_can_be_taken_back();
  energy_and_speed_fix_the_pendulum();
  a_condition_that_cannot_hold_is_named();
  bad_arguments_and_failures_of_the_function();
  return conclude_checks();
}
