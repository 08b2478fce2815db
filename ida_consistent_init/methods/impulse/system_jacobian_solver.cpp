#include <Eigen/SparseCore>
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
  /// Of an entry of J: its place among those of F_y and F_y', and of which of the two it is.
  struct Place
  {
    int of_pair;
    bool of_derivative;
  };

  void lay_out(const VectorOffsets& offsets);

  const System& system_;
  derivatives::JacobianSource& jacobians_;
  std::vector<Place> places_;
  linear::SparseMatrix matrix_;
  linear::KluFactor factor_{linear::KluFactor::Blocks::if_sparser};
  bool factored_ = false;
};

/// Places of F_y' that hold F_y only, as those of a viscous term, would be filled by the factorization: they are left
/// out.
void SystemJacobianSolver::lay_out(const VectorOffsets& offsets)
{
  const derivatives::Occurrence& occurrence = *system_.occurrence;
  const problem::Sparsity& sparsity = occurrence.sparsity;
  const auto c = support::view(offsets.equation.get()), d = support::view(offsets.variable.get());
  std::vector<Eigen::Triplet<int, int>> entries;  // the value: place in the sparsity
  entries.reserve(sparsity.column.size());
  for (int i = 0; i < sparsity.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      const int j = sparsity.column[k];
      const double order = d[j] - c[i];
      const bool occurs = order == 1 ? occurrence.of_yp[k] != 0 : order == 0 && occurrence.of_y[k] != 0;
      if (occurs) entries.emplace_back(i, j, k);
    }
  }
  Eigen::SparseMatrix<int, Eigen::ColMajor, int> places(sparsity.n, sparsity.n);
  places.setFromTriplets(entries.begin(), entries.end());
  matrix_ = places.cast<double>();
  places_.reserve(places.nonZeros());
  for (int place = 0; place < places.nonZeros(); ++place) {
    const int k = places.valuePtr()[place];
    const int j = sparsity.column[k];
    places_.push_back({k, d[j] > c[places.innerIndexPtr()[place]]});
  }
}

/// Where the equations are linear the matrix stays what it was, and so does its factorization.
bool SystemJacobianSolver::set_up(N_Vector y, N_Vector yp, N_Vector /*weights*/, double /*cj*/)
{
  const long before = jacobians_.evaluations();
  const derivatives::JacobianPair& pair = jacobians_.at(system_.t0, support::view(y), support::view(yp));
  jacobian_evaluations_ += jacobians_.evaluations() - before;
  bool changed = !factored_;
  double* entry = matrix_.valuePtr();
  for (const Place& place : places_) {
    const double value = place.of_derivative ? pair.yp[place.of_pair] : pair.y[place.of_pair];
    changed = changed || *entry != value;
    *entry++ = value;
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
