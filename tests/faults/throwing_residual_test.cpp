/// Residuals that throw, through the C interface and through the C++ one: a flag or the original exception comes back,
/// nothing crosses the C border, nothing is lost.
#include <sunmatrix/sunmatrix_dense.h>
#include <ida_consistent_init/ida_consistent_init.hpp>

#include <boost/test/unit_test.hpp>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace ida_consistent_init;

enum class Thrown
{
  exception,
  number,
  bad_alloc,
};

void throw_it(Thrown thrown)
{
  switch (thrown) {
    case Thrown::exception:
      throw std::domain_error("pump 7 runs dry");
    case Thrown::number:
      throw 42;
    case Thrown::bad_alloc:
      throw std::bad_alloc();
  }
}

int throwing_residual(sunrealtype, N_Vector, N_Vector, N_Vector, void* user_data)
{
  throw_it(*static_cast<Thrown*>(user_data));
  return 0;
}

int plain_residual(sunrealtype, N_Vector y, N_Vector yp, N_Vector r, void*)
{
  N_VGetArrayPointer(r)[0] = N_VGetArrayPointer(yp)[0] + N_VGetArrayPointer(y)[0];
  return 0;
}

int throwing_jacobian(sunrealtype, sunrealtype, N_Vector, N_Vector, N_Vector, SUNMatrix, void* user_data, N_Vector,
                      N_Vector, N_Vector)
{
  throw_it(*static_cast<Thrown*>(user_data));
  return 0;
}

struct OneUnknown
{
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr;
  IDACIMem ci = nullptr;

  explicit OneUnknown(IDAResFn residual)
  {
    SUNContext_Create(nullptr, &context);
    y = N_VNew_Serial(1, context);
    yp = N_VClone(y);
    N_VConst(1, y);
    N_VConst(0, yp);
    ci = IDACICreate(nullptr, residual, y, yp, context);
  }
  OneUnknown(const OneUnknown&) = delete;
  OneUnknown& operator=(const OneUnknown&) = delete;
  ~OneUnknown()
  {
    IDACIFree(&ci);
    N_VDestroy(y);
    N_VDestroy(yp);
    SUNContext_Free(&context);
  }
};

void pendulum(double, ConstSpan y, ConstSpan yp, Span r)
{
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + y[4] * y[0];
  r[3] = yp[3] + y[4] * y[1] + 9.81;
  r[4] = y[0] * y[0] + y[1] * y[1] - 1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(whatever_a_residual_throws_becomes_res_fail)
{
  for (Thrown thrown : {Thrown::exception, Thrown::number, Thrown::bad_alloc}) {
    OneUnknown system(throwing_residual);
    BOOST_TEST(IDACISetUserData(system.ci, &thrown) == IDACI_SUCCESS);
    BOOST_TEST(IDACISolve(system.ci) == IDACI_RES_FAIL);
    BOOST_TEST(IDACICheck(system.ci) == IDACI_RES_FAIL);
    BOOST_TEST(N_VGetArrayPointer(system.y)[0] == 1.0);
    const std::string message = IDACIGetLastMessage(system.ci);
    BOOST_TEST(message.find("threw") != std::string::npos, message);
    if (thrown == Thrown::exception) BOOST_TEST(message.find("pump 7 runs dry") != std::string::npos, message);
  }
}

BOOST_AUTO_TEST_CASE(whatever_a_jacobian_throws_becomes_jac_fail)
{
  for (Thrown thrown : {Thrown::exception, Thrown::number, Thrown::bad_alloc}) {
    OneUnknown system(plain_residual);
    SUNMatrix matrix = SUNDenseMatrix(1, 1, system.context);
    BOOST_TEST(IDACISetUserData(system.ci, &thrown) == IDACI_SUCCESS);
    BOOST_TEST(IDACISetJacFn(system.ci, throwing_jacobian, matrix) == IDACI_SUCCESS);
    BOOST_TEST(IDACISolve(system.ci) == IDACI_JAC_FAIL);
    SUNMatDestroy(matrix);
  }
}

BOOST_AUTO_TEST_CASE(the_cpp_solver_gives_the_callers_own_exception_back)
{
  const std::vector<double> y{1, 2};
  Solver solver(y, {0, 0}, [](double, ConstSpan, ConstSpan, Span) { throw std::domain_error("pump 7 runs dry"); });
  BOOST_CHECK_THROW(solver.solve(), std::domain_error);
  BOOST_TEST(solver.y()[0] == 1.0);
  BOOST_TEST(solver.y()[1] == 2.0);
}

BOOST_AUTO_TEST_CASE(a_residual_that_throws_on_nan_is_probed_by_changes)
{
  Solver solver({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, [](double t, ConstSpan y, ConstSpan yp, Span r) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      if (!(y[j] == y[j]) || !(yp[j] == yp[j])) throw std::domain_error("not a number");
    }
    pendulum(t, y, yp, r);
  });
  solver.solve();
  BOOST_TEST(solver.index() == 3);
  BOOST_TEST(solver.degrees_of_freedom() == 2);
  BOOST_TEST(solver.y()[4] == 6.5810806456680387155, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(solver.check());
}

BOOST_AUTO_TEST_CASE(the_cpp_solver_holds_components_and_explains_contradictions)
{
  Solver solver({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, pendulum);
  solver.hold(0);
  solver.hold(2);
  solver.solve();
  BOOST_TEST(solver.y()[0] == 0.8);
  BOOST_TEST(solver.y()[1] == -0.6, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(solver.y()[3] == 0.4, boost::test_tools::tolerance(1e-10));

  Solver contradictory({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, pendulum);
  contradictory.hold(0);
  contradictory.hold(1);
  try {
    contradictory.solve();
    BOOST_ERROR("no failure");
  } catch (const Failure& failure) {
    BOOST_TEST(failure.flag() == static_cast<int>(IDACI_OVERDETERMINED));
    BOOST_TEST(std::string(failure.what()).find("y[0], y[1]") != std::string::npos, failure.what());
  }
  BOOST_CHECK_THROW(contradictory.hold(5), Failure);
}
