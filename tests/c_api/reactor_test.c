/* Pantelides' exothermic reactor (index 3, no degree of freedom) from the guess of tests/data/exothermic_reactor.json
   and from ten random guesses within 20 percent of it: always the reference values. */
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>

#include "check.h"

static const double reference_y[4] = {0.61947091711543252458, 0.30828991656378508868, 1.3537084871084400485,
                                      1.3636395909781392640};
static const double reference_yp[4] = {0.092106099400288508280, 0.083784226845565753166, 0.045111598267581061061,
                                       0.074073960529762725491};

/* Unknowns: concentration C, rate R, temperature T, coolant temperature TC. */
static int reactor_residual(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void* user_data)
{
  const double K1 = 1, K2 = 0.5, K3 = 20, K4 = 5;
  const sunrealtype* y = N_VGetArrayPointer(yy);
  const sunrealtype* p = N_VGetArrayPointer(yp);
  sunrealtype* r = N_VGetArrayPointer(rr);
  (void)user_data;
  r[0] = p[0] - (K1 * (1 + sin(t) / 10 - y[0]) - y[1]);
  r[1] = y[0] - (0.6 + sin(2 * t) / 20);
  r[2] = p[2] - (K1 * (1 + cos(2 * t) / 20 - y[2]) + K2 * y[1] - K3 * (y[2] - y[3]));
  r[3] = y[1] - K3 * exp(-K4 / y[2]) * y[0];
  return 0;
}

/* The stages of the report are the differentiations of Estevez Schwarz, section 5: the set point C = u(t) gives C, C'
   and C'' (so that u'' enters once), the rate R' is needed, the coolant temperature comes last. */
static void check_stages(IDACIMem ci)
{
  const char* const expected[3] = {"stage -2: set_point for C\n", "stage -1: balance, set_point', rate for C', R, T\n",
                                   "stage 0: balance', set_point'', heat, rate' for C'', R', T', TC\n"};
  char text[8192] = {0};
  FILE* report = tmpfile();
  CHECK(report != NULL);
  if (report == NULL) return;
  CHECK(IDACIWriteReport(ci, report, IDACI_REPORT_TEXT) == IDACI_SUCCESS);
  rewind(report);
  CHECK(fread(text, 1, sizeof text - 1, report) > 0);
  fclose(report);
  for (int k = 0; k < 3; ++k) CHECK(strstr(text, expected[k]) != NULL);
}

static void solve_from(const double* guess, SUNContext context)
{
  int index = -1;
  long int dof = -1;
  const char* const variables[4] = {"C", "R", "T", "TC"};
  const char* const equations[4] = {"balance", "set_point", "heat", "rate"};
  N_Vector y = N_VNew_Serial(4, context), yp = N_VClone(y);
  memcpy(N_VGetArrayPointer(y), guess, 4 * sizeof(double));
  N_VConst(0, yp);
  IDACIMem ci = IDACICreate(NULL, reactor_residual, y, yp, context);
  CHECK(IDACISetInitialTime(ci, 0.2) == IDACI_SUCCESS);
  CHECK(IDACISetNames(ci, variables, equations) == IDACI_SUCCESS);
  CHECK(IDACISolve(ci) == IDACI_SUCCESS);
  check_stages(ci);
  CHECK(IDACIGetIndex(ci, &index) == IDACI_SUCCESS && index == 3);
  CHECK(IDACIGetDegreesOfFreedom(ci, &dof) == IDACI_SUCCESS && dof == 0);
  for (int j = 0; j < 4; ++j) {
    CHECK_CLOSE(N_VGetArrayPointer(y)[j], reference_y[j], 1e-9);
    CHECK_CLOSE(N_VGetArrayPointer(yp)[j], reference_yp[j], 1e-8);
  }
  IDACIFree(&ci);
  N_VDestroy(y);
  N_VDestroy(yp);
}

/* Uniform in [-1, 1]; a linear congruential generator, so that every platform draws the same guesses. */
static double draw(unsigned* state)
{
  *state = *state * 1664525U + 1013904223U;
  return *state / 2147483648.0 - 1;
}

int main(void)
{
  const double guess[4] = {0.5, 0.3, 1.3, 1.2};
  unsigned state = 2026;
  SUNContext context;
  if (SUNContext_Create(NULL, &context) != 0) return 1;
  solve_from(guess, context);
  for (int run = 0; run < 10; ++run) {
    double moved[4];
    for (int j = 0; j < 4; ++j) moved[j] = guess[j] * (1 + 0.2 * draw(&state));
    solve_from(moved, context);
  }
  SUNContext_Free(&context);
  return conclude_checks();
}
