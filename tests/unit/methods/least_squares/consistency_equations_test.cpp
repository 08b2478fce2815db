#include "ida_consistent_init/methods/least_squares/consistency_equations.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "ida_consistent_init/methods/least_squares/determinacy.hpp"
#include "support/method_run.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using derivatives::Column;
using derivatives::Row;
using methods::Stage;
using support::Vector;

namespace {

bool has_row(const Stage& block, int equation, int order)
{
  return std::any_of(block.rows.begin(), block.rows.end(),
                     [&](const Row& row) { return row.equation == equation && row.order == order; });
}

bool has_column(const Stage& block, int variable, int order)
{
  return std::any_of(block.columns.begin(), block.columns.end(),
                     [&](const Column& column) { return column.variable == variable && column.order == order; });
}

/// The block with m differentiations at a consistent point, reduced to what determines (y, y').
struct Reduction
{
  Reduction(const test::ProblemBuilder& builder, const Vector& higher, int m)
      : run(builder.problem), signature(solver::signature_of(run.occurrence))
  {
    const Stage block = methods::consistency_equations(builder.problem, signature, m);
    derivatives::Jet jet(builder.problem.n, m + 1);
    jet.set_derivative(0, builder.problem.guess_y);
    jet.set_derivative(1, builder.problem.guess_yp);
    jet.set_derivative(2, higher);
    run.array.residual(block.rows, jet, run.array.term_scale(jet));
    found = methods::determinacy(run.array, methods::without_wishes(block, builder.problem.n, m), jet, m);
    reduced = methods::reduced(block, found.row_needed, run.array.jacobian(block.rows, block.columns, jet, false),
                               builder.problem.n);
  }
  test::MethodRun run;
  structure::Signature signature;
  methods::Determinacy found;
  Stage reduced;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(consistency_equations)

BOOST_AUTO_TEST_CASE(all_derivatives_up_to_m_and_the_unknowns_they_may_contain)
{
  const test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  const test::MethodRun run(builder.problem);
  const Stage block = methods::consistency_equations(builder.problem, solver::signature_of(run.occurrence), 3);
  BOOST_TEST(block.rows.size() == 20U);
  // lam' does not occur in F, so lam has one derivative less than the others.
  BOOST_TEST(block.columns.size() == 4U * 5 + 4);
  BOOST_TEST(has_column(block, 0, 4));
  BOOST_TEST(!has_column(block, 4, 4));
  BOOST_TEST(block.merged());
  BOOST_TEST(!block.nearest);
}

BOOST_AUTO_TEST_CASE(held_components_are_no_unknowns)
{
  test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  builder.problem.fixed_y[0] = 1;
  builder.problem.fixed_yp[2] = 1;
  const test::MethodRun run(builder.problem);
  const Stage block = methods::consistency_equations(builder.problem, solver::signature_of(run.occurrence), 1);
  BOOST_TEST(!has_column(block, 0, 0));
  BOOST_TEST(!has_column(block, 2, 1));
  BOOST_TEST(block.held.size() == 2U);
}

BOOST_AUTO_TEST_CASE(index_1_is_reduced_to_a_column_basis_of_the_second_derivatives)
{
  // y1' + y1 z = 0, 0 = z - y1^2: of y'' only y1'' is left (E_1), and both rows are needed once differentiated.
  const test::ProblemBuilder builder(test::vector({1, 1}), test::vector({-1, -2}),
                                     [](double, const Vector& y, const Vector& yp) {
                                       return test::vector({yp[0] + y[0] * y[1], y[1] - y[0] * y[0]});
                                     });
  const Reduction reduction(builder, test::vector({3, 0}), 1);
  BOOST_TEST(has_row(reduction.reduced, 1, 1));
  BOOST_TEST(!has_row(reduction.reduced, 0, 1));  // it only fixes y1''
  BOOST_TEST(!has_column(reduction.reduced, 1, 2));
  BOOST_TEST(reduction.found.derivatives_determined);
}

BOOST_AUTO_TEST_CASE(hessenberg_index_2_is_reduced_to_equations_16_to_19_of_the_paper)
{
  // u' = f(u, v), 0 = g(u): u1' = u2 v, u2' = v + u1, 0 = u1^2 + u2 - 2 at u = (1, 1): v = (-1)/(3) from
  // 2 u1 u2 v + v + u1 = 0.
  const double v = -1.0 / 3;
  const test::ProblemBuilder builder(
      test::vector({1, 1, v}), test::vector({v, v + 1, 0}), [](double, const Vector& y, const Vector& yp) {
        return test::vector({yp[0] - y[1] * y[2], yp[1] - y[2] - y[0], y[0] * y[0] + y[1] - 2});
      });
  const Reduction reduction(builder, Vector::Zero(3), 2);
  for (const int equation : {0, 1}) {
    BOOST_TEST(has_row(reduction.reduced, equation, 1));
    BOOST_TEST(!has_row(reduction.reduced, equation, 2));  // psi of the paper: only the third derivative of u
    BOOST_TEST(!has_column(reduction.reduced, equation, 3));
  }
  BOOST_TEST(has_row(reduction.reduced, 2, 2));
  BOOST_TEST(!has_column(reduction.reduced, 2, 2));
  BOOST_TEST(reduction.reduced.rows.size() == 7U);
  BOOST_TEST(reduction.reduced.columns.size() == 3U + 3 + 2);
  BOOST_TEST(reduction.found.derivatives_determined);
}

BOOST_AUTO_TEST_CASE(index_3_keeps_three_differentiations_of_the_constraint_only)
{
  const test::ProblemBuilder builder(test::pendulum_y(), test::pendulum_yp(), test::pendulum);
  const Reduction reduction(builder, test::vector({-4.9088, -6.1284, 0, 0, 0}), 3);
  BOOST_TEST(has_row(reduction.reduced, 4, 3));
  for (int equation = 0; equation < 4; ++equation) BOOST_TEST(!has_row(reduction.reduced, equation, 3));
  for (const int force : {2, 3}) BOOST_TEST(!has_row(reduction.reduced, force, 2));
}

BOOST_AUTO_TEST_SUITE_END()
