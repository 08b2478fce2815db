// The method impulse on vectors whose elements cannot be reached, and what it says when something fails.
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace {

int alive = 0, most_alive = 0;  // clones

N_Vector clone_without_access(N_Vector vector)
{
  most_alive = std::max(most_alive, ++alive);
  return N_VClone_Serial(vector);
}

void destroy(N_Vector vector)
{
  --alive;
  N_VDestroy_Serial(vector);
}

N_Vector_ID custom_id(N_Vector /*vector*/)
{
  return SUNDIALS_NVEC_CUSTOM;
}

// A serial vector that calls itself a user's own and hands out no pointer to its elements.
N_Vector make_vector(const std::vector<double>& values, SUNContext context)
{
  N_Vector vector = N_VNew_Serial(static_cast<sunindextype>(values.size()), context);
  for (std::size_t j = 0; j < values.size(); ++j) NV_Ith_S(vector, j) = values[j];
  vector->ops->nvclone = clone_without_access;
  vector->ops->nvdestroy = destroy;
  vector->ops->nvgetvectorid = custom_id;
  vector->ops->nvgetarraypointer = nullptr;
  vector->ops->nvsetarraypointer = nullptr;
  return vector;
}

enum class Failure
{
  none,
  residual,
  preconditioner
};

int pendulum(double /*t*/, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* data)
{
  if (*static_cast<Failure*>(data) == Failure::residual) return -1;
  const double *y = NV_DATA_S(y_vector), *yp = NV_DATA_S(yp_vector);
  double* r = NV_DATA_S(r_vector);
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[0] * y[0] + y[1] * y[1] - 1;
  return 0;
}

int identity(double /*t*/, N_Vector /*y*/, N_Vector /*yp*/, N_Vector /*f*/, N_Vector r, N_Vector z, double /*cj*/,
             double /*delta*/, void* data)
{
  N_VScale(1, r, z);
  return *static_cast<Failure*>(data) == Failure::preconditioner ? 1 : 0;
}

struct Pendulum
{
  Pendulum()
  {
    SUNContext_Create(nullptr, &context);
    y = make_vector({0.8, -0.7, 0.3, 0.2, 0}, context);
    yp = make_vector({0, 0, 0, 0, 0}, context);
    c = make_vector({1, 1, 0, 0, 2}, context);
    d = make_vector({2, 2, 1, 1, 0}, context);
    solver = SUNLinSol_SPGMR(y, SUN_PREC_NONE, 5, context);
    ci = IDACICreate(nullptr, pendulum, y, yp, context);
    IDACISetUserData(ci, &failure);
    IDACISetLinearSolver(ci, solver, nullptr);
  }
  ~Pendulum()
  {
    IDACIFree(&ci);
    SUNLinSolFree(solver);
    for (N_Vector vector : {y, yp, c, d}) N_VDestroy(vector);
    SUNContext_Free(&context);
  }
  Pendulum(const Pendulum&) = delete;
  Pendulum& operator=(const Pendulum&) = delete;
  Pendulum(Pendulum&&) = delete;
  Pendulum& operator=(Pendulum&&) = delete;

  void expect_failure(int flag, const std::string& words)
  {
    BOOST_TEST(IDACISolve(ci) == flag);
    const std::string message = IDACIGetLastMessage(ci);
    BOOST_TEST(message.find(words) != std::string::npos, message);
    BOOST_TEST(NV_Ith_S(y, 0) == 0.8);
    BOOST_TEST(NV_Ith_S(y, 4) == 0.0);
    BOOST_TEST(N_VMaxNorm(yp) == 0.0);
  }

  Failure failure = Failure::none;
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr, c = nullptr, d = nullptr;
  SUNLinearSolver solver = nullptr;
  IDACIMem ci = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_CASE(vectors_without_element_access_get_consistent_values_of_index_3)
{
  Pendulum pendulum;
  BOOST_TEST(IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d) == IDACI_SUCCESS);
  const int before = alive;
  most_alive = alive;
  BOOST_TEST(IDACISolve(pendulum.ci) == IDACI_SUCCESS, IDACIGetLastMessage(pendulum.ci));
  constexpr int krylov_basis = 6;  // which the solver allocates for IDA anyway
  BOOST_TEST(most_alive - before - krylov_basis <= 25);
  const double* y = NV_DATA_S(pendulum.y);
  BOOST_TEST(std::abs(y[0] * y[0] + y[1] * y[1] - 1) <= 1e-12);
  BOOST_TEST(std::abs(y[0] * y[2] + y[1] * y[3]) <= 1e-11);
  BOOST_TEST(std::abs(y[4] - (y[2] * y[2] + y[3] * y[3] - 9.81 * y[1])) <= 1e-8);
  IDACIMethod method = IDACI_AUTO;
  BOOST_TEST(IDACIGetMethodUsed(pendulum.ci, &method) == IDACI_SUCCESS);
  BOOST_TEST(method == IDACI_IMPULSE);
  int index = 0;
  BOOST_TEST(IDACIGetIndex(pendulum.ci, &index) == IDACI_SUCCESS);
  BOOST_TEST(index == 3);
  BOOST_TEST(IDACIGetVariableIndex(pendulum.ci, pendulum.c) == IDACI_SUCCESS);
  BOOST_TEST(NV_Ith_S(pendulum.c, 4) == 3.0);
  BOOST_TEST(IDACIGetOffsets(pendulum.ci, pendulum.c, pendulum.d) == IDACI_SUCCESS);
  BOOST_TEST(NV_Ith_S(pendulum.c, 4) == 2.0);
  BOOST_TEST(NV_Ith_S(pendulum.d, 0) == 2.0);
}

BOOST_AUTO_TEST_CASE(derivatives_that_occur_nowhere_stay_as_given_where_they_are_not_wanted)
{
  Pendulum pendulum, other;
  NV_Ith_S(pendulum.yp, 4) = 7;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  IDACISetOffsets(other.ci, other.c, other.d);
  IDACISetAlgebraicDerivatives(pendulum.ci, 0);
  IDACISetMethod(pendulum.ci, IDACI_IMPULSE);
  IDACISetMethod(other.ci, IDACI_IMPULSE);
  BOOST_REQUIRE(IDACISolve(pendulum.ci) == IDACI_SUCCESS);
  BOOST_REQUIRE(IDACISolve(other.ci) == IDACI_SUCCESS);
  BOOST_TEST(NV_Ith_S(pendulum.yp, 4) == 7);
  BOOST_TEST(NV_Ith_S(other.yp, 4) != 0);
  for (int j = 0; j < 5; ++j) {
    BOOST_TEST(NV_Ith_S(pendulum.y, j) == NV_Ith_S(other.y, j));
    if (j < 4) BOOST_TEST(NV_Ith_S(pendulum.yp, j) == NV_Ith_S(other.yp, j));
  }
  long calls = 0, calls_of_other = 0;
  IDACIGetNumResEvals(pendulum.ci, &calls);
  IDACIGetNumResEvals(other.ci, &calls_of_other);
  BOOST_TEST(calls < calls_of_other);
}

BOOST_AUTO_TEST_CASE(held_components_stay_without_element_access)
{
  Pendulum pendulum;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  N_Vector held = make_vector({1, 0, 0, 1, 0}, pendulum.context);
  BOOST_TEST(IDACISetFixed(pendulum.ci, held) == IDACI_SUCCESS);
  BOOST_TEST(IDACISolve(pendulum.ci) == IDACI_SUCCESS, IDACIGetLastMessage(pendulum.ci));
  const double* y = NV_DATA_S(pendulum.y);
  BOOST_TEST(y[0] == 0.8);
  BOOST_TEST(std::abs(y[1] + 0.6) <= 1e-9);
  BOOST_TEST(y[3] == 0.2);
  BOOST_TEST(std::abs(y[2] - 0.15) <= 1e-9);
  N_VDestroy(held);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_held_is_refused)
{
  Pendulum pendulum;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  N_Vector held = make_vector({1, 1, 0, 0, 0}, pendulum.context);
  IDACISetFixed(pendulum.ci, held);
  BOOST_TEST(IDACISolve(pendulum.ci) < 0);
  BOOST_TEST(NV_Ith_S(pendulum.y, 0) == 0.8);
  N_VConst(2, held);
  BOOST_TEST(IDACISetFixed(pendulum.ci, held) == IDACI_ILL_INPUT);
  N_VDestroy(held);
}

BOOST_AUTO_TEST_CASE(offsets_are_asked_for_where_structure_cannot_be_seen)
{
  Pendulum pendulum;
  pendulum.expect_failure(IDACI_NOT_SUPPORTED, "IDACISetOffsets");
  IDACISetMethod(pendulum.ci, IDACI_IMPULSE);
  pendulum.expect_failure(IDACI_ILL_INPUT, "IDACISetOffsets");
}

BOOST_AUTO_TEST_CASE(the_linear_solver_is_asked_for)
{
  Pendulum pendulum;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  IDACISetLinearSolver(pendulum.ci, nullptr, nullptr);
  pendulum.expect_failure(IDACI_NOT_SUPPORTED, "IDACISetLinearSolver");
  IDACISetMethod(pendulum.ci, IDACI_IMPULSE);
  pendulum.expect_failure(IDACI_ILL_INPUT, "IDACISetLinearSolver");
}

BOOST_AUTO_TEST_CASE(wrong_offsets_do_not_give_values)
{
  Pendulum pendulum;
  N_VConst(0, pendulum.c);
  N_VCompare(0.5, pendulum.d, pendulum.d);
  BOOST_TEST(IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d) == IDACI_SUCCESS);
  pendulum.expect_failure(IDACI_CONV_FAIL, "offsets");
}

BOOST_AUTO_TEST_CASE(a_preconditioner_that_fails_recoverably_is_named)
{
  Pendulum pendulum;
  SUNLinSol_SPGMRSetPrecType(pendulum.solver, SUN_PREC_LEFT);
  IDACISetPreconditioner(pendulum.ci, nullptr, identity);
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  pendulum.failure = Failure::preconditioner;
  pendulum.expect_failure(IDACI_CONV_FAIL, "preconditioner");
}

BOOST_AUTO_TEST_CASE(a_residual_that_fails_is_reported)
{
  Pendulum pendulum;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  pendulum.failure = Failure::residual;
  pendulum.expect_failure(IDACI_RES_FAIL, "residual");
}

BOOST_AUTO_TEST_CASE(a_monitor_ends_the_solve_without_element_access)
{
  Pendulum pendulum;
  IDACISetOffsets(pendulum.ci, pendulum.c, pendulum.d);
  int calls = 0;
  const auto end_at_second = [](int /*stage*/, int /*iteration*/, sunrealtype /*norm*/, void* data) {
    return ++*static_cast<int*>(data) == 2 ? 1 : 0;
  };
  IDACISetMonitorFn(pendulum.ci, end_at_second, &calls);
  pendulum.expect_failure(IDACI_CANCELLED, "IDACISetMonitorFn");
  BOOST_TEST(calls == 2);
  IDACISetMonitorFn(pendulum.ci, nullptr, nullptr);
  BOOST_TEST(IDACISolve(pendulum.ci) == IDACI_SUCCESS, IDACIGetLastMessage(pendulum.ci));
}

BOOST_AUTO_TEST_CASE(error_control_is_attached_to_vectors_without_element_access)
{
  Pendulum pendulum;
  void* ida = IDACreate(pendulum.context);
  IDAInit(ida, ::pendulum, 0, pendulum.y, pendulum.yp);
  IDASetUserData(ida, &pendulum.failure);
  IDASStolerances(ida, 1e-6, 1e-6);
  IDASetLinearSolver(ida, pendulum.solver, nullptr);
  IDACIMem ci = IDACICreate(ida, ::pendulum, pendulum.y, pendulum.yp, pendulum.context);
  IDACISetOffsets(ci, pendulum.c, pendulum.d);
  IDACISetLinearSolver(ci, pendulum.solver, nullptr);
  BOOST_TEST(IDACISolve(ci) == IDACI_SUCCESS, IDACIGetLastMessage(ci));
  IDACISetErrorControl(ci, IDACI_FILTER);
  BOOST_TEST(IDACIAttachErrorControl(ci) == IDACI_NOT_SUPPORTED);
  IDACISetErrorControl(ci, IDACI_EXCLUDE);
  BOOST_TEST(IDACIAttachErrorControl(ci) == IDACI_SUCCESS, IDACIGetLastMessage(ci));
  double t = 0;
  BOOST_TEST(IDASolve(ida, 0.1, &t, pendulum.y, pendulum.yp, IDA_NORMAL) == IDA_SUCCESS);
  const double* y = NV_DATA_S(pendulum.y);
  BOOST_TEST(std::abs(y[0] * y[0] + y[1] * y[1] - 1) <= 1e-5);
  long int steps = 0;
  IDAGetNumSteps(ida, &steps);
  BOOST_TEST(steps <= 200);
  IDACIFree(&ci);
  IDAFree(&ida);
}
