#include "ida_consistent_init/verify/natural_unit.hpp"

#include <boost/test/unit_test.hpp>

using ida_consistent_init::linear::SparseMatrix;
using ida_consistent_init::verify::natural_units;

BOOST_AUTO_TEST_SUITE(natural_unit)

BOOST_AUTO_TEST_CASE(an_unknown_counts_as_much_as_the_largest_term_of_its_equation)
{
  // 2 a + 0.5 f = 0 with f = 4000: a = 0 +- 1 is a small error there.
  Eigen::MatrixXd matrix(1, 2);
  matrix << 2, 0.5;
  const Eigen::VectorXd unit =
      natural_units(matrix.sparseView(), SparseMatrix(), Eigen::Vector2d(0, 4000), Eigen::VectorXd::Zero(1));
  BOOST_TEST(unit[0] == 1000, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(unit[1] == 4000, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(terms_without_unknowns_count_and_equations_in_which_an_unknown_is_marginal_do_not)
{
  // The second unknown is determined by the second equation, whose terms are small.
  Eigen::MatrixXd matrix(2, 2);
  matrix << 1, 1e-6, 0, 1;
  const Eigen::VectorXd unit =
      natural_units(matrix.sparseView(), SparseMatrix(), Eigen::Vector2d(0, 3), Eigen::Vector2d(50, 0));
  BOOST_TEST(unit[0] == 50, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(unit[1] == 3, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()
