#include "convergence/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ida_consistent_init/support/error.hpp"
#include "support/method_run.hpp"

namespace convergence {
namespace {

using namespace ida_consistent_init;

constexpr double largest_h = 0.2;
constexpr int nodes = 9;  // c_i = i, as in the paper's experiment
constexpr double smallest_h = 1e-7;
const double ratio = std::pow(10.0, -0.0625);  // sixteen points a decade

double error(const Problem& problem, int order, double h)
{
  derivatives::DifferenceOptions formulas;
  formulas.order = order;
  formulas.nodes.resize(nodes);
  std::iota(formulas.nodes.begin(), formulas.nodes.end(), 1.0);
  formulas.displacements.assign(3, h * problem.time_scale);
  test::MethodRun run(problem.builder->problem, formulas);
  run.step_by_step();
  Vector difference = problem.exact;
  for (std::size_t k = 0; k < problem.components.size(); ++k) {
    difference[k] -= run.result.jet(problem.components[k], 0);
  }
  return difference.norm() / problem.exact.norm();
}

std::vector<Point> errors(const Problem& problem, int order, int& refused)
{
  std::vector<Point> points;
  for (double h = largest_h; h > smallest_h; h *= ratio) {
    try {
      points.push_back({h, error(problem, order, h)});
    } catch (const support::Error&) {
      ++refused;
    }
  }
  return points;
}

/// Round-off is c / h^k in the k-th derivative. c is read off the formula of highest order, whose weights are the
/// largest: left of its smallest error there is nothing else.
double roundoff_constant(const std::vector<Point>& of_highest_order, int k)
{
  const auto best = std::min_element(of_highest_order.begin(), of_highest_order.end(),
                                     [](const Point& a, const Point& b) { return a.error < b.error; });
  double c = 0;
  for (auto point = best; point != of_highest_order.end(); ++point) {
    c = std::max(c, point->error * std::pow(point->h, k));
  }
  return c;
}

/// Least squares over the points between the largest displacements, where higher terms matter, and the round-off.
double fitted_slope(const std::vector<Point>& points, double roundoff, int k)
{
  constexpr double asymptotic = 0.025;
  constexpr double above_roundoff = 10;
  double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  for (const Point& point : points) {
    if (point.h > asymptotic || point.error < above_roundoff * roundoff / std::pow(point.h, k)) continue;
    const double x = std::log10(point.h);
    const double y = std::log10(point.error);
    ++count;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  if (count < 4) return std::numeric_limits<double>::quiet_NaN();
  return (count * sum_xy - sum_x * sum_y) / (count * sum_xx - sum_x * sum_x);
}

}  // namespace

std::vector<Curve> study(const Problem& problem, int highest_order)
{
  std::vector<Curve> curves;
  for (int order = 1; order <= highest_order; ++order) {
    Curve curve{order, {}, 0, 0};
    curve.points = errors(problem, order, curve.refused);
    curves.push_back(curve);
  }
  const double roundoff = roundoff_constant(curves.back().points, problem.derivative);
  for (Curve& curve : curves) curve.slope = fitted_slope(curve.points, roundoff, problem.derivative);
  return curves;
}

}  // namespace convergence
