// A second IDACISolve on the same handle, after an event that has changed the values, or the equations.
#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/sundials_handles.hpp"

namespace {

enum class Equations
{
  index_1,       // z = sin t - x
  without_z,     // x = sin t: index 2
  with_z_slope,  // z' = sin t - x: index 0
  of_z_squared,  // z^2 = 1 + t - x, whose entries are those of index_1
  that_explode,  // not finite
};

struct Switch
{
  Equations equations = Equations::index_1;
  int jacobians = 0;
};

/// x' = z and one of the equations.
int residual(double t, N_Vector y_vector, N_Vector yp_vector, N_Vector r_vector, void* data)
{
  const double *y = NV_DATA_S(y_vector), *yp = NV_DATA_S(yp_vector);
  double* r = NV_DATA_S(r_vector);
  r[0] = yp[0] - y[1];
  switch (static_cast<Switch*>(data)->equations) {
    case Equations::index_1:
      r[1] = y[1] + y[0] - std::sin(t);
      break;
    case Equations::without_z:
      r[1] = y[0] - std::sin(t);
      break;
    case Equations::with_z_slope:
      r[1] = yp[1] + y[0] - std::sin(t);
      break;
    case Equations::of_z_squared:
      r[1] = y[1] * y[1] + y[0] - 1 - t;
      break;
    case Equations::that_explode:
      r[1] = std::sqrt(-1 - y[0] * y[0]);
      break;
  }
  return 0;
}

int jacobian(double /*t*/, double cj, N_Vector y, N_Vector /*yp*/, N_Vector /*r*/, SUNMatrix J, void* data, N_Vector,
             N_Vector, N_Vector)
{
  auto& model = *static_cast<Switch*>(data);
  ++model.jacobians;
  SM_ELEMENT_D(J, 0, 0) = cj;
  SM_ELEMENT_D(J, 0, 1) = -1;
  SM_ELEMENT_D(J, 1, 0) = 1;
  if (model.equations == Equations::index_1) SM_ELEMENT_D(J, 1, 1) = 1;
  if (model.equations == Equations::with_z_slope) SM_ELEMENT_D(J, 1, 1) = cj;
  if (model.equations == Equations::of_z_squared) SM_ELEMENT_D(J, 1, 1) = 2 * NV_Ith_S(y, 1);
  return 0;
}

/// Solved once with the equations of index 1.
class AfterFirstCall
{
 public:
  explicit AfterFirstCall(IDACIMethod method, bool has_jacobian = true)
      : y_(N_VNew_Serial(2, context_.get())),
        yp_(N_VNew_Serial(2, context_.get())),
        matrix_(SUNDenseMatrix(2, 2, context_.get())),
        ci(IDACICreate(nullptr, residual, y_.get(), yp_.get(), context_.get()))
  {
    IDACISetUserData(ci, &model);
    IDACISetMethod(ci, method);
    if (has_jacobian) IDACISetJacFn(ci, jacobian, matrix_.get());
    set(0.3, 0.7);
    BOOST_REQUIRE(IDACISolve(ci) == IDACI_SUCCESS);
    jacobians_of_first = model.jacobians;
    model.jacobians = 0;
  }
  ~AfterFirstCall() { IDACIFree(&ci); }
  AfterFirstCall(const AfterFirstCall&) = delete;
  AfterFirstCall& operator=(const AfterFirstCall&) = delete;

  void set(double x, double z)
  {
    NV_Ith_S(y_.get(), 0) = x;
    NV_Ith_S(y_.get(), 1) = z;
    N_VConst(0, yp_.get());
  }
  int solve(double t, Equations equations)
  {
    IDACISetInitialTime(ci, t);
    model.equations = equations;
    return IDACISolve(ci);
  }
  [[nodiscard]] double x() const { return NV_Ith_S(y_.get(), 0); }
  [[nodiscard]] double z() const { return NV_Ith_S(y_.get(), 1); }
  [[nodiscard]] double x_slope() const { return NV_Ith_S(yp_.get(), 0); }
  [[nodiscard]] int index() const
  {
    int index = -1;
    IDACIGetIndex(ci, &index);
    return index;
  }

 private:
  example::Context context_;
  example::VectorHandle y_, yp_;
  example::MatrixHandle matrix_;

 public:
  Switch model;
  IDACIMem ci;
  int jacobians_of_first = 0;
};

const auto methods = boost::unit_test::data::make({IDACI_AUTO, IDACI_STEP_BY_STEP, IDACI_IMPULSE});

}  // namespace

BOOST_DATA_TEST_CASE(changed_values_are_solved_with_the_structure_that_is_known, methods, method)
{
  AfterFirstCall after(method);
  after.set(-0.2, 5);
  BOOST_TEST(after.solve(0.5, Equations::index_1) == IDACI_SUCCESS);
  BOOST_TEST(after.model.jacobians < after.jacobians_of_first);
  BOOST_TEST(after.x() == -0.2);
  BOOST_TEST(std::abs(after.z() - std::sin(0.5) - 0.2) <= 1e-14);
  BOOST_TEST(std::abs(after.x_slope() - after.z()) <= 1e-14);
  BOOST_TEST(after.index() == 1);
}

BOOST_DATA_TEST_CASE(equations_with_the_same_entries_are_solved, methods, method)
{
  AfterFirstCall after(method);
  after.set(-0.2, 1.5);
  BOOST_TEST(after.solve(0.5, Equations::of_z_squared) == IDACI_SUCCESS);
  BOOST_TEST(std::abs(after.z() - std::sqrt(1.7)) <= 1e-12);
}

BOOST_DATA_TEST_CASE(an_entry_that_has_vanished_raises_the_index, methods, method)
{
  AfterFirstCall after(method);
  after.set(0, 0);
  BOOST_TEST(after.solve(0.5, Equations::without_z) == IDACI_SUCCESS, IDACIGetLastMessage(after.ci));
  BOOST_TEST(std::abs(after.x() - std::sin(0.5)) <= 1e-12);
  BOOST_TEST(std::abs(after.z() - std::cos(0.5)) <= 1e-8);
  BOOST_TEST(after.index() == 2);
  IDACIMethod used = IDACI_LEAST_SQUARES;
  BOOST_TEST(IDACIGetMethodUsed(after.ci, &used) == IDACI_SUCCESS);
  BOOST_TEST(used == (method == IDACI_AUTO ? IDACI_STEP_BY_STEP : method));
}

BOOST_DATA_TEST_CASE(an_entry_that_is_new_lowers_the_index, methods, method)
{
  AfterFirstCall after(method);
  after.set(0.1, 0.4);
  BOOST_TEST(after.solve(0.5, Equations::with_z_slope) == IDACI_SUCCESS);
  BOOST_TEST(after.x() == 0.1);
  BOOST_TEST(after.z() == 0.4);
  BOOST_TEST(std::abs(after.x_slope() - 0.4) <= 1e-14);
  BOOST_TEST(after.index() == 0);
}

BOOST_DATA_TEST_CASE(a_call_that_fails_leaves_nothing_to_the_next_one, methods, method)
{
  AfterFirstCall after(method);
  after.set(0.1, 0.4);
  BOOST_TEST(after.solve(0.5, Equations::that_explode) == IDACI_RES_NOT_FINITE);
  BOOST_TEST(after.x() == 0.1);
  BOOST_TEST(after.z() == 0.4);
  BOOST_TEST(after.solve(0.5, Equations::without_z) == IDACI_SUCCESS);
  BOOST_TEST(after.index() == 2);
}

BOOST_AUTO_TEST_CASE(without_a_jacobian_the_residual_is_probed_again)
{
  AfterFirstCall after(IDACI_AUTO, false);
  after.set(0.1, 0.4);
  BOOST_TEST(after.solve(0.5, Equations::with_z_slope) == IDACI_SUCCESS);
  BOOST_TEST(after.index() == 0);
  BOOST_TEST(after.solve(0.5, Equations::without_z) == IDACI_SUCCESS);
  BOOST_TEST(after.index() == 2);
}
