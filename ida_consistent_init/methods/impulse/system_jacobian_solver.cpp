#include <algorithm>
#include <vector>

#include "ida_consistent_init/linear/klu_factor.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

/// Entries of F_y and F_y' are at hand: J itself is factored, without the detour over A(cj) and its limit.
class SystemJacobianSolver : public SystemSolver
{
 public:
  SystemJacobianSolver(const System& system, const VectorOffsets& offsets)
      : system_(system), jacobians_(*system.jacobians)
  {
    lay_out(offsets);
  }

  bool set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj) override;
  bool solve(N_Vector b, N_Vector x) override;

 private:
  /// Of an entry of J: its place among those of F_y and F_y', and its place in the matrix.
  struct Place
  {
    int of_pair, of_matrix;
    bool of_derivative;
  };

  void lay_out(const VectorOffsets& offsets);

  const System& system_;
  derivatives::JacobianSource& jacobians_;
  std::vector<Place> places_;
  linear::SparseMatrix matrix_;
  linear::KluFactor factor_;
  bool factored_ = false;
};

void SystemJacobianSolver::lay_out(const VectorOffsets& offsets)
{
  const problem::Sparsity& sparsity = jacobians_.sparsity();
  const auto c = support::view(offsets.equation.get()), d = support::view(offsets.variable.get());
  const auto order_of = [&](int i, int k) {
    return static_cast<int>(d[sparsity.column[k]] - c[i]);
  };
  std::vector<int> start(sparsity.n + 1, 0);
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int order = order_of(i, k);
      if (order == 0 || order == 1) ++start[sparsity.column[k] + 1];
    }
  }
  for (int j = 0; j < sparsity.n; ++j) start[j + 1] += start[j];
  places_.reserve(start.back());
  matrix_.resize(sparsity.n, sparsity.n);
  matrix_.resizeNonZeros(start.back());
  std::copy(start.begin(), start.end(), matrix_.outerIndexPtr());
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int order = order_of(i, k);
      if (order != 0 && order != 1) continue;
      const int place = start[sparsity.column[k]]++;
      matrix_.innerIndexPtr()[place] = i;
      places_.push_back({k, place, order == 1});
    }
  }
}

/// Where the equations are linear the matrix stays what it was, and so does its factorization.
bool SystemJacobianSolver::set_up(N_Vector y, N_Vector yp, N_Vector /*weights*/, double /*cj*/)
{
  const long before = jacobians_.evaluations();
  const derivatives::JacobianPair& pair = jacobians_.at(system_.t0, support::view(y), support::view(yp));
  jacobian_evaluations_ += jacobians_.evaluations() - before;
  bool changed = !factored_;
  for (const Place& place : places_) {
    const double value = place.of_derivative ? pair.yp[place.of_pair] : pair.y[place.of_pair];
    double& entry = matrix_.valuePtr()[place.of_matrix];
    changed = changed || entry != value;
    entry = value;
  }
  if (!changed) return true;
  ++factorizations_;
  why_ = "the system Jacobian is singular";
  factored_ = factor_.factor(matrix_);
  return factored_;
}

bool SystemJacobianSolver::solve(N_Vector b, N_Vector x)
{
  ++solves_;
  support::view(x) = factor_.solve(support::view(b));
  return true;
}

}  // namespace

std::unique_ptr<SystemSolver> make_system_jacobian_solver(const System& system, const VectorOffsets& offsets)
{
  return std::make_unique<SystemJacobianSolver>(system, offsets);
}

}  // namespace ida_consistent_init::methods::impulse
