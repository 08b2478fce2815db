/* What replaces IDACalcIC(mem, IDA_YA_YDP_INIT, tout) in the example programs shipped with SUNDIALS: the components
   that the program's id vector marks as differential keep their values, everything else is computed. */
#ifndef IDACI_TESTS_STOCK_CONSISTENT_INIT_CALL_H
#define IDACI_TESTS_STOCK_CONSISTENT_INIT_CALL_H

#include <ida_consistent_init/ida_consistent_init.h>
#include <stdio.h>

/* Applies the program's own choices and solves; a negative flag says which call refused. */
static int set_up_and_solve(IDACIMem ci, N_Vector id, N_Vector constraints, IDALsJacFn jac, SUNMatrix J)
{
  int flag = IDACISetFixed(ci, id);
  if (flag == IDACI_SUCCESS && jac != NULL) flag = IDACISetJacFn(ci, jac, J);
  if (flag == IDACI_SUCCESS && constraints != NULL) flag = IDACISetConstraints(ci, constraints);
  if (flag == IDACI_SUCCESS) flag = IDACISolve(ci);
  return flag;
}

/* y, yp: guess in, consistent values out. constraints: as given to IDASetConstraints, or NULL. jac, J: as given to
   IDASetJacFn and IDASetLinearSolver, or NULL. */
static int consistent_init_call(void* mem, IDAResFn res, N_Vector y, N_Vector yp, N_Vector id, N_Vector constraints,
                                IDALsJacFn jac, SUNMatrix J, SUNContext ctx)
{
  IDACIMem ci = IDACICreate(mem, res, y, yp, ctx);
  const int flag = set_up_and_solve(ci, id, constraints, jac, J);
  if (flag < 0) fprintf(stderr, "%s: %s\n", IDACIGetReturnFlagName(flag), IDACIGetLastMessage(ci));
  IDACIFree(&ci);
  return flag;
}

#endif
