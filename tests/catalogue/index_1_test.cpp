// Attached error control leaves IDA's steps on systems of index 0 and 1 as they are, bit for bit.
#include <ida_consistent_init/ida_consistent_init.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "catalogue/case.hpp"
#include "support/consistent_init_handle.hpp"
#include "support/sundials_handles.hpp"

namespace {

using catalogue::Case;
using Sequence = std::vector<double>;  // t, y and y' of each step, IDA's last code, its counters

enum class Control
{
  none,
  attached
};

int case_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const Case& the_case = *static_cast<const Case*>(user_data);
  the_case.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  const auto entries = example::values(r);
  return std::all_of(entries.begin(), entries.end(), [](double entry) { return std::isfinite(entry); }) ? 0 : 1;
}

// What differs from system to system. The linear solver goes to ida, and stays with the vectors of matrix and solver.
struct System
{
  IDAResFn residual;
  void* user_data;
  double t0, t_end;
  std::vector<double> y, yp, fixed, fixed_derivatives, atol;
  std::function<void(void* ida, N_Vector y, SUNContext context, example::MatrixHandle& matrix,
                     example::LinearSolverHandle& solver)>
      set_linear_solver;
};

void append(Sequence& sequence, N_Vector vector)
{
  const auto entries = example::values(vector);
  sequence.insert(sequence.end(), entries.begin(), entries.end());
}

Sequence steps_of(void* ida, double t_end, N_Vector y, N_Vector yp)
{
  constexpr int most_steps = 400;
  Sequence sequence;
  double t = 0;
  int code = IDASetStopTime(ida, t_end);
  for (int step = 0; step < most_steps && code >= 0 && code != IDA_TSTOP_RETURN; ++step) {
    code = IDASolve(ida, t_end, &t, y, yp, IDA_ONE_STEP);
    sequence.push_back(t);
    append(sequence, y);
    append(sequence, yp);
  }
  long int residuals = 0, iterations = 0, failures = 0;
  IDAGetNumResEvals(ida, &residuals);
  IDAGetNumNonlinSolvIters(ida, &iterations);
  IDAGetNumErrTestFails(ida, &failures);
  for (const long int number : {static_cast<long int>(code), residuals, iterations, failures}) {
    sequence.push_back(static_cast<double>(number));
  }
  return sequence;
}

Sequence integrate(System system, Control control)
{
  constexpr double rtol = 1e-6;
  const example::Context context;
  const auto y = example::serial_vector(system.y, context), yp = example::serial_vector(system.yp, context);
  if (control == Control::attached) BOOST_REQUIRE_EQUAL(IDACIPrepareVector(y.get()), IDACI_SUCCESS);
  example::MatrixHandle matrix;
  example::LinearSolverHandle solver;
  const example::IdaHandle ida(IDACreate(context.get()));
#if SUNDIALS_VERSION_MAJOR < 7
  example::require(IDASetErrFile(ida.get(), nullptr), "IDASetErrFile");
#endif
  example::require(IDAInit(ida.get(), system.residual, system.t0, y.get(), yp.get()), "IDAInit");
  example::require(IDASetUserData(ida.get(), system.user_data), "IDASetUserData");
  const auto atol = example::serial_vector(system.atol, context);
  example::require(IDASVtolerances(ida.get(), rtol, atol.get()), "IDASVtolerances");
  system.set_linear_solver(ida.get(), y.get(), context.get(), matrix, solver);

  const example::ConsistentInit init(ida.get(), system.residual, y.get(), yp.get(), context.get());
  IDACISetFixed(init.get(), example::serial_vector(system.fixed, context).get());
  IDACISetFixedDerivatives(init.get(), example::serial_vector(system.fixed_derivatives, context).get());
  init.require(IDACISolve(init.get()), "IDACISolve");
  if (control == Control::attached) init.require(IDACIAttachErrorControl(init.get()), "IDACIAttachErrorControl");
  return steps_of(ida.get(), system.t_end, y.get(), yp.get());
}

// Sequences are compared as a whole: a difference is one message, not thousands.
void check_same_steps(const System& system)
{
  const Sequence stock = integrate(system, Control::none);
  BOOST_TEST(stock.size() > 10 * system.y.size());
  BOOST_TEST((stock == integrate(system, Control::attached)));
}

void set_dense(void* ida, N_Vector y, SUNContext context, example::MatrixHandle& matrix,
               example::LinearSolverHandle& solver)
{
  matrix.reset(SUNDenseMatrix(N_VGetLength(y), N_VGetLength(y), context));
  solver.reset(SUNLinSol_Dense(y, matrix.get(), context));
  example::require(IDASetLinearSolver(ida, solver.get(), matrix.get()), "IDASetLinearSolver");
}

System system_of(Case& the_case)
{
  System system{case_residual,
                &the_case,
                the_case.t0,
                the_case.t_end > 0 ? the_case.t_end : the_case.t0 + 1,
                the_case.guess_y,
                the_case.guess_yp,
                {},
                {},
                {},
                set_dense};
  system.fixed.assign(the_case.fixed.begin(), the_case.fixed.end());
  system.fixed_derivatives.assign(the_case.fixed_derivatives.begin(), the_case.fixed_derivatives.end());
  for (const double scale : the_case.scale_y) system.atol.push_back(1e-6 * std::min(1.0, scale));
  return system;
}

// Heat equation on a square, differenced on a grid of side x side points; the boundary is kept at 0 by algebraic
// equations.
constexpr int kSide = 10;

int heat(sunrealtype, N_Vector y, N_Vector yp, N_Vector r, void*)
{
  const auto u = example::values(y), rate = example::values(yp), residual = example::values(r);
  constexpr double conductance = (kSide - 1) * (kSide - 1);
  for (int k = 0; k < kSide * kSide; ++k) {
    const int row = k / kSide, column = k % kSide;
    if (row % (kSide - 1) == 0 || column % (kSide - 1) == 0)
      residual[k] = u[k];
    else
      residual[k] = rate[k] - conductance * (u[k - 1] + u[k + 1] + u[k - kSide] + u[k + kSide] - 4 * u[k]);
  }
  return 0;
}

System heated_square()
{
  constexpr int n = kSide * kSide;
  const std::vector<double> none(n, 0);
  System system{heat, nullptr, 0, 1, none, none, none, none, std::vector<double>(n, 1e-6), {}};
  for (int k = 0; k < n; ++k) {
    const double x = static_cast<double>(k % kSide) / (kSide - 1), z = static_cast<double>(k / kSide) / (kSide - 1);
    system.y[k] = 16 * x * (1 - x) * z * (1 - z);
  }
  return system;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(index_1)

BOOST_AUTO_TEST_CASE(steps_of_the_catalogue_stay_as_they_are)
{
  int compared = 0;
  for (Case& the_case : catalogue::load_catalogue(IDACI_TEST_DATA)) {
    const bool of_index_1 = the_case.differentiation_index == 0 || the_case.differentiation_index == 1;
    if (!of_index_1 || the_case.refusal_expected) continue;
    ++compared;
    BOOST_TEST_CONTEXT("case " << the_case.name) check_same_steps(system_of(the_case));
  }
  BOOST_TEST(compared > 10);
}

BOOST_AUTO_TEST_CASE(steps_with_a_band_solver_stay_as_they_are)
{
  System system = heated_square();
  system.set_linear_solver = [](void* ida, N_Vector y, SUNContext context, auto& matrix, auto& solver) {
    matrix.reset(SUNBandMatrix(kSide * kSide, kSide, kSide, context));
    solver.reset(SUNLinSol_Band(y, matrix.get(), context));
    example::require(IDASetLinearSolver(ida, solver.get(), matrix.get()), "IDASetLinearSolver");
  };
  check_same_steps(system);
}

BOOST_AUTO_TEST_CASE(steps_with_a_krylov_solver_stay_as_they_are)
{
  System system = heated_square();
  system.set_linear_solver = [](void* ida, N_Vector y, SUNContext context, auto&, auto& solver) {
    solver.reset(SUNLinSol_SPGMR(y, SUN_PREC_NONE, 30, context));
    example::require(IDASetLinearSolver(ida, solver.get(), nullptr), "IDASetLinearSolver");
  };
  check_same_steps(system);
}

BOOST_AUTO_TEST_SUITE_END()
