#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"

#include <algorithm>

#include "ida_consistent_init/derivatives/perturbation.hpp"
#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/rank_revealing.hpp"
#include "ida_consistent_init/support/error.hpp"

namespace ida_consistent_init::methods {

namespace {

/// Of such matrices singular values and the round-off of their differences are no work worth mentioning.
constexpr int small = 40;
/// Smallest singular value of a regular matrix, equilibrated, that may be round-off of central differences.
constexpr double doubtful = 1e-7;

linear::RankRevealed revealed_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                   const derivatives::Jet& jet)
{
  Eigen::SparseMatrix<double> error;
  const Eigen::SparseMatrix<double> matrix = system_jacobian(array, offsets, jet, &error);
  return linear::reveal_equilibrated_rank(matrix, error, array.jacobians().noise() * jet.size());
}

}  // namespace

bool factorization_shows_rank(derivatives::DerivativeArray& array, int n)
{
  return n > small || array.jacobians().difference_step(0) == 0;
}

Eigen::SparseMatrix<double> system_jacobian(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                            const derivatives::Jet& jet, Eigen::SparseMatrix<double>* error)
{
  const int n = jet.size();
  std::vector<derivatives::Row> rows;
  std::vector<derivatives::Column> columns;
  rows.reserve(n);
  columns.reserve(n);
  for (int i = 0; i < n; ++i) rows.push_back({i, offsets.equation[i]});
  for (int j = 0; j < n; ++j) columns.push_back({j, offsets.variable[j]});
  return array.jacobian(rows, columns, jet, true, error);
}

derivatives::Jet jet_beside(const derivatives::Jet& jet, unsigned number)
{
  const auto [y, yp] = derivatives::point_beside(jet.derivative(0), jet.derivative(1), number);
  derivatives::Jet moved = jet;
  moved.set_derivative(0, y);
  moved.set_derivative(1, yp);
  return moved;
}

int system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                         const derivatives::Jet& jet)
{
  const int n = jet.size();
  if (n <= small) {
    const linear::RankRevealed found = revealed_rank(array, offsets, jet);
    if (found.rank < n || found.smallest_kept > doubtful) return found.rank;
    // The round-off of terms that cancel, as in sums of equations, is larger than F shows.
    return array.jacobians().sharpen() ? revealed_rank(array, offsets, jet).rank : found.rank;
  }
  const Eigen::SparseMatrix<double> matrix = system_jacobian(array, offsets, jet);
  const auto step = linear::make_constrained_step(matrix, Eigen::VectorXd::Zero(n), array.jacobians().noise());
  // Too large for a rank-revealing factorization and singular: "less than n" is all that is known.
  return step == nullptr ? n - 1 : step->rank();
}

std::vector<int> dependent_equations(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                     const derivatives::Jet& jet)
{
  constexpr int most_equations = 300;
  if (jet.size() > most_equations) return {};
  const Eigen::SparseMatrix<double> matrix = system_jacobian(array, offsets, jet);
  const linear::RankRevealed revealed = linear::reveal_equilibrated_rank(matrix, {}, array.jacobians().noise());
  std::vector<int> dependent;
  if (revealed.left_null.cols() == 0) return dependent;
  constexpr double takes_part = 1e-3;
  for (int i = 0; i < jet.size(); ++i) {
    if (revealed.left_null.row(i).cwiseAbs().maxCoeff() > takes_part) dependent.push_back(i);
  }
  return dependent;
}

int generic_system_jacobian_rank(derivatives::DerivativeArray& array, const structure::Offsets& offsets,
                                 const derivatives::Jet& jet)
{
  const int n = jet.size();
  int rank = -1;
  for (unsigned point = 0; point <= 2 && rank < n; ++point) {
    try {
      rank = std::max(rank, system_jacobian_rank(array, offsets, jet_beside(jet, point)));
    } catch (const support::Error&) {
      // F or its Jacobian cannot be evaluated there; another point may do.
      if (point == 2 && rank < 0) throw;
    }
  }
  return rank;
}

}  // namespace ida_consistent_init::methods
