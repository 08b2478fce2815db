/// Exact derivatives through the installed headers: one templated residual, no differences.
#include <ida_consistent_init/ida_consistent_init_autodiff.hpp>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace ida_consistent_init;

constexpr double g = 9.81;

/// Unknowns x, y, u, v, lam; index 3.
struct Pendulum
{
  template <class Real>
  void operator()(const Real&, const Real* y, const Real* yp, Real* r) const
  {
    r[0] = yp[0] - y[2];
    r[1] = yp[1] - y[3];
    r[2] = yp[2] + y[4] * y[0];
    r[3] = yp[3] + y[4] * y[1] + g;
    r[4] = y[0] * y[0] + y[1] * y[1] - 1.0;
  }
};

/// Pantelides' exothermic reactor, index 3, with forcing terms; values as in tests/data/exothermic_reactor.json.
struct Reactor
{
  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    using std::cos;
    using std::exp;
    using std::sin;
    r[0] = yp[0] - (1.0 + sin(t) / 10.0 - y[0] - y[1]);
    r[1] = y[0] - (0.6 + sin(2.0 * t) / 20.0);
    r[2] = yp[2] - (1.0 + cos(2.0 * t) / 20.0 - y[2] + 0.5 * y[1] - 20.0 * (y[2] - y[3]));
    r[3] = y[1] - 20.0 * exp(-5.0 / y[2]) * y[0];
  }
};

/// 0 = y_j - y_(j+1)' for j < n - 1, 0 = y_(n-1) - exp(t): index n, all values exp(t).
template <int n>
struct ChainOfDerivatives
{
  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    using std::exp;
    for (int j = 0; j + 1 < n; ++j) r[j] = y[j] - yp[j + 1];
    r[n - 1] = y[n - 1] - exp(t);
  }
};

void check_close(double value, double exact, double bound)
{
  BOOST_TEST(std::abs(value - exact) <= bound, value << " differs from " << exact << " by " << value - exact);
}

/// The two first derivatives of x^2 + y^2 = 1 and lam' = -3 g v, at the values of the solver.
void check_pendulum(const Solver& solver)
{
  const ConstSpan y = solver.y();
  const ConstSpan yp = solver.yp();
  const double lam = y[2] * y[2] + y[3] * y[3] - g * y[1];
  check_close(y[0] * y[0] + y[1] * y[1], 1, 1e-12);
  check_close(y[0] * y[2] + y[1] * y[3], 0, 1e-12);
  check_close(y[4], lam, 1e-12);
  const std::vector<double> slopes{y[2], y[3], -lam * y[0], -lam * y[1] - g, -3 * g * y[3]};
  for (std::size_t j = 0; j < 5; ++j) check_close(yp[j], slopes[j], 1e-12);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_solver_of_a_templated_residual)

BOOST_AUTO_TEST_CASE(pendulum_of_index_3_is_exact_to_1e_12_with_its_slopes)
{
  Solver solver = exact_solver({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, Pendulum{});
  solver.solve();
  BOOST_TEST(solver.index() == 3);
  check_pendulum(solver);
}

BOOST_AUTO_TEST_CASE(held_components_that_merge_the_stages_are_exact_too)
{
  // Held: the velocity v, so that position and velocity are solved as one block with the full Jacobian.
  Solver solver = exact_solver({0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}, Pendulum{});
  solver.hold(0);
  solver.hold(3);
  solver.solve();
  BOOST_TEST(solver.y()[0] == 0.8);
  BOOST_TEST(solver.y()[3] == 0.2);
  check_pendulum(solver);
}

BOOST_AUTO_TEST_CASE(reactor_with_forcing_reaches_its_reference_values)
{
  Solver solver = exact_solver({0.5, 0.3, 1.3, 1.2}, {0, 0, 0, 0}, Reactor{}, 0.2);
  solver.solve();
  const std::vector<double> y{0.61947091711543252458, 0.30828991656378508868, 1.3537084871084400485,
                              1.3636395909781392640};
  const std::vector<double> yp{0.092106099400288508280, 0.083784226845565753166, 0.045111598267581061061,
                               0.074073960529762725491};
  for (std::size_t j = 0; j < 4; ++j) {
    check_close(solver.y()[j], y[j], 1e-12);
    check_close(solver.yp()[j], yp[j], 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(error_estimates_are_those_of_exact_derivatives)
{
  Solver solver = exact_solver({0.5, 0.3, 1.3, 1.2}, {0, 0, 0, 0}, Reactor{}, 0.2);
  solver.solve();
  SUNContext context = nullptr;
  BOOST_REQUIRE(SUNContext_Create(nullptr, &context) == 0);
  N_Vector ey = N_VNew_Serial(4, context);
  N_Vector eyp = N_VClone(ey);
  BOOST_TEST(IDACIGetErrorEstimate(solver.handle(), ey, eyp) == IDACI_SUCCESS);
  for (int j = 0; j < 4; ++j) {
    BOOST_TEST(N_VGetArrayPointer(ey)[j] < 1e-11);
    BOOST_TEST(N_VGetArrayPointer(eyp)[j] < 1e-11);
  }
  N_VDestroy(ey);
  N_VDestroy(eyp);
  SUNContext_Free(&context);
}

BOOST_AUTO_TEST_CASE(index_6_is_out_of_reach_for_differences_and_exact_here)
{
  const std::vector<double> guess(6, 0.5);
  Solver solver = exact_solver(guess, guess, ChainOfDerivatives<6>{}, 0.25);
  solver.solve();
  BOOST_TEST(solver.index() == 6);
  for (std::size_t j = 0; j < 6; ++j) {
    check_close(solver.y()[j], std::exp(0.25), 1e-12);
    check_close(solver.yp()[j], std::exp(0.25), 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(total_derivatives_of_all_orders_are_those_of_the_closed_form)
{
  // Along y = exp(t), F = exp(3 t) y y' has the derivatives 5^k exp(5 t).
  const auto model = [](const auto& t, const auto* y, const auto* yp, auto* r) {
    using std::exp;
    r[0] = exp(3.0 * t) * y[0] * yp[0];
  };
  const double t0 = 0.1;
  for (int order = 0; order <= highest_exact_order; ++order) {
    const auto count = static_cast<std::size_t>(order) + 1;
    const std::vector<double> jet(count + 1, std::exp(t0));
    std::vector<double> derivatives(count);
    BOOST_TEST(autodiff_detail::dispatch(model, t0, order, 1, jet.data(), derivatives.data()));
    for (std::size_t k = 0; k < count; ++k) {
      const double exact = std::pow(5.0, static_cast<double>(k)) * std::exp(5 * t0);
      check_close(derivatives[k], exact, 1e-13 * exact);
    }
  }
}

BOOST_AUTO_TEST_CASE(jacobian_is_that_of_the_closed_form)
{
  const std::vector<double> y{0.6, -0.8, 0.3, 0.2, 2};
  const std::vector<double> yp{1, 2, 3, 4, 5};
  std::vector<double> matrix(25);
  exact_jacobian(Pendulum{}, 0, 0.5, ConstSpan{y.data(), 5}, ConstSpan{yp.data(), 5}, matrix.data());
  const std::vector<std::vector<double>> rows{
      {0.5, 0, -1, 0, 0}, {0, 0.5, 0, -1, 0}, {2, 0, 0.5, 0, 0.6}, {0, 2, 0, 0.5, -0.8}, {1.2, -1.6, 0, 0, 0}};
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 5; ++j) BOOST_TEST(matrix[j * 5 + i] == rows[i][j]);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(taylor_function_of_the_user)

namespace {

/// y0' = y1, y0 = sin t; index 2.
Solver differentiator()
{
  return Solver({0.1, 0.1}, {0, 0}, [](double t, ConstSpan y, ConstSpan yp, Span r) {
    r[0] = yp[0] - y[1];
    r[1] = y[0] - std::sin(t);
  });
}

/// Its derivatives; amplitude 1 is right.
TotalDerivatives derivatives_of_differentiator(double amplitude, int highest_order = 8)
{
  return [amplitude, highest_order](double t, int order, const double* jet, double* derivatives) {
    if (order > highest_order) return false;
    for (int k = 0; k <= order; ++k) {
      const auto q = static_cast<std::size_t>(2 * k);
      derivatives[q] = jet[q + 2] - jet[q + 1];
      derivatives[q + 1] = jet[q] - amplitude * std::sin(t + k * std::acos(0.0));
    }
    return true;
  };
}

int flag_of_solve(Solver& solver, std::string& message)
{
  try {
    solver.solve();
  } catch (const Failure& failure) {
    message = failure.what();
    return failure.flag();
  }
  return IDACI_SUCCESS;
}

}  // namespace

BOOST_AUTO_TEST_CASE(is_used_instead_of_differences)
{
  Solver solver = differentiator();
  solver.use_total_derivatives(derivatives_of_differentiator(1));
  solver.solve();
  check_close(solver.y()[1], 1, 1e-14);
  check_close(solver.yp()[1], 0, 1e-14);
}

BOOST_AUTO_TEST_CASE(that_contradicts_the_residual_is_refused_and_the_equation_named)
{
  Solver solver = differentiator();
  BOOST_TEST(IDACISetInitialTime(solver.handle(), 1) == IDACI_SUCCESS);
  solver.use_total_derivatives(derivatives_of_differentiator(1.001));
  std::string message;
  BOOST_TEST(flag_of_solve(solver, message) == IDACI_ILL_INPUT);
  BOOST_TEST(message.find("F[1]") != std::string::npos, message);
  BOOST_TEST(solver.y()[0] == 0.1);
  // Without it the same solver works.
  BOOST_TEST(IDACISetTaylorFn(solver.handle(), nullptr) == IDACI_SUCCESS);
  BOOST_TEST(flag_of_solve(solver, message) == IDACI_SUCCESS);
}

BOOST_AUTO_TEST_CASE(that_does_not_reach_the_order_is_said_to_be_so)
{
  Solver solver = differentiator();
  solver.use_total_derivatives(derivatives_of_differentiator(1, 0));
  std::string message;
  BOOST_TEST(flag_of_solve(solver, message) == IDACI_NOT_SUPPORTED);
  BOOST_TEST(message.find("derivative of order 1") != std::string::npos, message);
}

BOOST_AUTO_TEST_CASE(whose_exceptions_reach_the_caller)
{
  Solver solver = differentiator();
  solver.use_total_derivatives(
      [](double, int, const double*, double*) -> bool { throw std::domain_error("no such series"); });
  BOOST_CHECK_THROW(solver.solve(), std::domain_error);
  solver.use_total_derivatives(derivatives_of_differentiator(1));
  solver.use_jacobian([](double, double, ConstSpan, ConstSpan, double*) { throw std::out_of_range("no such entry"); });
  BOOST_CHECK_THROW(solver.solve(), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(that_forgets_a_component_is_noticed)
{
  Solver solver = differentiator();
  solver.use_total_derivatives([](double, int, const double*, double* derivatives) {
    derivatives[0] = 0;
    return true;
  });
  std::string message;
  BOOST_TEST(flag_of_solve(solver, message) < 0);
}

BOOST_AUTO_TEST_CASE(needs_a_handle)
{
  BOOST_TEST(IDACISetTaylorFn(nullptr, nullptr) == IDACI_MEM_NULL);
}

BOOST_AUTO_TEST_SUITE_END()
