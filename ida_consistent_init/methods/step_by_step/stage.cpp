#include "ida_consistent_init/methods/step_by_step/stage.hpp"

#include <algorithm>

namespace ida_consistent_init::methods {

support::Vector wish_weights(const problem::Problem& problem, const Stage& stage)
{
  support::Vector weight = support::Vector::Zero(static_cast<Eigen::Index>(stage.columns.size()));
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    if (stage.columns[k].order == 0) weight[static_cast<Eigen::Index>(k)] = problem.weights[stage.columns[k].variable];
  }
  return weight;
}

derivatives::Jet moved_by(const support::Vector& d, const Stage& stage, derivatives::Jet jet)
{
  for (std::size_t k = 0; k < stage.columns.size(); ++k) {
    jet(stage.columns[k].variable, stage.columns[k].order) += d[static_cast<Eigen::Index>(k)];
  }
  return jet;
}

StagePlan::StagePlan(const problem::Problem& problem, const structure::Offsets& offsets)
    : problem_(problem), offsets_(offsets)
{
  for (const int d : offsets_.variable) first_ = std::min(first_, -d);
}

Stage StagePlan::stages(int first, int last) const
{
  Stage stage;
  stage.first = first;
  stage.last = last;
  for (int k = first; k <= last; ++k) append(k, stage);
  return stage;
}

bool StagePlan::only_last_has_rows() const
{
  return std::all_of(offsets_.equation.begin(), offsets_.equation.end(), [](int c) { return c == 0; });
}

bool StagePlan::has_unknowns(int k) const
{
  return !stages(k, k).columns.empty();
}

void StagePlan::append(int k, Stage& stage) const
{
  for (int i = 0; i < problem_.n; ++i) {
    if (k + offsets_.equation[i] >= 0) stage.rows.push_back({i, k + offsets_.equation[i]});
  }
  for (int j = 0; j < problem_.n; ++j) {
    const int order = k + offsets_.variable[j];
    if (order < 0) continue;
    const bool held = (order == 0 && problem_.fixed_y[j] != 0) || (order == 1 && problem_.fixed_yp[j] != 0);
    (held ? stage.held : stage.columns).push_back({j, order});
  }
}

}  // namespace ida_consistent_init::methods
