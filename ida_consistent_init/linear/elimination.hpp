#pragma once
#include "ida_consistent_init/linear/rank_revealing.hpp"

namespace ida_consistent_init::linear {

/// A dense matrix and the absolute errors of its entries.
struct Uncertain
{
  Eigen::MatrixXd value, error;
};

/// Rows and columns of which nothing exceeds its error are zero: scaling would make them as large as the others.
Eigen::MatrixXd without_mere_noise(const Uncertain& matrix);

/// Unknowns eliminated from a set of equations: the combinations of rows in which they no longer occur.
struct Elimination
{
  RankTolerance tolerance;
  RankRevealed revealed;  // of the scaled matrix; its left_null is the basis of combinations below
  Equilibration scale;
  Eigen::MatrixXd solution_factor;  // [columns x rows] a pseudo-inverse of the scaled matrix

  [[nodiscard]] int rank() const { return revealed.rank; }
  /// [rows x (rows - rank)] each column one combination of the scaled rows that vanishes.
  [[nodiscard]] const Eigen::MatrixXd& combinations() const { return revealed.left_null; }
  /// How clear the decision on the rank was: 1 says nothing, infinity is certain.
  [[nodiscard]] double gap() const;
};

/// The rank decision of an elimination is made on the matrix' own matched scaling. Combinations are a row that does not
/// span the row space less its share of those that do: rows stay as separate, and as comparable in size, as they are.
/// certain: relative round-off of the entries, below which a scaled singular value does not count.
Elimination eliminate(const Uncertain& matrix, double certain);

/// The rest of the equations after the elimination from `matrix`: combinations^T (scaled rows of) others; errors with
/// those that the combinations carry over from `matrix`.
Uncertain remainder(const Elimination& elimination, const Uncertain& matrix, const Uncertain& others);

}  // namespace ida_consistent_init::linear
