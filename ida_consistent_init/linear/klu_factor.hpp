/* Sparse LU factorisation of a square matrix by KLU, reused over matrices with the same pattern. */
#ifndef IDA_CONSISTENT_INIT_LINEAR_KLU_FACTOR_HPP
#define IDA_CONSISTENT_INIT_LINEAR_KLU_FACTOR_HPP

#include <Eigen/Core>
#include <memory>

#include "ida_consistent_init/linear/sparse.hpp"

namespace ida_consistent_init::linear {

/* Solving uses workspace of the object: one thread at a time. */
class KluFactor
{
 public:
  /// Whether a block triangular form is looked for. Its search for a zero-free diagonal may take a time quadratic in n;
  /// without it, the matrix should have a zero-free diagonal and be irreducible.
  /// Where one block holds most of the matrix, the search costs the symmetry of a pattern; `if_sparser` goes on without
  /// the form if that promises less fill.
  enum class Blocks
  {
    search,
    one,
    if_sparser
  };

  explicit KluFactor(Blocks blocks = Blocks::search);
  ~KluFactor();
  KluFactor(KluFactor&&) noexcept;
  KluFactor& operator=(KluFactor&&) noexcept;

  /* Factors a square matrix; ordering and pivots are reused while the pattern stays the same.
     False, and nothing to solve with, if the matrix is singular to working precision, has a value that is not finite
     or does not fit into memory. */
  bool factor(const SparseMatrix& matrix);

  /* Whether factor() would reuse the ordering: of a compressed matrix. */
  bool has_pattern_of(const SparseMatrix& matrix) const;

  /* A x = b and A^T x = b, after a successful factor(). */
  Eigen::VectorXd solve(const Eigen::VectorXd& rhs) const;
  void solve_in_place(Eigen::Ref<Eigen::VectorXd> rhs) const;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& rhs) const;

  /* Smallest over largest pivot of the last matrix given to factor(), rows and columns scaled to largest entries near
     one; 0 if KLU met a zero pivot or nothing was factored. */
  double reciprocal_condition() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ida_consistent_init::linear

#endif
