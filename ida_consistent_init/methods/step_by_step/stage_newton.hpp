#pragma once
#include <memory>
#include <vector>

#include "ida_consistent_init/derivatives/derivative_array.hpp"
#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/methods/step_by_step/stage.hpp"
#include "ida_consistent_init/problem/problem.hpp"

namespace ida_consistent_init::methods {

using support::Vector;

enum class StageVerdict
{
  converged,
  inconsistent,       // the equations contradict each other for all values of the unknowns near the last iterate
  not_converged,      // iterations or step halvings used up
  not_finite,         // F cannot be evaluated at the start
  constraint_stuck,   // an inequality constraint stops every step
  too_large_to_rank,  // singular, and too large for a rank-revealing factorization
};

struct StageSolution
{
  StageVerdict verdict = StageVerdict::not_converged;
  Vector values;                 // of the columns
  Vector errors;                 // estimated, of the columns
  Vector residual;               // of the rows
  Vector tolerance;              // below which a row counts as satisfied
  std::vector<char> determined;  // of the columns: the rows alone leave no freedom
  std::vector<char> unique;      // of the columns: rows and nearness to the guess leave none
  int rank = 0;
  int iterations = 0;
  int kinsol_iterations = 0;    // of square nonlinear stages
  std::vector<double> history;  // max norm of the residual, one an iteration
  long factorizations = 0;
};

/// Solves one stage: the point nearest to the guess in the norm || W (y - guess) || over the values among the unknowns
/// (derivatives have no guess) that satisfies the rows.
///
/// Newton on the constrained problem: each step projects the guess on the linearised constraints, so the limit
/// satisfies the conditions of the nearest point, W^2 (y - guess) in the row space of the Jacobian. Where the curvature
/// of the constraints matters (a distant guess), it enters the step; Gauss-Newton alone would converge slowly or not at
/// all. A line search on || R r || + || W (y - guess) ||^2 / (2 mu), mu above the multipliers, makes it global, with a
/// second-order correction of full steps. Square stages reduce to Newton; where a first step shows that they are
/// nonlinear, KINSOL takes over, and its result is refined here to the accuracy of the rows.
class StageNewton
{
 public:
  /// jet: in, the earlier stages and the start of the unknowns (the guess itself is the problem's); out, the solution
  /// or the last iterate.
  StageNewton(derivatives::DerivativeArray& array, const problem::Problem& problem, const Options& options,
              const Stage& stage, derivatives::Jet& jet);

  StageSolution solve();
  /// One attempt, whose last iterate counts whatever the verdict: where rows outnumber what the unknowns can do, the
  /// point with the least residual nearby.
  StageSolution approach();

 private:
  struct Point
  {
    Vector x;
    derivatives::DerivativeArray::Residual rows;
    [[nodiscard]] bool ok() const { return rows.outcome == problem::Outcome::ok; }
  };
  struct Merit
  {
    double mu = 0;  // 0: residual only
    double operator()(const StageNewton& newton, const Point& point) const;
  };

  StageSolution iterate(const Vector& start);
  Point evaluate(const Vector& x);
  Point first_point(const Vector& x);
  void put(const Vector& x);
  linear::SparseMatrix jacobian_at(const Vector& x);
  bool refresh_matrix(Point& point);
  void weigh_by_columns();
  Vector curved_step(const Vector& d, const Point& point);
  bool small_step(const Vector& d, const Point& point, bool stagnates) const;
  [[nodiscard]] bool only_nearness_is_left(const Vector& d, const Point& point) const;
  bool advance(const Vector& d, Point& point);
  bool settle(const Vector& d, Point& point, StageSolution& solution);
  void renew_differences(Point& point);
  [[nodiscard]] bool misses_tolerance_by_far(const StageSolution& solution) const;
  [[nodiscard]] bool moved_far_since_renewal(const Vector& x) const;
  void leave_to_kinsol(Point& point, StageSolution& solution);
  void stride(const Vector& from, const Vector& d, Point& point);
  [[nodiscard]] bool comes_nearer(const Point& trial, const Vector& moved) const;
  bool try_step(const Vector& x, double bound, bool unconditional, Point& point);
  double largest_step(const Vector& x, const Vector& d) const;
  Vector bounded(Vector x) const;
  [[nodiscard]] Vector row_tolerance(const Point& point) const;
  [[nodiscard]] Vector wish(const Vector& x) const;
  [[nodiscard]] double scaled_residual(const Point& point) const;
  [[nodiscard]] double scaled_size(const Vector& d, const Vector& x) const;
  [[nodiscard]] bool has_freedom() const { return step_->rank() < static_cast<int>(stage_.columns.size()); }
  StageSolution without_unknowns();
  void conclude(const Point& point, StageSolution& solution) const;
  [[nodiscard]] Vector error_of_nearness(const Point& point, const std::vector<char>& determined) const;
  void tell(const StageSolution& solution, const Point& point);

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const Options& options_;
  const Stage& stage_;
  derivatives::Jet& jet_;
  Vector term_scale_;      // of the equations
  Vector start_, target_;  // of the columns; target_: the guess, for values
  Vector weight_;          // of the columns; 0 for derivatives
  Vector column_scale_;    // of the columns; without nearest point only
  std::vector<int> constraint_;
  std::unique_ptr<linear::ConstrainedStep> step_;    // Gauss-Newton
  std::unique_ptr<linear::ConstrainedStep> curved_;  // with the curvature of the constraints; may be null
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SparseMatrix<double> error_;  // of its entries, for merged stages; else 0 x 0
  Merit merit_;
  double last_contraction_ = 1;
  bool creeps_ = false;
  Vector renewed_at_;  // of the columns, when the difference step was last looked for
  int renewals_ = 0;
  bool searched_again_ = false;
  long factorizations_ = 0;
  int watched_ = 0;  // iterations that the user's monitor has seen in this attempt
};

}  // namespace ida_consistent_init::methods
