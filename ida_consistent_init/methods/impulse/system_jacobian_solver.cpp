#include "ida_consistent_init/methods/impulse/system_jacobian_factor.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

/// Entries of F_y and F_y' are at hand: J itself is factored, without the detour over A(cj) and its limit.
class SystemJacobianSolver : public SystemSolver
{
 public:
  explicit SystemJacobianSolver(const System& system) : system_(system) {}

  bool set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj) override;
  bool solve(N_Vector b, N_Vector x) override;

 private:
  const System& system_;
};

bool SystemJacobianSolver::set_up(N_Vector y, N_Vector yp, N_Vector /*weights*/, double /*cj*/)
{
  derivatives::JacobianSource& jacobians = *system_.jacobians;
  const long before = jacobians.evaluations();
  const derivatives::JacobianPair& pair = jacobians.at(system_.t0, support::view(y), support::view(yp));
  jacobian_evaluations_ += jacobians.evaluations() - before;
  const SystemJacobianFactor::Outcome outcome = system_.factor->update(pair);
  if (outcome != SystemJacobianFactor::Outcome::kept) ++factorizations_;
  why_ = "the system Jacobian is singular";
  return outcome != SystemJacobianFactor::Outcome::singular;
}

bool SystemJacobianSolver::solve(N_Vector b, N_Vector x)
{
  ++solves_;
  auto solution = support::view(x);
  solution = support::view(b);
  system_.factor->factor().solve_in_place(solution);
  return true;
}

}  // namespace

std::unique_ptr<SystemSolver> make_system_jacobian_solver(const System& system)
{
  return std::make_unique<SystemJacobianSolver>(system);
}

}  // namespace ida_consistent_init::methods::impulse
