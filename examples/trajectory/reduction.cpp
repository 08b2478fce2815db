#include "trajectory/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "catalogue/trajectory_control.hpp"
#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_newton.hpp"
#include "support/problem_builder.hpp"

namespace trajectory {
namespace {

using namespace ida_consistent_init;
using support::Vector;

constexpr int differential = 6;  // u = y[0..5]
constexpr int n = 8;             // v = y[6..7]
constexpr int starts = 15;
constexpr double spread = 0.3;

Vector residual(double t, const Vector& y, const Vector& yp)
{
  Vector r(n);
  catalogue::TrajectoryControl::residual(t, y.data(), yp.data(), r.data());
  return r;
}

// f_i^(order) = 0 for u_i^(order + 1), and g_i^(order + 1) = 0 for v^(order).
void append(int order, methods::Stage& stage)
{
  for (int i = 0; i < differential; ++i) {
    stage.rows.push_back({i, order});
    stage.columns.push_back({i, order + 1});
  }
  for (int i = differential; i < n; ++i) {
    stage.rows.push_back({i, order + 1});
    stage.columns.push_back({i, order});
  }
}

derivatives::DifferenceOptions formulas(int order, const std::vector<double>& displacements)
{
  derivatives::DifferenceOptions options;
  options.order = order;
  options.nodes.resize(static_cast<std::size_t>(order) + 3);
  std::iota(options.nodes.begin(), options.nodes.end(), 1.0);
  options.displacements = displacements;
  return options;
}

class Reduction
{
 public:
  Reduction(const Reference& exact, int order, const Displacements& h)
      : exact_(exact),
        builder_(Eigen::Map<const Vector>(exact.y.data(), n), Vector::Zero(n), residual),
        jacobians_(builder_.problem, derivatives::find_occurrence(builder_.problem).sparsity),
        differences_(*builder_.problem.residual, 0, formulas(order, {h.h1, h.h2})),
        // (19) belongs to the second derivatives: there f' is a difference with h_2 as well.
        differences_of_19_(*builder_.problem.residual, 0, formulas(order, {h.h2, h.h2}))
  {
    options_.rtol = 1e-10;
    options_.atol = 1e-14;
  }

  Errors errors_from(std::mt19937& generator, Degree degree)
  {
    std::uniform_real_distribution<double> change(1 - spread, 1 + spread);
    derivatives::Jet jet(n, 2);
    for (int j = 0; j < n; ++j) jet(j, 0) = exact_.y[j] * (j < differential ? 1 : change(generator));
    for (int j = differential; j < n; ++j) jet(j, 1) = exact_.yp[j] * change(generator);
    if (degree == Degree::shared) {
      solve(differences_, 0, 1, jet);
    } else {
      const Vector start_of_slopes = jet.derivative(1);
      jet.set_derivative(1, Vector::Zero(n));
      solve(differences_, 0, 0, jet);
      for (int j = differential; j < n; ++j) jet(j, 1) = start_of_slopes[j];
      solve(differences_of_19_, 1, 1, jet);
    }
    return {error(jet.derivative(0), exact_.y, 0, differential), error(jet.derivative(1), exact_.yp, 0, differential),
            error(jet.derivative(0), exact_.y, differential, n - differential),
            error(jet.derivative(1), exact_.yp, differential, n - differential)};
  }

  [[nodiscard]] double worst_over_estimate() const { return worst_over_estimate_; }

 private:
  void solve(derivatives::DerivativeSource& source, int first, int last, derivatives::Jet& jet)
  {
    methods::Stage stage;
    stage.first = first;
    stage.last = last;
    for (int order = first; order <= last; ++order) append(order, stage);
    derivatives::DerivativeArray array(source, jacobians_);
    const methods::StageSolution solution = methods::StageNewton(array, builder_.problem, options_, stage, jet).solve();
    if (solution.verdict != methods::StageVerdict::converged) {
      throw std::runtime_error(fmt::format("Newton's method did not converge in {} iterations.", solution.iterations));
    }
    for (std::size_t k = 0; k < stage.columns.size(); ++k) {
      const auto [j, order] = stage.columns[k];
      if (order > 1) continue;
      const double exact = order == 0 ? exact_.y[j] : exact_.yp[j];
      worst_over_estimate_ = std::max(worst_over_estimate_, std::abs(solution.values[k] - exact) / solution.errors[k]);
    }
  }

  static double error(const Vector& value, const std::vector<double>& exact, int first, int count)
  {
    const Eigen::Map<const Vector> reference(exact.data(), n);
    return (value - reference).segment(first, count).norm() / reference.segment(first, count).norm();
  }

  const Reference& exact_;
  test::ProblemBuilder builder_;
  derivatives::JacobianSource jacobians_;
  derivatives::DifferenceSource differences_, differences_of_19_;
  methods::Options options_;
  double worst_over_estimate_ = 0;
};

}  // namespace

Solved solve_reduction(const Reference& exact, int order, const Displacements& displacements, Degree degree)
{
  Reduction reduction(exact, order, displacements);
  std::mt19937 generator(2026);
  std::vector<Errors> runs;
  for (int start = 0; start < starts; ++start) runs.push_back(reduction.errors_from(generator, degree));
  Solved solved;
  solved.worst_over_estimate = reduction.worst_over_estimate();
  for (std::size_t part = 0; part < solved.medians.size(); ++part) {
    std::nth_element(runs.begin(), runs.begin() + starts / 2, runs.end(),
                     [part](const Errors& a, const Errors& b) { return a[part] < b[part]; });
    solved.medians[part] = runs[starts / 2][part];
  }
  return solved;
}

}  // namespace trajectory
