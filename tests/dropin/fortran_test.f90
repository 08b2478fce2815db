! A Fortran program calls this library through its module. SUNDIALS' own calls are declared here, because Debian does not
! ship SUNDIALS' module files. y1' = -y1 + y2 + y4, 0 = y2 - 2 y1, y3' = y2, 0 = y3 - y1: of index 2, y1' = y3' = y2 is
! hidden and determines y4.
module model
  use, intrinsic :: iso_c_binding
  implicit none

  interface
    function SUNContext_Create(comm, context) bind(C, name="SUNContext_Create") result(flag)
      import
      type(c_ptr), value :: comm
      type(c_ptr), intent(out) :: context
      integer(c_int) :: flag
    end function SUNContext_Create

    function SUNContext_Free(context) bind(C, name="SUNContext_Free") result(flag)
      import
      type(c_ptr), intent(inout) :: context
      integer(c_int) :: flag
    end function SUNContext_Free

    function N_VMake_Serial(length, values, context) bind(C, name="N_VMake_Serial") result(vector)
      import
      integer(c_int64_t), value :: length
      type(c_ptr), value :: values
      type(c_ptr), value :: context
      type(c_ptr) :: vector
    end function N_VMake_Serial

    subroutine N_VDestroy(vector) bind(C, name="N_VDestroy")
      import
      type(c_ptr), value :: vector
    end subroutine N_VDestroy

    function N_VGetArrayPointer(vector) bind(C, name="N_VGetArrayPointer") result(values)
      import
      type(c_ptr), value :: vector
      type(c_ptr) :: values
    end function N_VGetArrayPointer
  end interface

contains

  function elements(vector) result(values)
    type(c_ptr), value :: vector
    real(c_double), pointer :: values(:)
    call c_f_pointer(N_VGetArrayPointer(vector), values, [4])
  end function elements

  function residual(t, y_vector, yp_vector, r_vector, user_data) bind(C) result(flag)
    real(c_double), value :: t
    type(c_ptr), value :: y_vector, yp_vector, r_vector, user_data
    integer(c_int) :: flag
    real(c_double), pointer :: y(:), yp(:), r(:)
    y => elements(y_vector)
    yp => elements(yp_vector)
    r => elements(r_vector)
    r(1) = yp(1) + y(1) - y(2) - y(4)
    r(2) = y(2) - 2*y(1)
    r(3) = yp(3) - y(2)
    r(4) = y(3) - y(1)
    flag = 0
    if (t > huge(t) .or. c_associated(user_data)) flag = -1
  end function residual
end module model

program fortran_test
  use, intrinsic :: iso_c_binding
  use ida_consistent_init_mod
  use model
  implicit none

  type(c_ptr) :: context, y_vector, yp_vector, ci
  real(c_double), target :: y(4) = [1.0_c_double, 0.5_c_double, 0.7_c_double, 0.0_c_double]
  real(c_double), target :: yp(4) = 0
  integer(c_int) :: index
  integer :: failed = 0

  call check(SUNContext_Create(c_null_ptr, context) == 0, "SUNContext_Create")
  y_vector = N_VMake_Serial(4_c_int64_t, c_loc(y), context)
  yp_vector = N_VMake_Serial(4_c_int64_t, c_loc(yp), context)
  ci = FIDACICreate(c_null_ptr, c_funloc(residual), y_vector, yp_vector, context)
  call check(c_associated(ci), "FIDACICreate")
  call check(FIDACISetMaxIters(ci, 0_c_int) == IDACI_ILL_INPUT, "FIDACISetMaxIters refuses 0")
  call check(FIDACISolve(ci) == IDACI_SUCCESS, "FIDACISolve")
  call check(FIDACIGetIndex(ci, index) == IDACI_SUCCESS .and. index == 2, "the index is 2")
  call check(abs(y(1) - y(3)) < 1e-10 .and. abs(y(2) - 2*y(1)) < 1e-10, "the equations hold")
  call check(abs(yp(1) - y(2)) < 1e-9, "the hidden constraint holds")
  call check(abs(y(4) - (yp(1) + y(1) - y(2))) < 1e-9, "the fourth component follows from it")
  call FIDACIFree(ci)
  call check(.not. c_associated(ci), "FIDACIFree")
  call N_VDestroy(y_vector)
  call N_VDestroy(yp_vector)
  call check(SUNContext_Free(context) == 0, "SUNContext_Free")
  if (failed > 0) error stop 1

contains

  subroutine check(holds, claim)
    logical, intent(in) :: holds
    character(*), intent(in) :: claim
    if (holds) return
    failed = failed + 1
    print *, "failed: ", claim
  end subroutine check
end program fortran_test
