#include "ida_consistent_init/derivatives/occurrence.hpp"

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <ctime>
#include <set>
#include <stdexcept>
#include <tuple>

#include "support/problem_builder.hpp"
#include "support/small_systems.hpp"

using namespace ida_consistent_init;
using derivatives::find_occurrence;
using derivatives::Occurrence;
using support::Vector;

namespace {

/// (equation, variable, order of the derivative)
using Places = std::set<std::tuple<int, int, int>>;

Places places_of(const Occurrence& occurrence)
{
  Places places;
  for (int i = 0; i < occurrence.sparsity.n; ++i) {
    for (int k = occurrence.sparsity.row_start[i]; k < occurrence.sparsity.row_start[i + 1]; ++k) {
      if (occurrence.of_y[k] != 0) places.insert({i, occurrence.sparsity.column[k], 0});
      if (occurrence.of_yp[k] != 0) places.insert({i, occurrence.sparsity.column[k], 1});
    }
  }
  return places;
}

Places places_of(const Vector& y, const Vector& yp, const test::PlainResidual& residual)
{
  return places_of(find_occurrence(test::ProblemBuilder(y, yp, residual).problem));
}

const Places pendulum_places{{0, 0, 1}, {0, 2, 0}, {1, 1, 1}, {1, 3, 0}, {2, 2, 1}, {2, 0, 0},
                             {2, 4, 0}, {3, 3, 1}, {3, 1, 0}, {3, 4, 0}, {4, 0, 0}, {4, 1, 0}};

/// F_i = y_i' - y_{i-1} + 2 y_i - y_{i+1}, a heat equation.
Vector heat(double, const Vector& y, const Vector& yp)
{
  const auto n = y.size();
  Vector r(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    r[i] = yp[i] + 2 * y[i] - (i > 0 ? y[i - 1] : 0.0) - (i + 1 < n ? y[i + 1] : 0.0);
  }
  return r;
}

Places heat_places(int n)
{
  Places places;
  for (int i = 0; i < n; ++i) {
    places.insert({i, i, 1});
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) places.insert({i, j, 0});
  }
  return places;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(occurrence)

BOOST_AUTO_TEST_CASE(the_signature_of_the_pendulum_is_found_from_its_residual)
{
  BOOST_TEST((places_of(test::pendulum_y(), test::pendulum_yp(), test::pendulum) == pendulum_places));
}

BOOST_AUTO_TEST_CASE(zeros_in_the_guess_hide_nothing)
{
  BOOST_TEST((places_of(Vector::Zero(5), Vector::Zero(5), test::pendulum) == pendulum_places));
}

BOOST_AUTO_TEST_CASE(a_term_that_is_multiplied_by_zero_does_not_occur)
{
  const Places found =
      places_of(test::vector({1, 2}), test::vector({3, 4}), [](double t, const Vector& y, const Vector& yp) {
        return test::vector({yp[0] + 0 * y[1] + t * yp[1], y[1] - 0 * yp[0]});
      });
  BOOST_TEST((found == Places{{0, 0, 1}, {1, 1, 0}}));
}

BOOST_AUTO_TEST_CASE(a_small_coefficient_beside_a_large_term_occurs)
{
  const Places found =
      places_of(test::vector({1, 1}), test::vector({1, 1}), [](double, const Vector& y, const Vector& yp) {
        return test::vector({1e9 + yp[0] + 1e-8 * y[1], y[0] + y[1]});
      });
  BOOST_TEST((found == Places{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}}));
}

BOOST_AUTO_TEST_CASE(a_dependence_that_swallows_nan_is_found_in_small_systems)
{
  const Places found =
      places_of(test::vector({1, 1}), test::vector({0, 0}), [](double, const Vector& y, const Vector& yp) {
        return test::vector({yp[0] - std::fmax(y[1], 0.0), y[1] - std::fmin(yp[1], 2.0)});
      });
  BOOST_TEST((found == Places{{0, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}}));
}

BOOST_AUTO_TEST_CASE(a_residual_that_throws_on_nan_is_probed_by_changes)
{
  // Larger than the systems for which changes are tried in any case.
  constexpr int n = 80;
  const Places found = places_of(Vector::Ones(n), Vector::Zero(n), [](double t, const Vector& y, const Vector& yp) {
    if (!y.allFinite() || !yp.allFinite()) throw std::domain_error("not a number");
    return heat(t, y, yp);
  });
  BOOST_TEST((found == heat_places(n)));
}

BOOST_AUTO_TEST_CASE(a_residual_that_is_undefined_on_one_side_is_probed_there_too)
{
  const Places found =
      places_of(test::vector({1e-3, 1}), test::vector({0, 0}), [](double, const Vector& y, const Vector& yp) {
        return test::vector({yp[0] + std::sqrt(y[0]), std::log(y[1]) - y[0]});
      });
  BOOST_TEST((found == Places{{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
}

BOOST_AUTO_TEST_CASE(a_given_pattern_replaces_probing_of_every_component)
{
  constexpr int n = 200;
  test::ProblemBuilder builder(Vector::Ones(n), Vector::Zero(n), heat);
  std::vector<std::pair<int, int>> pattern;
  for (const auto& [i, j, order] : heat_places(n)) pattern.emplace_back(i, j);
  builder.problem.sparsity = problem::make_sparsity(n, pattern);
  BOOST_TEST((places_of(find_occurrence(builder.problem)) == heat_places(n)));
  BOOST_TEST(builder.problem.residual->evaluations() < 40);
}

BOOST_AUTO_TEST_CASE(a_jacobian_function_tells_values_and_derivatives_apart_by_cj)
{
  test::ProblemBuilder builder(test::vector({0, 0}), test::vector({0, 0}),
                               [](double, const Vector& y, const Vector& yp) {
                                 return test::vector({1e8 * y[0] + 1e-9 * yp[0] + y[1] * y[1], yp[1]});
                               });
  const support::MatrixHandle matrix(SUNDenseMatrix(2, 2, builder.context()));
  builder.use_jacobian(
      [](double, double cj, const Vector& y, const Vector&, SUNMatrix jacobian) {
        SM_ELEMENT_D(jacobian, 0, 0) = 1e8 + cj * 1e-9;
        SM_ELEMENT_D(jacobian, 0, 1) = 2 * y[1];  // zero at the guess, not beside it
        SM_ELEMENT_D(jacobian, 1, 1) = cj;
        return 0;
      },
      matrix.get());
  BOOST_TEST((places_of(find_occurrence(builder.problem)) == Places{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 1}}));
}

BOOST_AUTO_TEST_CASE(a_sparse_jacobian_of_100000_heat_equations_is_separated_within_seconds)
{
  const int n = 100000;
  test::ProblemBuilder builder(Vector::Zero(n), Vector::Zero(n), heat);
  support::MatrixHandle matrix(SUNSparseMatrix(n, n, 3 * n, CSC_MAT, builder.context()));
  builder.use_jacobian(
      [n](double, double cj, const Vector&, const Vector&, SUNMatrix jacobian) {
        sunindextype k = 0;
        for (int j = 0; j < n; ++j) {
          SUNSparseMatrix_IndexPointers(jacobian)[j] = k;
          for (int i = std::max(0, j - 1); i <= std::min(n - 1, j + 1); ++i, ++k) {
            SUNSparseMatrix_IndexValues(jacobian)[k] = i;
            SUNSparseMatrix_Data(jacobian)[k] = i == j ? cj + 2 : -1;
          }
        }
        SUNSparseMatrix_IndexPointers(jacobian)[n] = k;
        return 0;
      },
      matrix.get());
  const std::clock_t start = std::clock();
  const Occurrence found = find_occurrence(builder.problem);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  BOOST_TEST_MESSAGE("separated in " << seconds << " s");
  BOOST_TEST((places_of(found) == heat_places(n)));
  BOOST_TEST(seconds < 5.0);
}

BOOST_AUTO_TEST_CASE(a_jacobian_whose_stored_entries_differ_from_point_to_point_keeps_all_of_them)
{
  // The function stores what is not zero: y1 in row 0 only beside the guess.
  test::ProblemBuilder builder(test::vector({1, 0}), Vector::Zero(2), [](double, const Vector& y, const Vector& yp) {
    return test::vector({yp[0] + y[1] * y[1], y[1]});
  });
  support::MatrixHandle matrix(SUNSparseMatrix(2, 2, 3, CSR_MAT, builder.context()));
  builder.use_jacobian(
      [](double, double cj, const Vector& y, const Vector&, SUNMatrix jacobian) {
        sunindextype k = 0;
        const auto store = [&](int column, double value) {
          if (value == 0) return;
          SUNSparseMatrix_IndexValues(jacobian)[k] = column;
          SUNSparseMatrix_Data(jacobian)[k++] = value;
        };
        SUNSparseMatrix_IndexPointers(jacobian)[0] = 0;
        store(0, cj);
        store(1, 2 * y[1]);
        SUNSparseMatrix_IndexPointers(jacobian)[1] = k;
        store(1, 1.0);
        SUNSparseMatrix_IndexPointers(jacobian)[2] = k;
        return 0;
      },
      matrix.get());
  BOOST_TEST((places_of(find_occurrence(builder.problem)) == Places{{0, 0, 1}, {0, 1, 0}, {1, 1, 0}}));
}

BOOST_AUTO_TEST_SUITE_END()
