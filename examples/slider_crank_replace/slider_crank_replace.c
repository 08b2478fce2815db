/* An ordinary IDA program whose call of IDACalcIC is replaced by this library: look for USE_STOCK.

   A slider-crank mechanism as a system of index 3. A pin of mass M1 at (x1, y1) turns on a crank of length R about the
   origin; a rod of length L without mass connects it to a slider of mass M2 at (x2, 0). Gravity acts along -y.
     x1' = u1,  y1' = v1,  x2' = u2
     M1 u1' = -lam1 x1 + lam2 (x2 - x1)
     M1 v1' = -lam1 y1 - lam2 y1 - M1 G
     M2 u2' = -lam2 (x2 - x1)
     0 = x1^2 + y1^2 - R^2                     crank
     0 = (x2 - x1)^2 + y1^2 - L^2              rod
   The guess is read off a sketch: the crank stands near 45 degrees and turns at about 5 rad/s; nothing fits exactly and
   the forces are unknown. The program runs twice, first with IDACalcIC, which refuses the index, then with the
   replacement, and ends with 1 unless the motion keeps rods and energy.

   Usage: slider_crank_replace [--output DIR]   (DIR must exist) */
#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#define N 8
#define M1 1.0
#define M2 0.5
#define G 9.81
#define R 1.0
#define L 2.5

#define T_END 3.0
#define OUTPUTS 300
#define TOLERANCE 1e-8
#define LARGEST_CONSTRAINT_ERROR 1e-7
#define LARGEST_ENERGY_ERROR 1e-4 /* relative to the kinetic energy of the pin at 5 rad/s */

enum
{
  X1,
  Y1,
  X2,
  U1,
  V1,
  U2,
  LAM1,
  LAM2
};

static int residual(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void* user_data)
{
  const sunrealtype* q = N_VGetArrayPointer(yy);
  const sunrealtype* qp = N_VGetArrayPointer(yp);
  sunrealtype* f = N_VGetArrayPointer(rr);
  const sunrealtype rod = q[X2] - q[X1];
  (void)t;
  (void)user_data;
  f[0] = qp[X1] - q[U1];
  f[1] = qp[Y1] - q[V1];
  f[2] = qp[X2] - q[U2];
  f[3] = M1 * qp[U1] + q[LAM1] * q[X1] - q[LAM2] * rod;
  f[4] = M1 * qp[V1] + (q[LAM1] + q[LAM2]) * q[Y1] + M1 * G;
  f[5] = M2 * qp[U2] + q[LAM2] * rod;
  f[6] = q[X1] * q[X1] + q[Y1] * q[Y1] - R * R;
  f[7] = rod * rod + q[Y1] * q[Y1] - L * L;
  return 0;
}

static double energy(const sunrealtype* q)
{
  return 0.5 * M1 * (q[U1] * q[U1] + q[V1] * q[V1]) + 0.5 * M2 * q[U2] * q[U2] + M1 * G * q[Y1];
}

static double constraint_error(const sunrealtype* q)
{
  const double rod = q[X2] - q[X1];
  return fmax(fabs(q[X1] * q[X1] + q[Y1] * q[Y1] - R * R), fabs(rod * rod + q[Y1] * q[Y1] - L * L));
}

/* Steps to T_END and watches rods and energy; data (may be NULL) receives t, x1, y1, x2. Returns 0 if all is well. */
static int integrate(void* ida, N_Vector y, N_Vector yp, FILE* data)
{
  const sunrealtype* q = N_VGetArrayPointer(y);
  const double at_start = energy(q);
  const double scale = 0.5 * M1 * 25;
  double worst_constraint = 0;
  double worst_energy = 0;
  long int steps = 0;
  for (int i = 1; i <= OUTPUTS; ++i) {
    sunrealtype t = 0;
    const int flag = IDASolve(ida, T_END * i / OUTPUTS, &t, y, yp, IDA_NORMAL);
    if (flag < 0) {
      printf("  IDASolve returned %d at t = %g\n", flag, t);
      return 1;
    }
    worst_constraint = fmax(worst_constraint, constraint_error(q));
    worst_energy = fmax(worst_energy, fabs(energy(q) - at_start) / scale);
    if (data) fprintf(data, "%.10g %.10g %.10g %.10g\n", t, q[X1], q[Y1], q[X2]);
    if (i % (OUTPUTS / 6) == 0) printf("  t = %4.2f   pin (%9.6f, %9.6f)   slider %9.6f\n", t, q[X1], q[Y1], q[X2]);
  }
  IDAGetNumSteps(ida, &steps);
  printf("  %ld steps; largest violation of the rod lengths %.1e, of the energy %.1e\n", steps, worst_constraint,
         worst_energy);
  return !(worst_constraint <= LARGEST_CONSTRAINT_ERROR && worst_energy <= LARGEST_ENERGY_ERROR);
}

/* Initial values, then the integration. use_stock selects IDACalcIC. Returns 0 if all is well. */
static int start_and_integrate(int use_stock, void* ida, N_Vector y, N_Vector yp, SUNContext context, FILE* data)
{
  const sunrealtype* q = N_VGetArrayPointer(y);
  IDACIMem ci = NULL;
  int failed = 0;
  int flag;
  /* ------------------------------------------------------------------------------------------- USE_STOCK: before */
  if (use_stock) {
    flag = IDACalcIC(ida, IDA_YA_YDP_INIT, T_END / OUTPUTS);
    /* ----------------------------------------------------------------------------------------- and after: 3 lines */
  } else {
    ci = IDACICreate(ida, residual, y, yp, context);
    flag = IDACISolve(ci);
    if (flag == IDACI_SUCCESS) flag = IDACIAttachErrorControl(ci);
  }
  /* ------------------------------------------------------------------------------------------------------------- */
  if (flag < 0) {
    char* name = use_stock ? IDAGetReturnFlagName(flag) : NULL;
    printf("  failed: %s\n", use_stock ? name : IDACIGetLastMessage(ci));
    free(name);
    failed = 1;
  } else {
    printf("  consistent: pin (%.12f, %.12f), slider %.12f\n", q[X1], q[Y1], q[X2]);
    printf("              velocities (%.12f, %.12f), %.12f, forces %.9f, %.9f\n", q[U1], q[V1], q[U2], q[LAM1],
           q[LAM2]);
    failed = integrate(ida, y, yp, data);
  }
  IDACIFree(&ci);
  return failed;
}

static void fill_guess(N_Vector y, N_Vector yp, N_Vector id)
{
  const sunrealtype guess[N] = {0.7, 0.7, 3.0, -3.5, 3.5, -4.5, 0, 0};
  for (int j = 0; j < N; ++j) {
    N_VGetArrayPointer(y)[j] = guess[j];
    N_VGetArrayPointer(id)[j] = j < LAM1 ? 1 : 0;
  }
  N_VConst(0, yp);
}

static int run(int use_stock, SUNContext context, FILE* data)
{
  int failed = 1;
  N_Vector y = N_VNew_Serial(N, context);
  N_Vector yp = N_VClone(y);
  N_Vector id = N_VClone(y);
  SUNMatrix matrix = SUNDenseMatrix(N, N, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  void* ida = IDACreate(context);
  fill_guess(y, yp, id);
#if SUNDIALS_VERSION_MAJOR < 7
  IDASetErrFile(ida, NULL); /* this program reads the flags */
#endif
  if (IDAInit(ida, residual, 0, y, yp) == IDA_SUCCESS && IDASStolerances(ida, TOLERANCE, TOLERANCE) == IDA_SUCCESS &&
      IDASetLinearSolver(ida, solver, matrix) == IDA_SUCCESS && IDASetId(ida, id) == IDA_SUCCESS) {
    failed = start_and_integrate(use_stock, ida, y, yp, context, data);
  }
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(id);
  N_VDestroy(yp);
  N_VDestroy(y);
  return failed;
}

/* Opens DIR/slider_crank.dat and writes DIR/slider_crank.gp, which draws it. NULL on failure. */
static FILE* open_output(const char* folder)
{
  char path[1024];
  FILE* data = NULL;
  FILE* script = NULL;
  snprintf(path, sizeof path, "%s/slider_crank.gp", folder);
  script = fopen(path, "w");
  if (script == NULL) return NULL;
  fprintf(script,
          "set terminal pngcairo size 900,600\nset output '%s/slider_crank.png'\nset title 'Slider-crank mechanism'\n"
          "set xlabel 't'\nset ylabel 'position'\nset grid\n"
          "plot '%s/slider_crank.dat' using 1:4 with lines title 'slider x2', \\\n"
          "     '' using 1:2 with lines title 'pin x1', '' using 1:3 with lines title 'pin y1'\n",
          folder, folder);
  fclose(script);
  snprintf(path, sizeof path, "%s/slider_crank.dat", folder);
  data = fopen(path, "w");
  return data;
}

int main(int argc, char** argv)
{
  SUNContext context = NULL;
  FILE* data = NULL;
  int failed;
  if (argc == 3 && strcmp(argv[1], "--output") == 0) {
    data = open_output(argv[2]);
    if (data == NULL) fprintf(stderr, "cannot write to %s\n", argv[2]);
  } else if (argc != 1) {
    fprintf(stderr, "usage: %s [--output DIR]\n", argv[0]);
  }
  if (argc != 1 && data == NULL) return 2;
#if SUNDIALS_VERSION_MAJOR >= 7
  if (SUNContext_Create(SUN_COMM_NULL, &context) < 0) return 2;
  SUNContext_ClearErrHandlers(context);
#else
  if (SUNContext_Create(NULL, &context) < 0) return 2;
#endif
  printf("Slider-crank, index 3, with IDACalcIC\n");
  run(1, context, NULL);
  printf("Slider-crank, index 3, with IDACISolve and IDACIAttachErrorControl instead\n");
  failed = run(0, context, data);
  SUNContext_Free(&context);
  if (data) fclose(data);
  if (failed) printf("The motion is wrong.\n");
  return failed;
}
