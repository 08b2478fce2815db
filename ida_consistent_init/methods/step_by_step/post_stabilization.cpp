#include "ida_consistent_init/methods/step_by_step/post_stabilization.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/error_propagation.hpp"

namespace ida_consistent_init::methods {

namespace {

/// How far beyond the estimated noise of the differences a change may lie.
constexpr double explained_by_noise = 30;
constexpr int sweeps = 2;

/// A stage with the factorization that all sweeps share.
struct Block
{
  Stage stage;
  std::unique_ptr<linear::ConstrainedStep> step;
  Vector last;  // the change of the last sweep
};

class PostStabilization
{
 public:
  PostStabilization(derivatives::DerivativeArray& array, const problem::Problem& problem, const Options& options,
                    MethodResult& result)
      : array_(array), problem_(problem), options_(options), result_(result), term_scale_(array.term_scale(result.jet))
  {
  }

  Stabilization run(const structure::Offsets& offsets);

 private:
  bool prepare(const structure::Offsets& offsets);
  bool add(const Stage& stage);
  bool sweep(int number);
  bool judge(const Block& block, Stabilization& outcome);
  [[nodiscard]] Vector toward(const Stage& stage) const;
  [[nodiscard]] double tolerance(const Column& column) const
  {
    return options_.tolerance(result_.jet(column.variable, column.order));
  }

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const Options& options_;
  MethodResult& result_;
  Vector term_scale_;
  std::vector<Block> blocks_;
};

Stabilization PostStabilization::run(const structure::Offsets& offsets)
{
  Stabilization outcome;
  if (!prepare(offsets)) return outcome;
  for (int k = 0; k < sweeps; ++k) {
    if (!sweep(k)) return outcome;
  }
  outcome.settled = true;
  array_.differences().reset_step();
  for (const Block& block : blocks_) outcome.settled = judge(block, outcome) && outcome.settled;
  for (int j = 0; j < problem_.n && !problem_.constraints.empty(); ++j) {
    if (problem::breaks_constraint(problem_.constraints[j], result_.jet(j, 0))) outcome.settled = false;
  }
  return outcome;
}

bool PostStabilization::prepare(const structure::Offsets& offsets)
{
  const StagePlan plan(problem_, offsets);
  const int conditions = problem_.condition_count();
  if (conditions > 0) {
    Stage all = plan.stages(plan.first(), 0);
    for (int i = 0; i < conditions; ++i) all.rows.push_back({problem_.n + i, 0});
    if (!add(all)) return false;
  }
  for (int k = plan.first(); k <= 0 && conditions == 0; ++k) {
    if (!add(plan.stages(k, k))) return false;
  }
  // y' of variables with d_j = 0; nothing else depends on it.
  const std::vector<int>& d = offsets.variable;
  return std::find(d.begin(), d.end(), 0) == d.end() || add(plan.stages(1, 1));
}

/// False if the stage has no matrix of full row rank here.
bool PostStabilization::add(const Stage& stage)
{
  result_.note_held(stage);
  if (stage.rows.empty() || stage.columns.empty()) {
    for (const auto [j, order] : stage.columns) {
      result_.error(j, order) = 0;
      result_.known(j, order) = 1;
    }
    return stage.rows.empty();
  }
  const bool leading_only = !stage.merged();
  linear::SparseMatrix error;
  const linear::SparseMatrix matrix =
      array_.jacobian(stage.rows, stage.columns, result_.jet, leading_only, leading_only ? nullptr : &error);
  auto step =
      linear::make_constrained_step(matrix, wish_weights(problem_, stage), array_.jacobians().noise(), {}, error);
  ++result_.factorizations;
  if (step == nullptr || step->rank() < static_cast<int>(stage.rows.size()) || step->determined().empty()) return false;
  blocks_.push_back({stage, std::move(step), Vector::Zero(static_cast<Eigen::Index>(stage.columns.size()))});
  return true;
}

Vector PostStabilization::toward(const Stage& stage) const
{
  Vector way = Vector::Zero(static_cast<Eigen::Index>(stage.columns.size()));
  for (Eigen::Index k = 0; k < way.size(); ++k) {
    const auto [j, order] = stage.columns[static_cast<std::size_t>(k)];
    if (order == 0) way[k] = problem_.guess_y[j] - result_.jet(j, 0);
  }
  return way;
}

bool PostStabilization::sweep(int number)
{
  array_.differences().reset_step();  // the sweep before has changed the jet, and most of all its derivatives
  for (Block& block : blocks_) {
    const auto rows = array_.residual(block.stage.rows, result_.jet, term_scale_);
    if (rows.outcome != problem::Outcome::ok) return false;
    options_.watch(block.stage.last, number, rows.value.cwiseAbs().maxCoeff());
    block.last = block.step->solve(-rows.value, toward(block.stage));
    if (!block.last.allFinite()) return false;
    result_.jet = moved_by(block.last, block.stage, std::move(result_.jet));
  }
  return true;
}

/// Records the block and what is left of it; true if that is little enough.
bool PostStabilization::judge(const Block& block, Stabilization& outcome)
{
  const Stage& stage = block.stage;
  const auto rows = array_.residual(stage.rows, result_.jet, term_scale_);
  if (rows.outcome != problem::Outcome::ok) return false;
  StageRecord record{stage, block.step->rank(), sweeps, 0, {}, "two sweeps, one factorization"};
  for (std::size_t k = 0; k < stage.rows.size(); ++k) {
    const double size = std::abs(rows.value[static_cast<Eigen::Index>(k)]);
    record.residual = std::max(record.residual, size);
    if (stage.last > 0) continue;
    double& norm = stage.rows[k].order == 0 ? outcome.explicit_norm : outcome.hidden_norm;
    norm = std::max(norm, size);
  }
  result_.stages.push_back(std::move(record));

  const auto columns = static_cast<Eigen::Index>(stage.columns.size());
  const Vector left = block.step->solve(-rows.value, Vector::Zero(columns)).cwiseAbs();
  const Vector noise = linear::propagated_error(*block.step, rows.error, columns);
  const std::vector<char> determined = block.step->determined();
  std::vector<char> unique = block.step->unique();
  result_.note(stage, left + noise, unique, determined);
  bool settled = true;
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const double allowed = tolerance(stage.columns[k]);
    if (stage.columns[k].order <= 1) outcome.noise = std::max(outcome.noise, noise[at] / allowed);
    const bool on_constraints = left[at] <= allowed + explained_by_noise * noise[at];
    const bool nearest = stage.columns[k].order > 0 || determined[k] != 0 || std::abs(block.last[at]) <= allowed;
    settled = settled && on_constraints && nearest;
  }
  return settled;
}

}  // namespace

Stabilization post_stabilize(derivatives::DerivativeArray& array, const problem::Problem& problem,
                             const structure::Offsets& offsets, const Options& options, MethodResult& result)
{
  return PostStabilization(array, problem, options, result).run(offsets);
}

}  // namespace ida_consistent_init::methods
