! The C interface of ida_consistent_init for Fortran 2003, function by function, with F in front of the names as in
! SUNDIALS' own modules. ida_consistent_init.h says what each of them does.
!
! Objects of SUNDIALS and of this library are type(c_ptr): pass c_loc(vector) of an N_Vector or SUNMatrix pointer of
! SUNDIALS' modules, and ida_mem and the context as they are. Functions of the program (bind(C)) are passed by c_funloc.
! A handle that is freed is passed by FIDACIFree itself. Flags are integers(c_int).
module ida_consistent_init_mod
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int), parameter :: IDACI_SUCCESS = 0
  integer(c_int), parameter :: IDACI_INCONSISTENT = 201
  integer(c_int), parameter :: IDACI_MEM_NULL = -201
  integer(c_int), parameter :: IDACI_ILL_INPUT = -202
  integer(c_int), parameter :: IDACI_MEM_FAIL = -203
  integer(c_int), parameter :: IDACI_RES_FAIL = -204
  integer(c_int), parameter :: IDACI_RES_NOT_FINITE = -205
  integer(c_int), parameter :: IDACI_JAC_FAIL = -206
  integer(c_int), parameter :: IDACI_STRUCTURALLY_SINGULAR = -207
  integer(c_int), parameter :: IDACI_OVERDETERMINED = -208
  integer(c_int), parameter :: IDACI_CONV_FAIL = -209
  integer(c_int), parameter :: IDACI_CONSTRAINT_FAIL = -210
  integer(c_int), parameter :: IDACI_VERIFY_FAIL = -211
  integer(c_int), parameter :: IDACI_INDEX_TOO_HIGH = -212
  integer(c_int), parameter :: IDACI_NOT_SUPPORTED = -213
  integer(c_int), parameter :: IDACI_CANCELLED = -214
  integer(c_int), parameter :: IDACI_AUTO = 0
  integer(c_int), parameter :: IDACI_STEP_BY_STEP = 1
  integer(c_int), parameter :: IDACI_LEAST_SQUARES = 2
  integer(c_int), parameter :: IDACI_IMPULSE = 3
  integer(c_int), parameter :: IDACI_ONE_SIDED = 0
  integer(c_int), parameter :: IDACI_CENTERED = 1
  integer(c_int), parameter :: IDACI_REPORT_TEXT = 0
  integer(c_int), parameter :: IDACI_REPORT_JSON = 1
  integer(c_int), parameter :: IDACI_REPORT_HTML = 2
  integer(c_int), parameter :: IDACI_EXCLUDE = 1
  integer(c_int), parameter :: IDACI_FILTER = 2

  interface
    function FIDACICreate(ida_mem, res, y0, yp0, sunctx) bind(C, name="IDACICreate") result(answer)
      import
      type(c_ptr), value :: ida_mem
      type(c_funptr), value :: res
      type(c_ptr), value :: y0
      type(c_ptr), value :: yp0
      type(c_ptr), value :: sunctx
      type(c_ptr) :: answer
    end function FIDACICreate

    subroutine FIDACIFree(ci) bind(C, name="IDACIFree")
      import
      type(c_ptr), intent(inout) :: ci
    end subroutine FIDACIFree

    function FIDACISetUserData(ci, user_data) bind(C, name="IDACISetUserData") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: user_data
      integer(c_int) :: answer
    end function FIDACISetUserData

    function FIDACISetInitialTime(ci, t0) bind(C, name="IDACISetInitialTime") result(answer)
      import
      type(c_ptr), value :: ci
      real(c_double), value :: t0
      integer(c_int) :: answer
    end function FIDACISetInitialTime

    function FIDACISetJacFn(ci, jac, J) bind(C, name="IDACISetJacFn") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_funptr), value :: jac
      type(c_ptr), value :: J
      integer(c_int) :: answer
    end function FIDACISetJacFn

    function FIDACISetSparsity(ci, pattern) bind(C, name="IDACISetSparsity") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: pattern
      integer(c_int) :: answer
    end function FIDACISetSparsity

    function FIDACISetTaylorFn(ci, taylor) bind(C, name="IDACISetTaylorFn") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_funptr), value :: taylor
      integer(c_int) :: answer
    end function FIDACISetTaylorFn

    function FIDACISetFixed(ci, fixed) bind(C, name="IDACISetFixed") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: fixed
      integer(c_int) :: answer
    end function FIDACISetFixed

    function FIDACISetFixedDerivatives(ci, fixed) &
        bind(C, name="IDACISetFixedDerivatives") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: fixed
      integer(c_int) :: answer
    end function FIDACISetFixedDerivatives

    function FIDACISetWeights(ci, weights) bind(C, name="IDACISetWeights") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: weights
      integer(c_int) :: answer
    end function FIDACISetWeights

    function FIDACISetConstraints(ci, constraints) &
        bind(C, name="IDACISetConstraints") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: constraints
      integer(c_int) :: answer
    end function FIDACISetConstraints

    function FIDACISetConditions(ci, count, conditions) &
        bind(C, name="IDACISetConditions") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: count
      type(c_funptr), value :: conditions
      integer(c_int) :: answer
    end function FIDACISetConditions

    function FIDACISetNames(ci, variables, equations) bind(C, name="IDACISetNames") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: variables
      type(c_ptr), value :: equations
      integer(c_int) :: answer
    end function FIDACISetNames

    function FIDACISetMethod(ci, method) bind(C, name="IDACISetMethod") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: method
      integer(c_int) :: answer
    end function FIDACISetMethod

    function FIDACISetIndex(ci, index) bind(C, name="IDACISetIndex") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: index
      integer(c_int) :: answer
    end function FIDACISetIndex

    function FIDACISetMaxIndex(ci, max_index) bind(C, name="IDACISetMaxIndex") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: max_index
      integer(c_int) :: answer
    end function FIDACISetMaxIndex

    function FIDACISetOffsets(ci, c, d) bind(C, name="IDACISetOffsets") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: c
      type(c_ptr), value :: d
      integer(c_int) :: answer
    end function FIDACISetOffsets

    function FIDACISetLinearSolver(ci, LS, A) bind(C, name="IDACISetLinearSolver") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: LS
      type(c_ptr), value :: A
      integer(c_int) :: answer
    end function FIDACISetLinearSolver

    function FIDACISetPreconditioner(ci, psetup, psolve) &
        bind(C, name="IDACISetPreconditioner") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_funptr), value :: psetup
      type(c_funptr), value :: psolve
      integer(c_int) :: answer
    end function FIDACISetPreconditioner

    function FIDACISetDifferenceOrder(ci, order) &
        bind(C, name="IDACISetDifferenceOrder") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: order
      integer(c_int) :: answer
    end function FIDACISetDifferenceOrder

    function FIDACISetAlgebraicDerivatives(ci, wanted) &
        bind(C, name="IDACISetAlgebraicDerivatives") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: wanted
      integer(c_int) :: answer
    end function FIDACISetAlgebraicDerivatives

    function FIDACISetDifferenceKind(ci, kind) bind(C, name="IDACISetDifferenceKind") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: kind
      integer(c_int) :: answer
    end function FIDACISetDifferenceKind

    function FIDACISetTolerances(ci, rtol, atol) bind(C, name="IDACISetTolerances") result(answer)
      import
      type(c_ptr), value :: ci
      real(c_double), value :: rtol
      real(c_double), value :: atol
      integer(c_int) :: answer
    end function FIDACISetTolerances

    function FIDACISetMaxIters(ci, iterations) bind(C, name="IDACISetMaxIters") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: iterations
      integer(c_int) :: answer
    end function FIDACISetMaxIters

    function FIDACISetEulerStart(ci, h) bind(C, name="IDACISetEulerStart") result(answer)
      import
      type(c_ptr), value :: ci
      real(c_double), value :: h
      integer(c_int) :: answer
    end function FIDACISetEulerStart

    function FIDACISetInfoFile(ci, out) bind(C, name="IDACISetInfoFile") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: out
      integer(c_int) :: answer
    end function FIDACISetInfoFile

    function FIDACISetMonitorFn(ci, monitor, data) bind(C, name="IDACISetMonitorFn") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_funptr), value :: monitor
      type(c_ptr), value :: data
      integer(c_int) :: answer
    end function FIDACISetMonitorFn

    function FIDACISolve(ci) bind(C, name="IDACISolve") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int) :: answer
    end function FIDACISolve

    function FIDACICheck(ci) bind(C, name="IDACICheck") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int) :: answer
    end function FIDACICheck

    function FIDACIGetConsistentIC(ci, y, yp) bind(C, name="IDACIGetConsistentIC") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: y
      type(c_ptr), value :: yp
      integer(c_int) :: answer
    end function FIDACIGetConsistentIC

    function FIDACIGetDerivative(ci, order, d) bind(C, name="IDACIGetDerivative") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: order
      type(c_ptr), value :: d
      integer(c_int) :: answer
    end function FIDACIGetDerivative

    function FIDACIProject(ci, t, y, yp) bind(C, name="IDACIProject") result(answer)
      import
      type(c_ptr), value :: ci
      real(c_double), value :: t
      type(c_ptr), value :: y
      type(c_ptr), value :: yp
      integer(c_int) :: answer
    end function FIDACIProject

    function FIDACIGetIndex(ci, index) bind(C, name="IDACIGetIndex") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), intent(out) :: index
      integer(c_int) :: answer
    end function FIDACIGetIndex

    function FIDACIGetVariableIndex(ci, index) bind(C, name="IDACIGetVariableIndex") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: index
      integer(c_int) :: answer
    end function FIDACIGetVariableIndex

    function FIDACIGetOffsets(ci, c, d) bind(C, name="IDACIGetOffsets") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: c
      type(c_ptr), value :: d
      integer(c_int) :: answer
    end function FIDACIGetOffsets

    function FIDACIGetDegreesOfFreedom(ci, dof) &
        bind(C, name="IDACIGetDegreesOfFreedom") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_long), intent(out) :: dof
      integer(c_int) :: answer
    end function FIDACIGetDegreesOfFreedom

    function FIDACIGetDetermined(ci, determined) bind(C, name="IDACIGetDetermined") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: determined
      integer(c_int) :: answer
    end function FIDACIGetDetermined

    function FIDACIGetDerivativesDetermined(ci, determined) &
        bind(C, name="IDACIGetDerivativesDetermined") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: determined
      integer(c_int) :: answer
    end function FIDACIGetDerivativesDetermined

    function FIDACIGetResidualNorms(ci, explicit_norm, hidden_norm) &
        bind(C, name="IDACIGetResidualNorms") result(answer)
      import
      type(c_ptr), value :: ci
      real(c_double), intent(out) :: explicit_norm
      real(c_double), intent(out) :: hidden_norm
      integer(c_int) :: answer
    end function FIDACIGetResidualNorms

    function FIDACIGetErrorEstimate(ci, ey, eyp) &
        bind(C, name="IDACIGetErrorEstimate") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: ey
      type(c_ptr), value :: eyp
      integer(c_int) :: answer
    end function FIDACIGetErrorEstimate

    function FIDACIGetMethodUsed(ci, method) bind(C, name="IDACIGetMethodUsed") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), intent(out) :: method
      integer(c_int) :: answer
    end function FIDACIGetMethodUsed

    function FIDACIGetNumResEvals(ci, n) bind(C, name="IDACIGetNumResEvals") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_long), intent(out) :: n
      integer(c_int) :: answer
    end function FIDACIGetNumResEvals

    function FIDACIGetNumJacEvals(ci, n) bind(C, name="IDACIGetNumJacEvals") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_long), intent(out) :: n
      integer(c_int) :: answer
    end function FIDACIGetNumJacEvals

    function FIDACIGetNumFactorizations(ci, n) &
        bind(C, name="IDACIGetNumFactorizations") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_long), intent(out) :: n
      integer(c_int) :: answer
    end function FIDACIGetNumFactorizations

    function FIDACIWriteReport(ci, out, format) bind(C, name="IDACIWriteReport") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: out
      integer(c_int), value :: format
      integer(c_int) :: answer
    end function FIDACIWriteReport

    function FIDACIGetReturnFlagName(flag) bind(C, name="IDACIGetReturnFlagName") result(answer)
      import
      integer(c_int), value :: flag
      type(c_ptr) :: answer
    end function FIDACIGetReturnFlagName

    function FIDACIGetLastMessage(ci) bind(C, name="IDACIGetLastMessage") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr) :: answer
    end function FIDACIGetLastMessage

    function FIDACISetVariableIndex(ci, index) bind(C, name="IDACISetVariableIndex") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: index
      integer(c_int) :: answer
    end function FIDACISetVariableIndex

    function FIDACIPrepareVector(y0) bind(C, name="IDACIPrepareVector") result(answer)
      import
      type(c_ptr), value :: y0
      integer(c_int) :: answer
    end function FIDACIPrepareVector

    function FIDACISetErrorControl(ci, kinds) bind(C, name="IDACISetErrorControl") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int), value :: kinds
      integer(c_int) :: answer
    end function FIDACISetErrorControl

    function FIDACIAttachErrorControl(ci) bind(C, name="IDACIAttachErrorControl") result(answer)
      import
      type(c_ptr), value :: ci
      integer(c_int) :: answer
    end function FIDACIAttachErrorControl

    function FIDACIComputeErrorWeights(ci, y, ewt) &
        bind(C, name="IDACIComputeErrorWeights") result(answer)
      import
      type(c_ptr), value :: ci
      type(c_ptr), value :: y
      type(c_ptr), value :: ewt
      integer(c_int) :: answer
    end function FIDACIComputeErrorWeights
  end interface
end module ida_consistent_init_mod
