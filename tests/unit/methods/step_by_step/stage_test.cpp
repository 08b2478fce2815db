#include "ida_consistent_init/methods/step_by_step/stage.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <utility>

using namespace ida_consistent_init;
using methods::Stage;
using methods::StagePlan;
using Pairs = std::set<std::pair<int, int>>;

namespace {

/// (equation or variable, order)
template <class Item>
Pairs pairs(const std::vector<Item>& items)
{
  Pairs result;
  for (const auto& [number, order] : items) result.insert({number, order});
  return result;
}

problem::Problem five_unknowns()
{
  problem::Problem problem;
  problem.n = 5;
  problem.fixed_y.assign(5, 0);
  problem.fixed_yp.assign(5, 0);
  return problem;
}

/// Pryce's offsets of the pendulum in (x, y, u, v, lam).
const structure::Offsets pendulum_offsets{{1, 1, 0, 0, 2}, {2, 2, 1, 1, 0}};

}  // namespace

BOOST_AUTO_TEST_SUITE(stage)

BOOST_AUTO_TEST_CASE(the_stages_of_the_pendulum_are_position_velocity_and_acceleration)
{
  const problem::Problem problem = five_unknowns();
  const StagePlan plan(problem, pendulum_offsets);
  BOOST_TEST(plan.first() == -2);
  const Stage position = plan.stages(-2, -2);
  BOOST_TEST((pairs(position.rows) == Pairs{{4, 0}}));
  BOOST_TEST((pairs(position.columns) == Pairs{{0, 0}, {1, 0}}));
  const Stage velocity = plan.stages(-1, -1);
  BOOST_TEST((pairs(velocity.rows) == Pairs{{0, 0}, {1, 0}, {4, 1}}));
  BOOST_TEST((pairs(velocity.columns) == Pairs{{0, 1}, {1, 1}, {2, 0}, {3, 0}}));
  const Stage acceleration = plan.stages(0, 0);
  BOOST_TEST((pairs(acceleration.rows) == Pairs{{0, 1}, {1, 1}, {2, 0}, {3, 0}, {4, 2}}));
  BOOST_TEST((pairs(acceleration.columns) == Pairs{{0, 2}, {1, 2}, {2, 1}, {3, 1}, {4, 0}}));
  BOOST_TEST(!acceleration.merged());
}

BOOST_AUTO_TEST_CASE(merged_stages_are_the_union_of_their_rows_and_unknowns)
{
  const problem::Problem problem = five_unknowns();
  const Stage merged = StagePlan(problem, pendulum_offsets).stages(-2, -1);
  BOOST_TEST(merged.merged());
  BOOST_TEST(merged.first == -2);
  BOOST_TEST(merged.last == -1);
  BOOST_TEST((pairs(merged.rows) == Pairs{{4, 0}, {0, 0}, {1, 0}, {4, 1}}));
  BOOST_TEST((pairs(merged.columns) == Pairs{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {3, 0}}));
}

BOOST_AUTO_TEST_CASE(held_values_and_derivatives_leave_the_unknowns)
{
  problem::Problem problem = five_unknowns();
  problem.fixed_y[0] = 1;
  problem.fixed_y[1] = 1;
  problem.fixed_yp[1] = 1;
  const StagePlan plan(problem, pendulum_offsets);
  BOOST_TEST((pairs(plan.stages(-2, -2).held) == Pairs{{0, 0}, {1, 0}}));
  BOOST_TEST(plan.stages(-2, -2).columns.empty());
  BOOST_TEST(!plan.has_unknowns(-2));
  BOOST_TEST((pairs(plan.stages(-1, -1).held) == Pairs{{1, 1}}));
  BOOST_TEST((pairs(plan.stages(-1, -1).columns) == Pairs{{0, 1}, {2, 0}, {3, 0}}));
  BOOST_TEST(plan.has_unknowns(-1));
}

BOOST_AUTO_TEST_CASE(stages_before_any_equation_have_no_rows)
{
  problem::Problem problem = five_unknowns();
  const structure::Offsets ode{{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}};
  const StagePlan plan(problem, ode);
  BOOST_TEST(plan.first() == -1);
  BOOST_TEST(plan.stages(-1, -1).rows.empty());
  BOOST_TEST(plan.stages(-1, -1).columns.size() == 5U);
}

BOOST_AUTO_TEST_SUITE_END()
