// Table 2 of Leimkuhler, Petzold, Gear (trajectory control, index 2) from this library's difference formulas, and the
// same problem with orders and displacements chosen by the library, and with exact derivatives. Ends with 1 if an error
// exceeds its bound.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "catalogue/trajectory_control.hpp"
#include "ida_consistent_init/derivatives/displacement.hpp"
#include "ida_consistent_init/ida_consistent_init_autodiff.hpp"
#include "support/command_line.hpp"
#include "support/picture.hpp"
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

trajectory::Displacements displacements(int order, double eps)
{
  using ida_consistent_init::derivatives::displacement;
  return {displacement(1, order, kGamma, eps), displacement(2, order, kGamma, eps)};
}

bool show_order(const Reference& reference, int order, double eps)
{
  const auto k = static_cast<std::size_t>(order) - 1;
  const bool as_printed = eps == 1e-15;
  const Errors& recomputed =
      as_printed ? reference.recomputed_with_vax_eps[k] : reference.recomputed_with_double_eps[k];
  const trajectory::Displacements h = displacements(order, eps);
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

// Table 2: what was printed and what comes out here.
void write_plot(const std::filesystem::path& folder, const Reference& reference)
{
  constexpr double kPrintedEps = 1e-15;
  const char* const quantities[] = {"u", "u'", "v", "v'"};  // u is held: no error
  std::vector<example::Panel> panels;
  for (std::size_t quantity = 1; quantity < std::size(quantities); ++quantity) {
    example::Curve printed{"as printed", {}, "points pointtype 6 pointsize 2"};
    example::Curve recomputed{"recomputed with its eps", {}, "points pointtype 4 pointsize 2"};
    example::Curve here{"here", {}, "linespoints pointtype 7"};
    for (int order = 1; order <= 3; ++order) {
      const auto errors = solve_reduction(reference, order, displacements(order, kPrintedEps), trajectory::Degree::own);
      printed.points.push_back({1.0 * order, reference.printed[static_cast<std::size_t>(order) - 1][quantity]});
      recomputed.points.push_back(
          {1.0 * order, reference.recomputed_with_vax_eps[static_cast<std::size_t>(order) - 1][quantity]});
      here.points.push_back({1.0 * order, errors.medians[quantity]});
    }
    panels.push_back({fmt::format("Trajectory control, Table 2: error of {}", quantities[quantity]),
                      "order",
                      "relative error",
                      "y",
                      {printed, recomputed, here},
                      "set xrange [0.5:3.5]\nset xtics 1"});
  }
  example::write_picture(folder, "trajectory", panels, {1, 3, 1500, 500});
}

int run(const std::string& data, const std::string& output)
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
  if (!output.empty()) write_plot(output, reference);
  if (!good) fmt::print("An error exceeds its bound.\n");
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  return example::run_example(
      "Initial values of the trajectory control problem by difference formulas of orders 1, 2 and 3",
      {{"--data", "the reference values", IDACI_TRAJECTORY_DATA},
       {"--output", "folder for the data and the gnuplot script of the errors"}},
      argc, argv, [](const auto& options) { return run(options[0].value, options[1].value); });
}
