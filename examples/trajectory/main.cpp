// Table 2 of Leimkuhler, Petzold, Gear (trajectory control, index 2) from this library's difference formulas, and the
// same problem with orders and displacements chosen by the library, and with exact derivatives. Ends with 1 if an error
// exceeds its bound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "catalogue/trajectory_control.hpp"
#include "ida_consistent_init/derivatives/displacement.hpp"
#include "ida_consistent_init/ida_consistent_init_autodiff.hpp"
#include "support/command_line.hpp"
#include "trajectory/reduction.hpp"
#include "trajectory/reference.hpp"

namespace {

using trajectory::Errors;
using trajectory::Reference;

constexpr double kGamma = 1e-5;  // smallest scale of the problem, as the paper has it
constexpr double kFactor = 3;    // allowed over the recomputed medians

void print_row(const char* who, const Errors& errors)
{
  fmt::print("  {:<34} {:>9.2e} {:>9.2e} {:>9.2e} {:>9.2e}\n", who, errors[0], errors[1], errors[2], errors[3]);
}

bool within(const Errors& errors, const Errors& reference)
{
  bool good = true;
  for (std::size_t k = 0; k < errors.size(); ++k) good = good && errors[k] <= kFactor * reference[k];
  return good;
}

bool show_order(const Reference& reference, int order, double eps)
{
  using ida_consistent_init::derivatives::displacement;
  const auto k = static_cast<std::size_t>(order) - 1;
  const bool as_printed = eps == 1e-15;
  const Errors& recomputed =
      as_printed ? reference.recomputed_with_vax_eps[k] : reference.recomputed_with_double_eps[k];
  const trajectory::Displacements h{displacement(1, order, kGamma, eps), displacement(2, order, kGamma, eps)};
  fmt::print("Order {}, h1 = {:.3e}, h2 = {:.3e} (eps = {})\n", order, h.h1, h.h2, eps);
  const trajectory::Solved own = solve_reduction(reference, order, h, trajectory::Degree::own);
  const trajectory::Solved shared = solve_reduction(reference, order, h, trajectory::Degree::shared);
  print_row("here, polynomials of degree k", own.medians);
  print_row("recomputed medians", recomputed);
  if (as_printed) print_row("Table 2 as printed", reference.printed[k]);
  print_row("here, one system of degree 2", shared.medians);
  fmt::print("      largest error over the library's estimate of it: {:.2g}\n", shared.worst_over_estimate);
  return within(own.medians, recomputed) && shared.worst_over_estimate <= 1;
}

struct Model
{
  template <class Real>
  void operator()(const Real& t, const Real* y, const Real* yp, Real* r) const
  {
    catalogue::TrajectoryControl::residual(t, y, yp, r);
  }
};

// Relative errors of v and v'.
std::array<double, 2> errors_of(ida_consistent_init::Solver& solver, const Reference& reference)
{
  for (std::size_t j = 0; j < 4; ++j) solver.hold(j);
  solver.solve();
  const auto relative = [](double a, double b, const std::vector<double>& exact) {
    return std::hypot(a - exact[6], b - exact[7]) / std::hypot(exact[6], exact[7]);
  };
  return {relative(solver.y()[6], solver.y()[7], reference.y), relative(solver.yp()[6], solver.yp()[7], reference.yp)};
}

bool show_automatic(const Reference& reference)
{
  using namespace ida_consistent_init;
  const std::vector<double> zero(8, 0.0);
  Solver differences(reference.guess, zero, [](double t, ConstSpan y, ConstSpan yp, Span r) {
    catalogue::TrajectoryControl::residual(t, y.data(), yp.data(), r.data());
  });
  Solver exact = exact_solver(reference.guess, zero, Model{});
  const auto by_differences = errors_of(differences, reference);
  const auto by_exact_derivatives = errors_of(exact, reference);
  fmt::print("Through the public interface, relative errors of v and v'\n");
  fmt::print("  residual only, order and step chosen    {:>9.2e} {:>9.2e}\n", by_differences[0], by_differences[1]);
  fmt::print("  exact derivatives                       {:>9.2e} {:>9.2e}\n", by_exact_derivatives[0],
             by_exact_derivatives[1]);
  return by_differences[0] <= 1e-9 && by_differences[1] <= 1e-6 && by_exact_derivatives[0] <= 1e-12 &&
         by_exact_derivatives[1] <= 1e-12;
}

int run(const std::string& data)
{
  const Reference reference = trajectory::load_reference(data);
  fmt::print("Trajectory control, reduced consistency equations (16)-(19), u held\n");
  fmt::print("Relative errors, medians of 15 starts     error(u) error(u')  error(v) error(v')\n\n");
  bool good = true;
  for (const double eps : {1e-15, 2.2e-16}) {
    for (int order = 1; order <= 3; ++order) good = show_order(reference, order, eps) && good;
    fmt::print("\n");
  }
  good = show_automatic(reference) && good;
  if (!good) fmt::print("An error exceeds its bound.\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example(
      "Initial values of the trajectory control problem by difference formulas of orders 1, 2 and 3",
      {{"--data", "the reference values", IDACI_TRAJECTORY_DATA}}, argc, argv,
      [](const auto& options) { return run(options[0].value); });
}
