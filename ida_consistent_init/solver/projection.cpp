#include "ida_consistent_init/solver/projection.hpp"

#include <chrono>
#include <memory>
#include <new>

#include "ida_consistent_init/derivatives/condition_rows.hpp"
#include "ida_consistent_init/derivatives/taylor_source.hpp"
#include "ida_consistent_init/methods/step_by_step/post_stabilization.hpp"
#include "ida_consistent_init/solver/collect.hpp"
#include "ida_consistent_init/solver/structure_step.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::solver {

namespace {

/// One attempt with the difference step of the groundwork, or with a new one, which is kept.
class Projection
{
 public:
  Projection(const problem::Problem& problem, const methods::Options& options, Groundwork& groundwork)
      : problem_(problem), options_(options), groundwork_(groundwork)
  {
  }

  bool operator()(report::Result& result);

 private:
  [[nodiscard]] derivatives::DifferenceOptions differences() const;

  const problem::Problem& problem_;
  const methods::Options& options_;
  Groundwork& groundwork_;
};

derivatives::DifferenceOptions Projection::differences() const
{
  derivatives::DifferenceOptions differences{.kind = options_.difference_kind};
  if (options_.difference_order > 0) differences.order = options_.difference_order;
  differences.step = groundwork_.difference_step;
  return differences;
}

bool Projection::operator()(report::Result& result)
{
  constexpr int most_rounds = 3;  // a round too far away ends near enough for the next
  constexpr double much_noisier = 10;
  begin_result(problem_, result);
  collect_occurrence(groundwork_.occurrence, result);
  collect_structure(problem_, groundwork_.structure, result);
  result.method = IDACI_STEP_BY_STEP;
  result.reason = "Projection: two sweeps over the stages of the structure known.";
  derivatives::JacobianSource& jacobians = begin_jacobians(groundwork_, problem_);
  derivatives::DifferenceSource by_differences(*problem_.residual, problem_.t0, differences());
  std::unique_ptr<derivatives::DerivativeSource> exact;
  if (problem_.taylor != nullptr) exact = std::make_unique<derivatives::TaylorSource>(problem_, differences());
  const derivatives::ConditionRows conditions(problem_);
  derivatives::DerivativeArray array(exact != nullptr ? *exact : by_differences, jacobians, conditions);
  methods::MethodResult found(problem_.n, highest_derivative(groundwork_.structure) + 1);
  found.jet.set_derivative(0, problem_.guess_y);
  found.jet.set_derivative(1, problem_.guess_yp);
  methods::Stabilization outcome;
  for (int round = 0; round < most_rounds && !outcome.settled; ++round) {
    found.stages.clear();
    outcome = methods::post_stabilize(array, problem_, groundwork_.structure.offsets, options_, found);
  }
  collect_stages(problem_, found, jacobians, result);
  if (!outcome.settled) return false;
  if (groundwork_.difference_step == 0) {
    groundwork_.difference_step = by_differences.step();
    groundwork_.difference_noise = outcome.noise;
  } else if (outcome.noise > std::max(1.0, much_noisier * groundwork_.difference_noise)) {
    return false;
  }
  collect_values(problem_, found, result);
  result.explicit_norm = outcome.explicit_norm;
  result.hidden_norm = outcome.hidden_norm;
  return true;
}

bool is_direct_way_open(const problem::Problem& problem, const methods::Options& options,
                        const std::optional<Groundwork>& groundwork)
{
  return groundwork && problem.guess_y.allFinite() && problem.guess_yp.allFinite() &&
         (options.method == IDACI_AUTO || (options.method == IDACI_STEP_BY_STEP && problem.condition_count() == 0));
}

}  // namespace

report::Result project(const problem::Problem& problem, const methods::Options& options,
                       std::optional<Groundwork>& groundwork)
{
  const auto start = std::chrono::steady_clock::now();
  const long residuals_before = problem.residual->evaluations();
  const int attempts = !is_direct_way_open(problem, options, groundwork) ? 0 : groundwork->difference_step > 0 ? 2 : 1;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (attempt > 0) groundwork->difference_step = 0;
    report::Result result;
    try {
      if (!Projection(problem, options, *groundwork)(result)) continue;
    } catch (const support::Error&) {
      continue;  // the whole way finds out what is wrong, and says it
    } catch (const support::Cancelled& cancelled) {
      note_cancellation(cancelled, result);
    }
    leave_residual_at(problem, result);
    result.counters.residual_evaluations = problem.residual->evaluations() - residuals_before;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }
  return solve(problem, options, &groundwork);
}

}  // namespace ida_consistent_init::solver
