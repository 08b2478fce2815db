#include "ida_consistent_init/methods/held_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "ida_consistent_init/linear/constrained_step.hpp"
#include "ida_consistent_init/linear/dense_least_squares.hpp"
#include "ida_consistent_init/linear/equilibration.hpp"
#include "ida_consistent_init/linear/rank_revealing.hpp"
#include "ida_consistent_init/linear/selection.hpp"
#include "ida_consistent_init/methods/step_by_step/explain.hpp"
#include "ida_consistent_init/methods/step_by_step/free_unknowns.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::methods {

namespace {

/// Dense tests, one factorization a wish; larger blocks keep the plain message.
constexpr std::size_t largest_block = 1500;

/// A block with all its columns, the held ones last, and its conditions: the wishes of the user.
class Wishes
{
 public:
  Wishes(derivatives::DerivativeArray& array, const problem::Problem& problem, const Stage& block,
         const derivatives::Jet& jet)
      : problem_(problem), block_(block), columns_(block.columns), noise_(array.jacobians().noise())
  {
    columns_.insert(columns_.end(), block.held.begin(), block.held.end());
    matrix_ = array.jacobian(block.rows, columns_, jet, false, &error_);
    for (std::size_t k = 0; k < block.rows.size(); ++k) {
      if (block.rows[k].equation >= problem.n) condition_rows_.push_back(static_cast<int>(k));
    }
  }

  [[nodiscard]] int count() const { return held_count() + static_cast<int>(condition_rows_.size()); }
  [[nodiscard]] std::string name(int wish) const
  {
    if (wish >= held_count()) return problem_.row_name(block_.rows[condition_rows_[wish - held_count()]].equation, 0);
    return problem_.names.derivative(block_.held[wish].variable, block_.held[wish].order);
  }
  [[nodiscard]] bool solvable(const std::vector<char>& released, const StageSolution& solution) const;
  [[nodiscard]] Eigen::MatrixXd freedom_of_wishes() const;

 private:
  [[nodiscard]] int held_count() const { return static_cast<int>(block_.held.size()); }

  const problem::Problem& problem_;
  const Stage& block_;
  std::vector<Column> columns_;
  double noise_;
  Eigen::SparseMatrix<double> matrix_, error_;
  std::vector<int> condition_rows_;
};

/// Whether the linearised equations have a solution when some wishes are dropped.
bool Wishes::solvable(const std::vector<char>& released, const StageSolution& solution) const
{
  constexpr double solved = 1e-6;  // relative to the residual there is
  std::vector<int> rows, columns;
  for (int k = 0; k < matrix_.rows(); ++k) {
    const auto condition = std::find(condition_rows_.begin(), condition_rows_.end(), k);
    const bool dropped = condition != condition_rows_.end() &&
                         released[held_count() + static_cast<int>(condition - condition_rows_.begin())] != 0;
    if (!dropped) rows.push_back(k);
  }
  const int free_columns = static_cast<int>(block_.columns.size());
  for (int k = 0; k < matrix_.cols(); ++k) {
    if (k < free_columns || released[k - free_columns] != 0) columns.push_back(k);
  }
  const linear::SparseMatrix pick_rows = linear::selection(rows, matrix_.rows());
  const linear::SparseMatrix pick_columns = linear::selection(columns, matrix_.cols()).transpose();
  const linear::SparseMatrix part = pick_rows * matrix_ * pick_columns;
  const linear::SparseMatrix part_error = pick_rows * error_ * pick_columns;
  const Vector residual = pick_rows * solution.residual;
  const Vector tolerance = pick_rows * solution.tolerance;
  const Vector none = Vector::Zero(part.cols());
  const auto step = linear::make_constrained_step(part, none, noise_, {}, part_error);
  if (step == nullptr) return false;
  const Vector left = (part * step->solve(-residual, none) + residual).cwiseAbs();
  const double largest = step->row_scale().cwiseProduct(residual).cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < left.size(); ++k) {
    if (left[k] > tolerance[k] && step->row_scale()[k] * left[k] > solved * largest) return false;
  }
  return true;
}

/// [count x dimension] how the wishes, each scaled to length one, change along the directions that F leaves free.
Eigen::MatrixXd Wishes::freedom_of_wishes() const
{
  std::vector<int> rows;
  for (int k = 0; k < matrix_.rows(); ++k) {
    if (std::find(condition_rows_.begin(), condition_rows_.end(), k) == condition_rows_.end()) rows.push_back(k);
  }
  const linear::SparseMatrix pick_rows = linear::selection(rows, matrix_.rows());
  const linear::SparseMatrix of_equations = pick_rows * matrix_;
  const linear::Equilibration scale = linear::equilibrate(of_equations);
  const Eigen::MatrixXd scaled = scale.row.asDiagonal() * Eigen::MatrixXd(of_equations) * scale.column.asDiagonal();
  const double certain = noise_ * static_cast<double>(scaled.cols());
  const linear::RankTolerance tolerance = linear::rank_tolerance(certain, pick_rows * error_, scale);
  const Eigen::MatrixXd null_space = linear::reveal_rank(scaled, tolerance).null_space;
  Eigen::MatrixXd result(count(), null_space.cols());
  result.topRows(held_count()) = null_space.bottomRows(held_count());
  for (std::size_t k = 0; k < condition_rows_.size(); ++k) {
    const Eigen::RowVectorXd row = Eigen::RowVectorXd(matrix_.row(condition_rows_[k]));
    const Eigen::RowVectorXd gradient = row.cwiseProduct(scale.column.transpose());
    result.row(held_count() + static_cast<Eigen::Index>(k)) =
        gradient * null_space / std::max(gradient.norm(), std::numeric_limits<double>::min());
  }
  return result;
}

bool too_large(const Stage& block)
{
  return block.columns.size() + block.held.size() > largest_block;
}

}  // namespace

/// Deletion filter: a wish whose release (beside those released before) leaves the contradiction is not part of it.
std::vector<std::string> conflicting_wishes(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                            const Stage& block, const StageSolution& solution,
                                            const derivatives::Jet& jet)
{
  if (too_large(block)) return {};
  const Wishes wishes(array, problem, block, jet);
  std::vector<char> released(wishes.count(), 1);
  if (wishes.count() == 0 || !wishes.solvable(released, solution)) return {};
  std::fill(released.begin(), released.end(), 0);
  std::vector<std::string> conflict;
  for (int wish = 0; wish < wishes.count(); ++wish) {
    released[wish] = 1;
    if (!wishes.solvable(released, solution)) continue;
    released[wish] = 0;
    conflict.push_back(wishes.name(wish));
  }
  return conflict;
}

/// Rows that their unknowns cannot satisfy by their pattern contradict what is held, also where a search among the
/// nonlinear equations ended without convergence. Rows that could be satisfied point to the guess first.
support::Error explain_failure(derivatives::DerivativeArray& array, const problem::Problem& problem, const Stage& block,
                               const StageSolution& solution, const derivatives::Jet& jet)
{
  const bool deficient = structurally_deficient(block, array.jacobians().sparsity());
  StageSolution seen = solution;
  if (seen.verdict == StageVerdict::not_converged && deficient && problem.holds_anything()) {
    seen.verdict = StageVerdict::inconsistent;
  }
  std::vector<std::string> conflict;
  if (seen.verdict == StageVerdict::inconsistent && problem.holds_anything()) {
    try {
      conflict = conflicting_wishes(array, problem, block, seen, jet);
    } catch (const support::Error&) {
      // F cannot be evaluated around the last iterate; the contradiction itself stands.
    }
  }
  const bool singular_here = seen.verdict == StageVerdict::inconsistent && block.label.empty() && !deficient;
  if (singular_here) return explain_singular_guess(problem, block, seen, conflict);
  return explain(problem, block, seen, conflict);
}

/// Wish by wish: does it change along a free direction along which the wishes before it do not?
std::vector<std::string> redundant_wishes(derivatives::DerivativeArray& array, const problem::Problem& problem,
                                          const Stage& block, const derivatives::Jet& jet)
{
  constexpr double negligible = 1e-7;
  if (too_large(block)) return {};
  const Wishes wishes(array, problem, block, jet);
  const Eigen::MatrixXd freedom = wishes.freedom_of_wishes();
  std::vector<int> independent;
  std::vector<std::string> sentences;
  for (int wish = 0; wish < wishes.count(); ++wish) {
    const Eigen::MatrixXd before = freedom(independent, Eigen::all).transpose();
    const Eigen::VectorXd direction = freedom.row(wish).transpose();
    Eigen::VectorXd share = Eigen::VectorXd::Zero(before.cols());
    if (before.cols() > 0) share = linear::dense_least_squares(before, direction);
    if ((direction - before * share).norm() > negligible) {
      independent.push_back(wish);
      continue;
    }
    std::vector<std::string> others;
    for (Eigen::Index k = 0; k < share.size(); ++k) {
      if (std::abs(share[k]) > negligible) others.push_back(wishes.name(independent[k]));
    }
    sentences.push_back(others.empty() ? support::format("Holding {} is redundant: the equations alone determine it.",
                                                         wishes.name(wish))
                                       : support::format("Holding {} is redundant: the equations determine it from {}.",
                                                         wishes.name(wish), fmt::join(others, ", ")));
  }
  return sentences;
}

}  // namespace ida_consistent_init::methods
