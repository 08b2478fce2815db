/* Serial, OpenMP and Pthreads vectors give the same bits; IDACICheck tells consistent from inconsistent values and
   changes none; IDACIProject returns to the constraints; reports are written. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_openmp.h>
#include <nvector/nvector_pthreads.h>
#include <nvector/nvector_serial.h>

#include "check.h"
#include "pendulum.h"

static const double guess[5] = {0.8, -0.7, 0.3, 0.2, 0};

static void fill(N_Vector vector, const double* values)
{
  memcpy(N_VGetArrayPointer(vector), values, 5 * sizeof(double));
}

static void solve_with(N_Vector y, double* values, double* derivatives, SUNContext context)
{
  struct pendulum pendulum = {3, 0, -1};
  N_Vector yp = N_VClone(y);
  fill(y, guess);
  N_VConst(0, yp);
  IDACIMem ci = IDACICreate(NULL, pendulum_residual, y, yp, context);
  CHECK(IDACISetUserData(ci, &pendulum) == IDACI_SUCCESS);
  CHECK(IDACISolve(ci) == IDACI_SUCCESS);
  memcpy(values, N_VGetArrayPointer(y), 5 * sizeof(double));
  memcpy(derivatives, N_VGetArrayPointer(yp), 5 * sizeof(double));
  IDACIFree(&ci);
  N_VDestroy(yp);
  N_VDestroy(y);
}

static void vector_kinds_agree(SUNContext context)
{
  double y[3][5], yp[3][5];
  solve_with(N_VNew_Serial(5, context), y[0], yp[0], context);
  solve_with(N_VNew_OpenMP(5, 2, context), y[1], yp[1], context);
  solve_with(N_VNew_Pthreads(5, 2, context), y[2], yp[2], context);
  for (int kind = 1; kind < 3; ++kind) {
    CHECK(memcmp(y[0], y[kind], sizeof y[0]) == 0);
    CHECK(memcmp(yp[0], yp[kind], sizeof yp[0]) == 0);
  }
}

static int check_point(const double* y_values, const double* yp_values, SUNContext context)
{
  struct pendulum pendulum = {3, 0, -1};
  N_Vector y = N_VNew_Serial(5, context), yp = N_VClone(y);
  fill(y, y_values);
  fill(yp, yp_values);
  IDACIMem ci = IDACICreate(NULL, pendulum_residual, y, yp, context);
  IDACISetUserData(ci, &pendulum);
  const int flag = IDACICheck(ci);
  CHECK(memcmp(N_VGetArrayPointer(y), y_values, 5 * sizeof(double)) == 0);
  CHECK(memcmp(N_VGetArrayPointer(yp), yp_values, 5 * sizeof(double)) == 0);
  if (flag == IDACI_INCONSISTENT) CHECK(strlen(IDACIGetLastMessage(ci)) > 20);
  IDACIFree(&ci);
  N_VDestroy(y);
  N_VDestroy(yp);
  return flag;
}

static void check_judges_points(SUNContext context)
{
  const double y[5] = {0.75257669470687783419, -0.65850460786851810492, 0.22920353982300884956, 0.26194690265486725664,
                       6.5810806456680387155};
  const double yp[5] = {0.22920353982300884956, 0.26194690265486725664, -4.9527679199162580314, -5.4763280700732742225,
                        -7.7090973451327433628};
  const double zeros[5] = {0, 0, 0, 0, 0};
  double moved[5];
  CHECK(check_point(y, yp, context) == IDACI_SUCCESS);
  CHECK(check_point(guess, zeros, context) == IDACI_INCONSISTENT);
  for (int j = 0; j < 5; ++j) {
    memcpy(moved, y, sizeof y);
    moved[j] += 1e-4;
    CHECK(check_point(moved, yp, context) == IDACI_INCONSISTENT);
  }
  for (int j = 0; j < 4; ++j) {
    memcpy(moved, yp, sizeof yp);
    moved[j] += 1e-4;
    CHECK(check_point(y, moved, context) == IDACI_INCONSISTENT);
  }
  /* The derivative of the multiplier occurs in no equation. */
  memcpy(moved, yp, sizeof yp);
  moved[4] = 0;
  CHECK(check_point(y, moved, context) == IDACI_SUCCESS);
  /* The residual vanishes, both hidden constraints are violated: on the circle, but moving along the rod. */
  const double off_velocity[5] = {1, 0, 0.5, 0, 0};
  const double off_derivative[5] = {0.5, 0, 0, -PENDULUM_GRAVITY, 0};
  CHECK(check_point(off_velocity, off_derivative, context) == IDACI_INCONSISTENT);
  /* Position and velocity are right, only the multiplier (and the forces with it) violates the last one. */
  const double off_multiplier[5] = {1, 0, 0, 0, 1};
  const double off_force[5] = {0, 0, -1, -PENDULUM_GRAVITY, 0};
  CHECK(check_point(off_multiplier, off_force, context) == IDACI_INCONSISTENT);
}

static void projection_and_reports(SUNContext context)
{
  struct pendulum pendulum = {3, 0, -1};
  N_Vector y = N_VNew_Serial(5, context), yp = N_VClone(y), drifted = N_VClone(y), drifted_p = N_VClone(y);
  FILE* file = tmpfile();
  fill(y, guess);
  N_VConst(0, yp);
  IDACIMem ci = IDACICreate(NULL, pendulum_residual, y, yp, context);
  IDACISetUserData(ci, &pendulum);
  CHECK(IDACIWriteReport(ci, file, IDACI_REPORT_TEXT) == IDACI_ILL_INPUT);
  CHECK(IDACISolve(ci) == IDACI_SUCCESS);
  CHECK(IDACIWriteReport(ci, file, IDACI_REPORT_TEXT) == IDACI_SUCCESS && ftell(file) > 500);
  CHECK(IDACIWriteReport(ci, file, IDACI_REPORT_JSON) == IDACI_SUCCESS && ftell(file) > 1500);
  CHECK(IDACIWriteReport(ci, file, IDACI_REPORT_HTML) == IDACI_SUCCESS && ftell(file) > 5000);
  N_VScale(1.001, y, drifted);
  N_VScale(1, yp, drifted_p);
  CHECK(IDACIProject(ci, 1.5, drifted, drifted_p) == IDACI_SUCCESS);
  CHECK_CLOSE(pendulum_constraint(3, N_VGetArrayPointer(drifted)), 0, 1e-12);
  CHECK_CLOSE(pendulum_constraint(2, N_VGetArrayPointer(drifted)), 0, 1e-10);
  CHECK_CLOSE(pendulum_constraint(1, N_VGetArrayPointer(drifted)), 0, 1e-8);
  fclose(file);
  IDACIFree(&ci);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(drifted);
  N_VDestroy(drifted_p);
}

int main(void)
{
  SUNContext context;
  if (SUNContext_Create(NULL, &context) != 0) return 1;
  vector_kinds_agree(context);
  check_judges_points(context);
  projection_and_reports(context);
  SUNContext_Free(&context);
  return conclude_checks();
}
