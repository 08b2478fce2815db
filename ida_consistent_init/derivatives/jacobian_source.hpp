#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "ida_consistent_init/derivatives/coloring.hpp"
#include "ida_consistent_init/derivatives/occurrence.hpp"
#include "ida_consistent_init/problem/entry_places.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/support/large_memory.hpp"

namespace ida_consistent_init::derivatives {

using support::Vector;
using support::VectorView;

/// Along a sparsity.
using EntryValues = support::LargeVector<double>;

/// F_y and F_y' at one point, entry by entry along a common sparsity.
struct JacobianPair
{
  EntryValues y, yp;
  Vector magnitude{};  // n: largest |F_i| among the points of the differences, whose round-off is in them; 0 without
};

/// Whether `known`, along the same sparsity, has all entries that are not zero.
bool is_covered(const JacobianPair& pair, const Occurrence& known);

/// The pair (F_y, F_y'): from the user's IDALsJacFn with cj = 0 and cj = 1, else by coloured central differences.
/// The two matrices are kept apart and never differenced again.
class JacobianSource
{
 public:
  JacobianSource(const problem::Problem& problem, problem::Sparsity sparsity);
  /// Along the sparsity of the occurrence.
  JacobianSource(const problem::Problem& problem, const SharedOccurrence& occurrence);

  /// Serves another problem, with entries in the same places, as if it were new: colours and memory are kept. The
  /// problem of before may be gone.
  void begin_again(const problem::Problem& problem);

  /// Throws Error(IDACI_JAC_FAIL) or, if F cannot be evaluated around the point, Error(IDACI_RES_NOT_FINITE).
  /// The pair of the last point is kept: stages that do not move (y, y') cost no further evaluation.
  const JacobianPair& at(double t, const VectorView& y, const VectorView& yp);

  /// Whether no entry at that point is new to `known`, which has the same sparsity. A user's Jacobian is called once,
  /// so that y_j' goes unnoticed where y_j is known to occur.
  bool is_covered_by(const Occurrence& known, double t, const Vector& y, const Vector& yp);

  [[nodiscard]] const problem::Sparsity& sparsity() const { return *sparsity_; }
  /// Pairs computed so far.
  [[nodiscard]] long evaluations() const { return evaluations_; }
  /// Relative size of the noise in the entries: decides ranks.
  [[nodiscard]] double noise() const;
  /// From now on differences are extrapolated over wider steps wherever F is smooth enough for that: the noise of ranks
  /// falls by three orders of magnitude, for two to three times the residual calls. False: nothing changes, as for a
  /// Jacobian of the user.
  bool sharpen();
  /// Width of the difference by a component of that value in which the round-off of F's terms shows; 0: there is none.
  [[nodiscard]] double difference_step(double value) const;

 private:
  JacobianSource(const problem::Problem& problem, std::shared_ptr<const problem::Sparsity> sparsity);
  void from_user(double t, const VectorView& y, const VectorView& yp, JacobianPair& pair);
  JacobianPair by_differences(double t, const Vector& y, const Vector& yp);
  void difference_columns(int color, bool of_derivative, double t, const Vector& y, const Vector& yp,
                          JacobianPair& pair);
  void scatter(const problem::MatrixEntries& entries, EntryValues& values);

  const problem::Problem* problem_;
  std::shared_ptr<const problem::Sparsity> sparsity_;
  problem::EntryPlaces places_{};
  std::optional<Coloring> coloring_{};  // nothing: the problem has a Jacobian
  bool sharp_ = false;
  bool loses_digits_ = false;  // F_y' beside F_y
  Vector at_point_;            // F
  bool has_last_ = false;
  double last_t_ = 0;
  Vector last_y_, last_yp_;
  JacobianPair last_;
  long evaluations_ = 0;
};

}  // namespace ida_consistent_init::derivatives
