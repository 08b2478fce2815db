#include "ida_consistent_init/derivatives/combined_occurrence.hpp"

#include <sunmatrix/sunmatrix_dense.h>

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "support/problem_builder.hpp"

using namespace ida_consistent_init;
using support::Vector;

namespace {

bool occurs(const derivatives::Occurrence& occurrence, const std::vector<char>& flags, int i, int j)
{
  const int place = occurrence.sparsity.find(i, j);
  return place >= 0 && flags[place] != 0;
}

/// Two nodes joined by a capacitor; the second one has a switch that is open (no current) at all points looked at.
Vector switched_pair(double, const Vector& y, const Vector& yp)
{
  const double current = yp[0] - yp[1];
  const double open_switch = y[1] > 5 ? y[1] - 5 : 0;
  return test::vector({current + y[0], -current + y[0] + open_switch});
}

const problem::Combination& sum_of_both()
{
  static const problem::Combination sum({{1, {{0, 1.0}}}});
  return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(combined_occurrence)

BOOST_AUTO_TEST_CASE(derivatives_that_cancel_do_not_occur_and_entries_that_were_zero_everywhere_stay)
{
  test::ProblemBuilder builder(test::vector({1, 2}), Vector::Zero(2), switched_pair);
  const derivatives::Occurrence single = derivatives::find_occurrence(builder.problem);
  const derivatives::Occurrence sum = derivatives::combined_occurrence(builder.problem, single, sum_of_both());
  BOOST_TEST(occurs(sum, sum.of_yp, 0, 0));
  BOOST_TEST(occurs(sum, sum.of_yp, 0, 1));
  BOOST_TEST(!occurs(sum, sum.of_yp, 1, 0));
  BOOST_TEST(!occurs(sum, sum.of_yp, 1, 1));
  BOOST_TEST(occurs(sum, sum.of_y, 1, 0));
  BOOST_TEST(occurs(sum, sum.of_y, 1, 1));
}

BOOST_AUTO_TEST_CASE(places_of_the_users_matrix_stay_in_the_pattern)
{
  test::ProblemBuilder builder(test::vector({1, 2}), Vector::Zero(2), switched_pair);
  const support::MatrixHandle dense(SUNDenseMatrix(2, 2, builder.context()));
  builder.use_jacobian(
      [](double, double cj, const Vector&, const Vector&, SUNMatrix matrix) {
        SM_ELEMENT_D(matrix, 0, 0) = cj + 1;
        SM_ELEMENT_D(matrix, 0, 1) = -cj;
        SM_ELEMENT_D(matrix, 1, 0) = -cj + 1;
        SM_ELEMENT_D(matrix, 1, 1) = cj;
        return 0;
      },
      dense.get());
  const derivatives::Occurrence single = derivatives::find_occurrence(builder.problem);
  const derivatives::Occurrence sum = derivatives::combined_occurrence(builder.problem, single, sum_of_both());
  BOOST_TEST(sum.sparsity.entries() == 4);
  BOOST_TEST(!occurs(sum, sum.of_yp, 1, 1));
  BOOST_TEST(occurs(sum, sum.of_y, 1, 0));
}

BOOST_AUTO_TEST_SUITE_END()
