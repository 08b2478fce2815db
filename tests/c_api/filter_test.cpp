// The filtered error test and scaling through the C interface: linear solvers, vectors, order of calls.
#include <ida_consistent_init/ida_consistent_init.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "pendulum/model.hpp"
#include "support/sundials_handles.hpp"

namespace {

enum class Solver
{
  dense,
  band,
  klu,
  krylov
};

// F_y + cj F_y' of the index-3 pendulum by columns, for KLU.
int sparse_jacobian(sunrealtype, sunrealtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void*, N_Vector, N_Vector,
                    N_Vector)
{
  const auto value = example::values(y);
  const std::array<sunindextype, 6> start = {0, 3, 6, 8, 10, 12};
  const std::array<sunindextype, 12> row = {0, 2, 4, 1, 3, 4, 0, 2, 1, 3, 2, 3};
  const std::array<double, 12> entry = {cj, value[4], 2 * value[0], cj, value[4], 2 * value[1],
                                        -1, cj,       -1,           cj, value[0], value[1]};
  std::copy(start.begin(), start.end(), SUNSparseMatrix_IndexPointers(J));
  std::copy(row.begin(), row.end(), SUNSparseMatrix_IndexValues(J));
  std::copy(entry.begin(), entry.end(), SUNSparseMatrix_Data(J));
  return 0;
}

struct Settings
{
  Solver solver = Solver::dense;
  int form = 3;
  bool prepared = true;
  int kinds = 0;  // 0: default
  double tolerance = 1e-7;
  bool scaled = false;
};

class Run
{
 public:
  explicit Run(const Settings& settings) : settings_(settings)
  {
    if (settings.prepared) BOOST_REQUIRE_EQUAL(IDACIPrepareVector(y.get()), IDACI_SUCCESS);
    require(IDAInit(ida.get(), pendulum::residual, 0, y.get(), yp.get()));
    require(IDASetUserData(ida.get(), &settings_.form));
    require(IDASStolerances(ida.get(), settings.tolerance, settings.tolerance));
    require(IDASetMaxNumSteps(ida.get(), 100000));
    set_linear_solver();
    ci = IDACICreate(ida.get(), pendulum::residual, y.get(), yp.get(), context.get());
    BOOST_REQUIRE(ci != nullptr);
    if (settings.kinds != 0) BOOST_REQUIRE_EQUAL(IDACISetErrorControl(ci, settings.kinds), IDACI_SUCCESS);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() { IDACIFree(&ci); }

  int solve_and_attach()
  {
    BOOST_REQUIRE_EQUAL(IDACISolve(ci), IDACI_SUCCESS);
    if (settings_.scaled) BOOST_REQUIRE_EQUAL(IDACIScaleLinearSolver(ci, linear_solver.get()), IDACI_SUCCESS);
    return IDACIAttachErrorControl(ci);
  }

  // y at t = 0.5, 1, 1.5 and the steps taken.
  std::vector<double> trace()
  {
    std::vector<double> trace;
    for (const double t : {0.5, 1.0, 1.5}) {
      double reached = 0;
      if (IDASolve(ida.get(), t, &reached, y.get(), yp.get(), IDA_NORMAL) != IDA_SUCCESS) return {};
      const auto values = example::values(y.get());
      trace.insert(trace.end(), values.begin(), values.end());
    }
    long int steps = 0;
    IDAGetNumSteps(ida.get(), &steps);
    trace.push_back(static_cast<double>(steps));
    return trace;
  }

 private:
  static void require(int code) { BOOST_REQUIRE_EQUAL(code, IDA_SUCCESS); }

  void set_linear_solver()
  {
    switch (settings_.solver) {
      case Solver::dense:
        matrix.reset(SUNDenseMatrix(5, 5, context.get()));
        linear_solver.reset(SUNLinSol_Dense(y.get(), matrix.get(), context.get()));
        break;
      case Solver::band:
        matrix.reset(SUNBandMatrix(5, 4, 4, context.get()));
        linear_solver.reset(SUNLinSol_Band(y.get(), matrix.get(), context.get()));
        break;
      case Solver::klu:
        matrix.reset(SUNSparseMatrix(5, 5, 12, CSC_MAT, context.get()));
        linear_solver.reset(SUNLinSol_KLU(y.get(), matrix.get(), context.get()));
        break;
      case Solver::krylov:
        linear_solver.reset(SUNLinSol_SPGMR(y.get(), SUN_PREC_NONE, 5, context.get()));
        break;
    }
    require(IDASetLinearSolver(ida.get(), linear_solver.get(), matrix.get()));
    if (settings_.solver == Solver::klu) require(IDASetJacFn(ida.get(), sparse_jacobian));
  }

  Settings settings_;

 public:
  example::Context context;
  example::VectorHandle y = example::serial_vector(std::array{0.8, -0.7, 0.3, 0.2, 0.0}, context);
  example::VectorHandle yp = example::serial_vector(std::array{0.0, 0.0, 0.0, 0.0, 0.0}, context);
  example::MatrixHandle matrix;
  example::LinearSolverHandle linear_solver;
  example::IdaHandle ida = example::IdaHandle(IDACreate(context.get()));
  IDACIMem ci = nullptr;
};

std::vector<double> trace_of(const Settings& settings)
{
  Run run(settings);
  BOOST_REQUIRE_EQUAL(run.solve_and_attach(), IDACI_SUCCESS);
  const std::vector<double> trace = run.trace();
  BOOST_REQUIRE(!trace.empty());
  return trace;
}

double distance_of_ends(const std::vector<double>& one, const std::vector<double>& other)
{
  return std::hypot(one[10] - other[10], one[11] - other[11]);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(filter)

BOOST_AUTO_TEST_CASE(filter_is_the_default_at_index_3_and_exclusion_at_index_2)
{
  const auto per_element = boost::test_tools::per_element();
  BOOST_TEST(trace_of({}) == trace_of({.kinds = IDACI_FILTER}), per_element);
  BOOST_TEST(trace_of({}) == trace_of({.kinds = IDACI_EXCLUDE | IDACI_FILTER}), per_element);
  BOOST_TEST(trace_of({.form = 2}) == trace_of({.form = 2, .kinds = IDACI_EXCLUDE}), per_element);
  BOOST_TEST(trace_of({}) != trace_of({.kinds = IDACI_EXCLUDE}));
  BOOST_TEST(trace_of({.form = 2}) != trace_of({.form = 2, .kinds = IDACI_FILTER}));
}

BOOST_AUTO_TEST_CASE(exclusion_does_not_depend_on_prepared_vectors)
{
  BOOST_TEST(trace_of({.kinds = IDACI_EXCLUDE}) == trace_of({.prepared = false, .kinds = IDACI_EXCLUDE}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(index_1_steps_bit_for_bit_as_stock_ida)
{
  Run stock({.form = 1, .prepared = false});
  BOOST_REQUIRE_EQUAL(IDACISolve(stock.ci), IDACI_SUCCESS);
  BOOST_TEST(trace_of({.form = 1}) == stock.trace(), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(band_and_klu_solvers_filter_as_the_dense_one)
{
  const std::vector<double> dense = trace_of({});
  for (const Solver solver : {Solver::band, Solver::klu}) {
    const std::vector<double> other = trace_of({.solver = solver});
    BOOST_TEST(distance_of_ends(dense, other) < 1e-5);
    BOOST_TEST(std::abs(dense.back() - other.back()) < 0.2 * dense.back());
    BOOST_TEST(other != trace_of({.solver = solver, .kinds = IDACI_EXCLUDE}));
  }
}

BOOST_AUTO_TEST_CASE(krylov_solvers_get_exclusion)
{
  BOOST_TEST(trace_of({.solver = Solver::krylov, .form = 2, .kinds = IDACI_FILTER}) ==
                 trace_of({.solver = Solver::krylov, .form = 2, .kinds = IDACI_EXCLUDE}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_prepared_vectors_the_default_is_exclusion_and_says_why)
{
  Run run({.prepared = false});
  BOOST_REQUIRE_EQUAL(run.solve_and_attach(), IDACI_SUCCESS);
  BOOST_TEST(std::string(IDACIGetLastMessage(run.ci)).find("IDACIPrepareVector") != std::string::npos);
  BOOST_TEST(run.trace() == trace_of({.kinds = IDACI_EXCLUDE}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(filter_alone_is_refused_without_prepared_vectors)
{
  Run run({.prepared = false, .kinds = IDACI_FILTER});
  BOOST_TEST(run.solve_and_attach() == IDACI_NOT_SUPPORTED);
  BOOST_TEST(std::string(IDACIGetLastMessage(run.ci)).find("IDACIPrepareVector") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(filter_alone_is_refused_without_structure)
{
  Run run({.kinds = IDACI_FILTER});
  const auto index = example::serial_vector(std::array{1.0, 1.0, 2.0, 2.0, 3.0}, run.context);
  BOOST_REQUIRE_EQUAL(IDACISetVariableIndex(run.ci, index.get()), IDACI_SUCCESS);
  BOOST_TEST(IDACIAttachErrorControl(run.ci) == IDACI_NOT_SUPPORTED);
  BOOST_TEST(std::string(IDACIGetLastMessage(run.ci)).find("IDACISolve") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(kinds_out_of_range_are_refused)
{
  Run run({});
  for (const int kinds : {-1, 0, 4}) BOOST_TEST(IDACISetErrorControl(run.ci, kinds) == IDACI_ILL_INPUT);
}

BOOST_AUTO_TEST_CASE(second_attach_with_exclusion_removes_the_filter)
{
  Run run({});
  BOOST_REQUIRE_EQUAL(run.solve_and_attach(), IDACI_SUCCESS);
  BOOST_REQUIRE_EQUAL(IDACISetErrorControl(run.ci, IDACI_EXCLUDE), IDACI_SUCCESS);
  BOOST_REQUIRE_EQUAL(IDACIAttachErrorControl(run.ci), IDACI_SUCCESS);
  BOOST_TEST(run.trace() == trace_of({.kinds = IDACI_EXCLUDE}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(filter_survives_a_restart)
{
  Run run({});
  BOOST_REQUIRE_EQUAL(run.solve_and_attach(), IDACI_SUCCESS);
  const auto y0 = example::serial_vector(example::values(run.y.get()), run.context);
  const auto yp0 = example::serial_vector(example::values(run.yp.get()), run.context);
  const std::vector<double> first = run.trace();
  BOOST_REQUIRE_EQUAL(IDAReInit(run.ida.get(), 0, y0.get(), yp0.get()), IDA_SUCCESS);
  BOOST_TEST(run.trace() == first, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(ida_may_be_freed_before_or_after_the_handle)
{
  Run first({});
  BOOST_REQUIRE_EQUAL(first.solve_and_attach(), IDACI_SUCCESS);
  BOOST_TEST(!first.trace().empty());
  first.ida.reset();
  Run second({});
  BOOST_REQUIRE_EQUAL(second.solve_and_attach(), IDACI_SUCCESS);
  BOOST_TEST(!second.trace().empty());
  IDACIFree(&second.ci);
}

// The pivots stay where they are, so that the steps are the same up to round-off.
BOOST_AUTO_TEST_CASE(scaled_systems_have_the_solutions_of_the_unscaled_ones)
{
  for (const Solver solver : {Solver::dense, Solver::band}) {
    for (const int form : {2, 3}) {
      const std::vector<double> plain = trace_of({.solver = solver, .form = form});
      const std::vector<double> scaled = trace_of({.solver = solver, .form = form, .scaled = true});
      BOOST_TEST(distance_of_ends(plain, scaled) < 1e-8);
      BOOST_TEST(std::abs(plain.back() - scaled.back()) <= 1);
    }
  }
}

// Unscaled, index 2 at 1e-6 ends in a failure of the convergence test after eight steps.
BOOST_AUTO_TEST_CASE(krylov_solver_without_preconditioner_integrates_when_it_is_scaled)
{
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    for (const int form : {2, 3}) {
      const std::vector<double> dense = trace_of({.form = form, .kinds = IDACI_EXCLUDE, .tolerance = tolerance});
      const std::vector<double> krylov = trace_of(
          {.solver = Solver::krylov, .form = form, .kinds = IDACI_EXCLUDE, .tolerance = tolerance, .scaled = true});
      BOOST_TEST(distance_of_ends(dense, krylov) < 1000 * tolerance);
      BOOST_TEST(krylov.back() < 1.5 * dense.back());
    }
  }
}

BOOST_AUTO_TEST_CASE(scaling_twice_scales_once)
{
  Run run({.scaled = true});
  BOOST_REQUIRE_EQUAL(run.solve_and_attach(), IDACI_SUCCESS);
  BOOST_REQUIRE_EQUAL(IDACIScaleLinearSolver(run.ci, run.linear_solver.get()), IDACI_SUCCESS);
  BOOST_TEST(run.trace() == trace_of({.scaled = true}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(scaling_is_refused_for_klu_without_solver_and_before_the_solve)
{
  Run klu({.solver = Solver::klu});
  BOOST_TEST(IDACIScaleLinearSolver(klu.ci, klu.linear_solver.get()) == IDACI_ILL_INPUT);
  BOOST_REQUIRE_EQUAL(klu.solve_and_attach(), IDACI_SUCCESS);
  BOOST_TEST(IDACIScaleLinearSolver(klu.ci, klu.linear_solver.get()) == IDACI_NOT_SUPPORTED);
  BOOST_TEST(std::string(IDACIGetLastMessage(klu.ci)).find("KLU") != std::string::npos);
  BOOST_TEST(IDACIScaleLinearSolver(klu.ci, nullptr) == IDACI_ILL_INPUT);
}

BOOST_AUTO_TEST_SUITE_END()
