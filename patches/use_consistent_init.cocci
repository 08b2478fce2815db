// Rewrites a C program that calls IDACalcIC to the explicit API of ida_consistent_init.
//
// What the program has told IDA about the problem is found by the name of its IDA memory, wherever it is said, and told
// to a handle as well. IDACISolve stands in the place of IDACalcIC. Where the vectors are of a kind that it does not
// serve, IDACalcIC is still called.
//
// Left alone: programs with sensitivities, for which IDACalcIC computes consistent values too, and backward problems.

@has_sensitivities@
@@
IDASensInit(...)

@creates@
expression memory, context;
@@
memory = IDACreate(context)

@starts depends on !has_sensitivities@
expression creates.memory, residual, t0, y, yp;
@@
IDAInit(memory, residual, t0, y, yp)

@asks depends on starts@
expression creates.memory, option, tout;
@@
IDACalcIC(memory, option, tout)

@asks_for_y depends on asks@
expression creates.memory, tout;
@@
IDACalcIC(memory, IDA_Y_INIT, tout)

// ---------------------------------------------------------------------------------------------------- header

@depends on asks@
@@
#include <ida/ida.h>
+#include <ida_consistent_init/ida_consistent_init.h>

@depends on asks@
@@
#include <idas/idas.h>
+#include <ida_consistent_init/ida_consistent_init.h>

// ---------------------------------------------------------------------------------------------------- handle

@depends on asks@
expression creates.memory, creates.context, starts.residual, starts.y, starts.yp;
@@
memory = IDACreate(context);
+IDACIMem consistent_init = IDACICreate(memory, residual, y, yp, context);

@depends on asks@
expression creates.memory;
@@
IDAFree(&memory);
+IDACIFree(&consistent_init);

// ----------------------------------------------------------------------------------------------- the problem

@depends on asks && !asks_for_y@
expression creates.memory, id, flag;
@@
flag = IDASetId(memory, id);
+IDACISetFixed(consistent_init, id);

@depends on asks_for_y@
expression creates.memory, id, flag;
@@
flag = IDASetId(memory, id);
+IDACISetFixedDerivatives(consistent_init, id);

@depends on asks@
expression creates.memory, constraints, flag;
@@
flag = IDASetConstraints(memory, constraints);
+IDACISetConstraints(consistent_init, constraints);

@has_matrix depends on asks@
expression creates.memory, solver, matrix;
@@
IDASetLinearSolver(memory, solver, matrix)

@depends on asks@
expression creates.memory, has_matrix.matrix, jacobian, flag;
@@
flag = IDASetJacFn(memory, jacobian);
+IDACISetJacFn(consistent_init, jacobian, matrix);

// ------------------------------------------------------------------------------------------------- the solve

@depends on asks@
expression creates.memory, option, tout, flag;
@@
-flag = IDACalcIC(memory, option, tout);
+flag = IDACISolve(consistent_init);
+if (flag == IDACI_NOT_SUPPORTED) flag = IDACalcIC(memory, option, tout);
+else if (flag == IDACI_SUCCESS) flag = IDACIAttachErrorControl(consistent_init);
