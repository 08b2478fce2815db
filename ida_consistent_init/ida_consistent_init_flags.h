/* Return flags of ida_consistent_init: one list, from which the enum, the names and the texts are made.
   Installed with ida_consistent_init.h, which includes it. Plain C. */
#ifndef IDA_CONSISTENT_INIT_FLAGS_H
#define IDA_CONSISTENT_INIT_FLAGS_H

/* X(name, value, one-line meaning). No flag of IDA, IDAS, KINSOL or SUNDIALS 7 lies in -299..-200 or 200..299. */
#define IDACI_FLAG_LIST(X)                                                                     \
  X(IDACI_SUCCESS, 0, "success")                                                               \
  X(IDACI_INCONSISTENT, 201, "the values given to IDACICheck are not consistent")              \
  X(IDACI_MEM_NULL, -201, "a required handle or vector is NULL")                               \
  X(IDACI_ILL_INPUT, -202, "an argument is out of range or of the wrong length")               \
  X(IDACI_MEM_FAIL, -203, "memory could not be allocated")                                     \
  X(IDACI_RES_FAIL, -204, "the residual function failed")                                      \
  X(IDACI_RES_NOT_FINITE, -205, "the residual is not finite")                                  \
  X(IDACI_JAC_FAIL, -206, "the Jacobian function failed")                                      \
  X(IDACI_STRUCTURALLY_SINGULAR, -207, "equations and variables cannot be matched one to one") \
  X(IDACI_OVERDETERMINED, -208, "held values or conditions contradict the constraints")        \
  X(IDACI_CONV_FAIL, -209, "a nonlinear solve did not converge")                               \
  X(IDACI_CONSTRAINT_FAIL, -210, "an inequality constraint cannot be kept")                    \
  X(IDACI_VERIFY_FAIL, -211, "the computed values failed their verification")                  \
  X(IDACI_INDEX_TOO_HIGH, -212, "the index exceeds the allowed maximum")                       \
  X(IDACI_NOT_SUPPORTED, -213, "this combination is not supported")                            \
  X(IDACI_CANCELLED, -214, "the function of IDACISetMonitorFn asked for the end")

#define IDACI_FLAG_AS_ENUMERATOR(name, value, text) name = (value),
enum IDACIFlag
{
  IDACI_FLAG_LIST(IDACI_FLAG_AS_ENUMERATOR) IDACI_FLAG_LIST_END = 299
};
#undef IDACI_FLAG_AS_ENUMERATOR

#endif
