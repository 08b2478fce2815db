/* ida_consistent_init: consistent initial values for SUNDIALS IDA, at any index, from the residual alone.

   Given F(t, y, y') = 0 and a guess (y0, y0'), IDACISolve moves the guess to the nearest values that satisfy F
   and all its hidden constraints, verifies them independently and re-initialises IDA with them. It stands where
   IDACalcIC stood:

       IDACIMem ci = IDACICreate(ida_mem, res, y0, yp0, sunctx);
       if (IDACISolve(ci) < 0) fprintf(stderr, "%s\n", IDACIGetLastMessage(ci));
       ...
       IDACIFree(&ci);

   Conventions of every call here
   - The return value is a flag of ida_consistent_init_flags.h: IDACI_SUCCESS (0) or negative; IDACI_INCONSISTENT
     (positive) comes from IDACICheck only. Every call accepts a NULL handle and answers IDACI_MEM_NULL.
   - IDACIGetLastMessage(ci) explains the last negative flag of that handle with the names of variables and equations.
   - "length n" is the length of y0. Vectors passed to setters are copied; the caller keeps ownership.
   - Vectors are serial, OpenMP or Pthreads N_Vectors; others are served by IDACI_IMPULSE, and where elements are needed
     get IDACI_NOT_SUPPORTED.
   - No call aborts, prints (unless IDACISetInfoFile asked for it) or lets a C++ exception out.
   - Two handles may be used in two threads at once; one handle belongs to one thread at a time. */
#ifndef IDA_CONSISTENT_INIT_H
#define IDA_CONSISTENT_INIT_H

#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init_flags.h>
#include <stdio.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <ida_consistent_init/export.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct IDACIMemRec* IDACIMem;

/* ---------------------------------------------------------------------------------------------- life of a handle */

/* ida_mem  IDA memory after IDAInit and tolerances; NULL for stand-alone use.
   res      the residual F(t, y, y') of IDAInit; returns 0, > 0 (outside its domain) or < 0 (fatal).
   y0, yp0  [n] the guess on entry of IDACISolve, the consistent values on success, untouched on failure.
            They are kept by reference and must outlive the handle.
   Returns NULL if an argument is NULL (ida_mem excepted), the vectors differ in length, or memory is short. */
IDACI_EXPORT IDACIMem IDACICreate(void* ida_mem, IDAResFn res, N_Vector y0, N_Vector yp0, SUNContext sunctx);

/* Frees the handle, with the work memory that it keeps from one call to the next, and sets *ci to NULL. IDA memory with
   attached error control must not be stepped afterwards; free IDA's memory first, or together. */
IDACI_EXPORT void IDACIFree(IDACIMem* ci);

/* ------------------------------------------------------------------------------------------------------- problem */

/* Pointer handed to the residual, Jacobian and conditions. Default: what IDASetUserData gave to ida_mem. */
IDACI_EXPORT int IDACISetUserData(IDACIMem ci, void* user_data);

/* t0 in the unit of t. Default: the current time of ida_mem, or 0. */
IDACI_EXPORT int IDACISetInitialTime(IDACIMem ci, sunrealtype t0);

/* jac fills F_y + cj F_y' as for IDASetJacFn; it is called with cj = 0 and cj = 1.
   J [n x n] is a dense, band or sparse (CSC or CSR) template that is cloned. jac NULL: back to differences. */
IDACI_EXPORT int IDACISetJacFn(IDACIMem ci, IDALsJacFn jac, SUNMatrix J);

/* pattern [n x n]: the entries that may be non-zero in F_y or F_y' (a sparse matrix's stored entries, a band
   matrix's band, a dense matrix's non-zero values). Saves the probing of the residual with NaN. NULL: probe. */
IDACI_EXPORT int IDACISetSparsity(IDACIMem ci, SUNMatrix pattern);

/* Exact total time derivatives of F along a Taylor polynomial, instead of differences of the residual: for models
   written for an automatic differentiation tool (ida_consistent_init_autodiff.hpp makes one from a residual templated
   on its scalar type). jet [n x (order + 2)], by columns: column q is y^(q)(t0). derivatives [n x (order + 1)], by
   columns: column k receives d^k/dtau^k F(t0 + tau, sum_q y^(q) tau^q / q!, sum_q y^(q+1) tau^q / q!) at tau = 0;
   column 0 is the residual, which is checked. Returns 0, > 0 outside the domain, IDACI_NOT_SUPPORTED if the order is
   beyond it, < 0 for failure. NULL: differences (default). The user_data are those of the residual. */
typedef int (*IDACITaylorFn)(sunrealtype t0, int order, const sunrealtype* jet, sunrealtype* derivatives,
                             void* user_data);
IDACI_EXPORT int IDACISetTaylorFn(IDACIMem ci, IDACITaylorFn taylor);

/* fixed [n]: 1 keeps this component of y at its guess, 0 lets it move. NULL: none is kept (default). */
IDACI_EXPORT int IDACISetFixed(IDACIMem ci, N_Vector fixed);

/* fixed [n]: 1 keeps this component of y' at its guess. NULL: none is kept (default). */
IDACI_EXPORT int IDACISetFixedDerivatives(IDACIMem ci, N_Vector fixed);

/* weights [n] > 0: distance to the guess is sqrt(sum_j (w_j (y_j - guess_j))^2). NULL: all 1 (default). */
IDACI_EXPORT int IDACISetWeights(IDACIMem ci, N_Vector weights);

/* constraints [n], coded as for IDASetConstraints: 0 none, 1: >= 0, -1: <= 0, 2: > 0, -2: < 0. NULL: none.
   A guess on the wrong side is moved. */
IDACI_EXPORT int IDACISetConstraints(IDACIMem ci, N_Vector constraints);

/* Extra equations b[0..count-1] = B(t0, y, y') = 0. count = 0 removes them. */
typedef int (*IDACIConditionFn)(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* user_data);
IDACI_EXPORT int IDACISetConditions(IDACIMem ci, int count, IDACIConditionFn conditions);

/* Names used in messages and reports, n each; either may be NULL (y[0], y[1], ..., F[0], F[1], ...). Copied. */
IDACI_EXPORT int IDACISetNames(IDACIMem ci, const char* const* variables, const char* const* equations);

/* -------------------------------------------------------------------------------------------------------- method */

typedef enum
{
  IDACI_AUTO = 0,
  IDACI_STEP_BY_STEP = 1,
  IDACI_LEAST_SQUARES = 2,
  IDACI_IMPULSE = 3
} IDACIMethod;
/* IDACI_AUTO: step by step; least squares where that does not serve (extra conditions, a structure that deceives);
   impulse for vectors without element access. With IDACISetJacFn and no wishes (held values, weights, constraints) it
   tries impulse first: up to index 1, where both give the same values, with any matrix below 1,000 unknowns; from 1,000
   unknowns on with a sparse one at any index. Above index 1, free values then differ from the nearest point, which
   IDACI_STEP_BY_STEP gives. */
IDACI_EXPORT int IDACISetMethod(IDACIMem ci, IDACIMethod method);

/* Index asserted by the user, >= 0; the solve is refused with IDACI_ILL_INPUT if structure finds another. 0: detect. */
IDACI_EXPORT int IDACISetIndex(IDACIMem ci, int index);

/* Highest index that is worked on, 1..20, default 6; above it IDACI_INDEX_TOO_HIGH. */
IDACI_EXPORT int IDACISetMaxIndex(IDACIMem ci, int max_index);

/* c [n], d [n]: offsets of equations and variables (Pryce; whole numbers >= 0, min c = 0), instead of those that
   structure would find; they are checked against the pattern. Both NULL: back to detection. */
IDACI_EXPORT int IDACISetOffsets(IDACIMem ci, N_Vector c, N_Vector d);

/* Linear solver and preconditioner of IDACI_IMPULSE; not needed with serial vectors and IDACISetJacFn. LS and A are
   borrowed: they must exist as long as the handle is used, or be replaced; NULL: none. */
IDACI_EXPORT int IDACISetLinearSolver(IDACIMem ci, SUNLinearSolver LS, SUNMatrix A);
IDACI_EXPORT int IDACISetPreconditioner(IDACIMem ci, IDALsPrecSetupFn psetup, IDALsPrecSolveFn psolve);

/* Whether y' of variables whose derivative occurs in no equation (Lagrange multipliers, currents of sources) is
   computed as well; 1 by default. They take one differentiation more than all the rest, and IDA only predicts its first
   step with them: 0 leaves these components of yp0 as given, and an initialisation of index 1 then calls the residual
   at t0 only. IDACI_LEAST_SQUARES computes them always. */
IDACI_EXPORT int IDACISetAlgebraicDerivatives(IDACIMem ci, int wanted);

/* Order p of the difference formulas, 1..8; 0 (default): chosen by the error estimate. */
IDACI_EXPORT int IDACISetDifferenceOrder(IDACIMem ci, int order);

/* One-sided differences evaluate the residual at t >= t0 only (default); centred ones on both sides. */
typedef enum
{
  IDACI_ONE_SIDED = 0,
  IDACI_CENTERED = 1
} IDACIDifferenceKind;
IDACI_EXPORT int IDACISetDifferenceKind(IDACIMem ci, IDACIDifferenceKind kind);

/* Accuracy asked of (y, y'), |error_j| <= rtol |value_j| + atol; defaults 1e-8, 1e-10. rtol >= 0, atol > 0. */
IDACI_EXPORT int IDACISetTolerances(IDACIMem ci, sunrealtype rtol, sunrealtype atol);

/* Newton iterations allowed in one nonlinear solve, >= 1; default 50. One IDACISolve, IDACICheck or IDACIProject calls
   the residual at most 200 (iterations + 10) (max_index + 2) (n + count + 20) times, count being that of
   IDACISetConditions, and answers IDACI_CONV_FAIL instead of calling it once more; mostly some hundred calls do. */
IDACI_EXPORT int IDACISetMaxIters(IDACIMem ci, int iterations);

/* h > 0: IDA receives the numerically consistent start of implicit Euler with first step h. 0 (default): off. */
IDACI_EXPORT int IDACISetEulerStart(IDACIMem ci, sunrealtype h);

/* Progress, one line a stage and iteration, to out; NULL (default): quiet. */
IDACI_EXPORT int IDACISetInfoFile(IDACIMem ci, FILE* out);

/* Called once an iteration of IDACISolve, IDACICheck and IDACIProject, before its linear solve. stage: number of the
   stage (0 holds F itself; of several stages solved as one block, and in IDACI_LEAST_SQUARES, the last, 0), iteration:
   0, 1, 2, ... within one attempt on the stage (points tried by KINSOL's line search count too), residual_norm: max
   norm of the stage's equations. A return value other than 0, or an exception, ends the call with IDACI_CANCELLED;
   y0, yp0 and ida_mem are then exactly as they were, and the handle can be used again. NULL: none (default). data is
   handed through. */
typedef int (*IDACIMonitorFn)(int stage, int iteration, sunrealtype residual_norm, void* data);
IDACI_EXPORT int IDACISetMonitorFn(IDACIMem ci, IDACIMonitorFn monitor, void* data);

/* --------------------------------------------------------------------------------------------------------- solve */

/* Computes consistent values, verifies them, writes y0 and yp0 and calls IDAReInit(ida_mem, t0, y0, yp0). At index 0
   and 1 IDA itself keeps the caller's value of each y' that occurs in no equation, as IDACalcIC does; yp0 gets all of
   them. On a negative flag y0, yp0 and ida_mem are exactly as they were.
   Further calls on the handle, after events, go on from the structure found before if IDACISetJacFn or IDACISetSparsity
   is given and no entry is new; they find it anew otherwise, and where that structure does not lead to values. */
IDACI_EXPORT int IDACISolve(IDACIMem ci);

/* Are y0, yp0 consistent as they stand? IDACI_SUCCESS, IDACI_INCONSISTENT (> 0, the report says which equations and
   hidden constraints are violated) or a negative flag. Held components and conditions do not matter.
   Changes nothing. */
IDACI_EXPORT int IDACICheck(IDACIMem ci);

/* y [n], yp [n]: the consistent values of the last successful IDACISolve. */
IDACI_EXPORT int IDACIGetConsistentIC(IDACIMem ci, N_Vector y, N_Vector yp);

/* d [n] = y^(order) at t0, order >= 1; components that were not determined are NaN. */
IDACI_EXPORT int IDACIGetDerivative(IDACIMem ci, int order, N_Vector d);

/* y [n], yp [n], both in and out: the nearest point that satisfies all constraints at time t (weights and held
   components as for IDACISolve). Untouched on failure; IDA memory is not touched at all. */
IDACI_EXPORT int IDACIProject(IDACIMem ci, sunrealtype t, N_Vector y, N_Vector yp);

/* ------------------------------------------- results, valid after IDACISolve; after a failure as far as known */

/* Structural index: 0 for an implicit ODE, 1, 2, 3, ... */
IDACI_EXPORT int IDACIGetIndex(IDACIMem ci, int* index);

/* index [n]: 0 state, 1, 2, 3, ...: one more than the number of differentiations of F that enter the component; also of
   states whose derivative contains a higher-index variable (a velocity driven by a multiplier has index 2). */
IDACI_EXPORT int IDACIGetVariableIndex(IDACIMem ci, N_Vector index);

/* c [n]: how often each equation is differentiated; d [n]: the highest derivative of each variable in the
   differentiated system. What IDACISetOffsets of a larger or distributed instance of the model takes.
   IDACI_NOT_SUPPORTED if the pattern of the single equations hid the index, and for IDACI_LEAST_SQUARES. */
IDACI_EXPORT int IDACIGetOffsets(IDACIMem ci, N_Vector c, N_Vector d);

/* Number of initial values that may be chosen freely: sum d - sum c. */
IDACI_EXPORT int IDACIGetDegreesOfFreedom(IDACIMem ci, long int* dof);

/* determined [n]: 1 where the constraints, given the held values and the earlier stages, leave y_j no freedom. */
IDACI_EXPORT int IDACIGetDetermined(IDACIMem ci, N_Vector determined);

/* determined [n]: 1 where y'_j was determined. */
IDACI_EXPORT int IDACIGetDerivativesDetermined(IDACIMem ci, N_Vector determined);

/* Max norms of F(t0, y, y') and of the hidden constraints, as the verification found them. */
IDACI_EXPORT int IDACIGetResidualNorms(IDACIMem ci, sunrealtype* explicit_norm, sunrealtype* hidden_norm);

/* ey [n], eyp [n]: estimated absolute errors of y and y' (NaN where a component was not determined). */
IDACI_EXPORT int IDACIGetErrorEstimate(IDACIMem ci, N_Vector ey, N_Vector eyp);

/* IDACI_STEP_BY_STEP or another concrete method; IDACI_AUTO if none was reached. */
IDACI_EXPORT int IDACIGetMethodUsed(IDACIMem ci, IDACIMethod* method);

/* Work of the last IDACISolve, IDACICheck or IDACIProject. */
IDACI_EXPORT int IDACIGetNumResEvals(IDACIMem ci, long int* n);
IDACI_EXPORT int IDACIGetNumJacEvals(IDACIMem ci, long int* n);
IDACI_EXPORT int IDACIGetNumFactorizations(IDACIMem ci, long int* n);

typedef enum
{
  IDACI_REPORT_TEXT = 0,
  IDACI_REPORT_JSON = 1,
  IDACI_REPORT_HTML = 2
} IDACIReportFormat;
IDACI_EXPORT int IDACIWriteReport(IDACIMem ci, FILE* out, IDACIReportFormat format);

/* Static string such as "IDACI_SUCCESS"; "NONE" for a number that is no flag of this library. */
IDACI_EXPORT const char* IDACIGetReturnFlagName(int flag);

/* One paragraph on the last failure (or a remark on the last success): what, which names, what to do.
   Owned by the handle, valid until its next call; never NULL. */
IDACI_EXPORT const char* IDACIGetLastMessage(IDACIMem ci);

/* ------------------------------------------------------------------ integration of index-2/3 systems with IDA */

/* index [n], whole numbers >= 0: used by the error control instead of what IDACISolve found. NULL: back to that. */
IDACI_EXPORT int IDACISetVariableIndex(IDACIMem ci, N_Vector index);

typedef enum
{
  IDACI_EXCLUDE = 1,
  IDACI_FILTER = 2
} IDACIErrorControl;

/* Lets the plugin tell IDA's error norm from its Newton norm (needed by IDACI_FILTER); before IDAInit. */
IDACI_EXPORT int IDACIPrepareVector(N_Vector y0);

/* kinds: IDACI_EXCLUDE, IDACI_FILTER or both or-ed together. Default: the best that is available. */
IDACI_EXPORT int IDACISetErrorControl(IDACIMem ci, int kinds);

/* Call after IDASetLinearSolver and IDACISolve, before IDASolve. Takes components of index 2 and above out of the
   local error test (IDASetId, IDASetSuppressAlg) and attaches a Newton solver whose convergence test weighs them by
   h^(index-1) (Petzold, Loetstedt, sections 3 to 5). At index 3, with a direct linear solver and a vector prepared by
   IDACIPrepareVector, the error test sees filtered errors instead (their equations 5.1 to 5.5); where that is not
   available IDACIGetLastMessage gives the reason. Up to 6 Newton iterations a step. Does nothing to systems of index
   0 and 1.
   Replaces the id vector and the nonlinear solver of ida_mem, so IDASetMaxNonlinIters and IDASetNlsResFn have to be
   called again afterwards. Refused with IDACI_ILL_INPUT once IDA has taken a step.
   The handle must live as long as ida_mem is stepped. */
IDACI_EXPORT int IDACIAttachErrorControl(IDACIMem ci);

/* Opt-in, after IDASetLinearSolver and IDACISolve: the linear systems of IDA's Newton iteration are scaled by powers of
   h, equation i by max(1, cj)^c_i (differentiated c_i times) and, for iterative solvers, the unknowns by h^(index-1).
   LS: the solver given to IDASetLinearSolver, IDA's dense, band or an iterative one without preconditioner; others
   scale by themselves: IDACI_NOT_SUPPORTED. It serves ida_mem only from now on, and cannot be scaled back. When it
   is of use: docs/integration.md. */
IDACI_EXPORT int IDACIScaleLinearSolver(IDACIMem ci, SUNLinearSolver LS);

/* For users with their own IDAEwtFn. ewt [n]: on entry the weights 1/(rtol |y_j| + atol_j) of that function, on
   return those of components of index 2 and above multiplied by h^(index-1), h the current step of ida_mem. */
IDACI_EXPORT int IDACIComputeErrorWeights(IDACIMem ci, N_Vector y, N_Vector ewt);

#ifdef __cplusplus
}
#endif

#endif
