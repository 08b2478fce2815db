#include "ida_consistent_init/linear/klu_factor.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ida_consistent_init::linear {
namespace {

/* Rank decision: |pivot|_min / |pivot|_max of the scaled matrix. Elimination leaves round-off of a few times the unit
   round-off (1.1e-16) times the largest entry in place of a pivot that is zero in exact arithmetic; below this
   threshold a pivot carries no correct digit. Such a matrix counts as singular and the caller changes its method. */
constexpr double kSingularPivotRatio = 1e-15;

/* Pivots chosen for older values are kept as long as the entries of U grow by less than this; they cost as many
   digits as the growth has. */
constexpr double kLargestPivotGrowth = 1e4;

}  // namespace

struct KluFactor::State
{
  explicit State(Blocks how) : blocks(how) { klu_defaults(&common); }
  ~State()
  {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool has_pattern_of(const SparseMatrix& matrix) const
  {
    return symbolic != nullptr && matrix.cols() == n && matrix.nonZeros() == static_cast<int>(row.size()) &&
           std::equal(start.begin(), start.end(), matrix.outerIndexPtr()) &&
           std::equal(row.begin(), row.end(), matrix.innerIndexPtr());
  }

  void analyse(const SparseMatrix& matrix)
  {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
    n = static_cast<int>(matrix.cols());
    start.assign(matrix.outerIndexPtr(), matrix.outerIndexPtr() + n + 1);
    row.assign(matrix.innerIndexPtr(), matrix.innerIndexPtr() + matrix.nonZeros());
    common.btf = blocks == Blocks::one ? 0 : 1;
    symbolic = klu_analyze(n, start.data(), row.data(), &common);
    if (blocks != Blocks::if_sparser || symbolic == nullptr || symbolic->maxblock < n / 2) return;
    common.btf = 0;
    klu_symbolic* other = klu_analyze(n, start.data(), row.data(), &common);
    if (other != nullptr && other->lnz + other->unz < symbolic->lnz + symbolic->unz) std::swap(symbolic, other);
    klu_free_symbolic(&other, &common);
  }

  /* KLU scales rows only. Powers of two make the largest entry of each column about one, without rounding, so that
     the pivot ratio does not depend on the units of the variables. False if a value is not finite. */
  bool scale_columns(const SparseMatrix& matrix)
  {
    value.assign(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros());
    column_scale.assign(n, 1.0);
    for (int column = 0; column < n; ++column) {
      double largest = 0.0;
      for (int k = start[column]; k < start[column + 1]; ++k) {
        if (!std::isfinite(value[k])) return false;
        largest = std::max(largest, std::abs(value[k]));
      }
      if (largest == 0.0) continue;
      const int exponent = std::clamp(-std::ilogb(largest), -1000, 1000);
      column_scale[column] = std::ldexp(1.0, exponent);
      for (int k = start[column]; k < start[column + 1]; ++k) value[k] *= column_scale[column];
    }
    return true;
  }

  bool pivots_still_fit()
  {
    return numeric != nullptr && klu_refactor(start.data(), row.data(), value.data(), symbolic, numeric, &common) &&
           common.status == KLU_OK && klu_rgrowth(start.data(), row.data(), value.data(), symbolic, numeric, &common) &&
           common.rgrowth * kLargestPivotGrowth >= 1.0;
  }

  bool choose_pivots()
  {
    klu_free_numeric(&numeric, &common);
    numeric = klu_factor(start.data(), row.data(), value.data(), symbolic, &common);
    return numeric != nullptr && common.status == KLU_OK;
  }

  /* Looks at the pivots after the first factorisation too: KLU itself objects to exact zeros only. */
  bool factor(const SparseMatrix& matrix)
  {
    reciprocal_condition = 0.0;
    if (!has_pattern_of(matrix)) analyse(matrix);
    if (symbolic == nullptr || !scale_columns(matrix)) return false;
    if (!pivots_still_fit() && !choose_pivots()) return false;
    if (!klu_rcond(symbolic, numeric, &common)) return false;
    reciprocal_condition = common.rcond;
    return reciprocal_condition >= kSingularPivotRatio;
  }

  Blocks blocks;
  int n = 0;
  std::vector<int> start, row;
  std::vector<double> value, column_scale;
  double reciprocal_condition = 0.0;
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
};

KluFactor::KluFactor(Blocks blocks) : state_(std::make_unique<State>(blocks)) {}
KluFactor::~KluFactor() = default;
KluFactor::KluFactor(KluFactor&&) noexcept = default;
KluFactor& KluFactor::operator=(KluFactor&&) noexcept = default;

bool KluFactor::factor(const SparseMatrix& matrix)
{
  if (matrix.cols() == 0) {
    state_ = std::make_unique<State>(Blocks::one);
    state_->reciprocal_condition = 1.0;
    return true;
  }
  if (matrix.isCompressed()) return state_->factor(matrix);
  SparseMatrix compressed = matrix;
  compressed.makeCompressed();
  return state_->factor(compressed);
}

bool KluFactor::has_pattern_of(const SparseMatrix& matrix) const
{
  return state_ != nullptr && state_->has_pattern_of(matrix);
}

/* With S the column scales, B = A S is what was factored: A x = b means B (S^-1 x) = b. */
Eigen::VectorXd KluFactor::solve(const Eigen::VectorXd& rhs) const
{
  Eigen::VectorXd solution = rhs;
  solve_in_place(solution);
  return solution;
}

void KluFactor::solve_in_place(Eigen::Ref<Eigen::VectorXd> rhs) const
{
  if (state_->n == 0) return;
  klu_solve(state_->symbolic, state_->numeric, state_->n, 1, rhs.data(), &state_->common);
  for (int j = 0; j < state_->n; ++j) rhs[j] *= state_->column_scale[j];
}

/* A^T x = b means B^T x = S b. */
Eigen::VectorXd KluFactor::solve_transposed(const Eigen::VectorXd& rhs) const
{
  Eigen::VectorXd solution = rhs;
  if (state_->n == 0) return solution;
  for (int j = 0; j < state_->n; ++j) solution[j] *= state_->column_scale[j];
  klu_tsolve(state_->symbolic, state_->numeric, state_->n, 1, solution.data(), &state_->common);
  return solution;
}

double KluFactor::reciprocal_condition() const
{
  return state_->reciprocal_condition;
}

}  // namespace ida_consistent_init::linear
