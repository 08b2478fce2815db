#include "ida_consistent_init/methods/step_by_step/explain.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using methods::Stage;
using methods::StageSolution;
using methods::StageVerdict;
using support::Error;

namespace {

bool contains(const Error& error, const std::string& part)
{
  return std::string(error.what()).find(part) != std::string::npos;
}

/// Two rows, of which the second is violated, in a, b' with c held.
struct FailedStage
{
  FailedStage()
  {
    problem.n = 3;
    problem.fixed_y = {0, 0, 0};
    problem.fixed_yp = {0, 0, 0};
    problem.names = problem::Names({"a", "b", "c"}, {"force", "circle", "loop"});
    solution.residual = test::vector({1e-12, 0.25});
    solution.tolerance = test::vector({1e-8, 1e-8});
    solution.history = {8, 4, 2, 1, 0.25};
    solution.iterations = 50;
  }
  Error explain(StageVerdict verdict)
  {
    solution.verdict = verdict;
    return methods::explain(problem, stage, solution, conflict);
  }

  problem::Problem problem;
  Stage stage{.first = -1, .last = -1, .rows = {{0, 0}, {1, 2}}, .columns = {{0, 0}, {1, 1}}};
  StageSolution solution;
  std::vector<std::string> conflict;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(explain)

BOOST_AUTO_TEST_CASE(no_convergence_names_the_violated_row_the_history_and_the_unknowns)
{
  const Error error = FailedStage().explain(StageVerdict::not_converged);
  BOOST_TEST(error.flag() == IDACI_CONV_FAIL);
  BOOST_TEST(contains(error, "the 2nd time derivative of circle = 0.25"));
  BOOST_TEST(contains(error, "50 iterations"));
  BOOST_TEST(contains(error, "4.00e+00, 2.00e+00, 1.00e+00, 2.50e-01"));
  BOOST_TEST(contains(error, "a, b'"));
  BOOST_TEST(!contains(error, "force"));
}

BOOST_AUTO_TEST_CASE(contradiction_with_held_values_names_all_of_them_and_those_that_suffice)
{
  FailedStage failed;
  failed.problem.fixed_y = {1, 0, 1};
  failed.conflict = {"c"};
  const Error error = failed.explain(StageVerdict::inconsistent);
  BOOST_TEST(error.flag() == IDACI_OVERDETERMINED);
  BOOST_TEST(contains(error, "with a, c held as given"));
  BOOST_TEST(contains(error, "circle"));
  BOOST_TEST(contains(error, "Already c alone is in contradiction"));
}

BOOST_AUTO_TEST_CASE(contradiction_without_held_values_is_no_matter_of_held_values)
{
  const Error error = FailedStage().explain(StageVerdict::inconsistent);
  BOOST_TEST(error.flag() == IDACI_CONV_FAIL);
  BOOST_TEST(contains(error, "contradict each other"));
}

BOOST_AUTO_TEST_CASE(other_verdicts_have_flags_of_their_own)
{
  FailedStage failed;
  BOOST_TEST(failed.explain(StageVerdict::not_finite).flag() == IDACI_RES_NOT_FINITE);
  BOOST_TEST(failed.explain(StageVerdict::constraint_stuck).flag() == IDACI_CONSTRAINT_FAIL);
  BOOST_TEST(failed.explain(StageVerdict::too_large_to_rank).flag() == IDACI_CONV_FAIL);
}

BOOST_AUTO_TEST_CASE(many_violated_rows_are_cut_with_the_worst_first)
{
  FailedStage failed;
  failed.stage.rows.clear();
  failed.solution.residual = test::vector({1, 2, 3, 4, 5, 6, 7});
  failed.solution.tolerance = support::Vector::Constant(7, 1e-8);
  for (int order = 0; order < 7; ++order) failed.stage.rows.push_back({1, order});
  const Error error = failed.explain(StageVerdict::not_converged);
  BOOST_TEST(contains(error, "the 6th time derivative of circle = 7, "));
  BOOST_TEST(contains(error, " and 2 more"));
  BOOST_TEST(!contains(error, "1st"));
}

BOOST_AUTO_TEST_CASE(deceptive_structure_points_to_least_squares)
{
  const Error error = methods::explain_deceptive_structure(1, 3, 4, "node_1, node_2");
  BOOST_TEST(error.flag() == IDACI_NOT_SUPPORTED);
  BOOST_TEST(contains(error, "least squares"));
  BOOST_TEST(contains(error, "rank 3 of 4"));
  BOOST_TEST(contains(error, "cancel in a combination of node_1, node_2"));
}

BOOST_AUTO_TEST_SUITE_END()
