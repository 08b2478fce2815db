#pragma once
#include <memory>
#include <string>

#include "ida_consistent_init/methods/impulse/residual_calls.hpp"

namespace ida_consistent_init::methods::impulse {

/// Solves with the system Jacobian J_ij = dF_i/dy_j^(d_j-c_i), through what the user has for A(cj) = F_y + cj F_y'.
class SystemSolver
{
 public:
  SystemSolver() = default;
  virtual ~SystemSolver() = default;
  SystemSolver(const SystemSolver&) = delete;
  SystemSolver& operator=(const SystemSolver&) = delete;
  SystemSolver(SystemSolver&&) = delete;
  SystemSolver& operator=(SystemSolver&&) = delete;

  /// Factors A or sets up the preconditioner at (y, yp), which stay the point of the solves. weights: of the unknowns'
  /// errors, kept. False: why() says what failed.
  virtual bool set_up(N_Vector y, N_Vector yp, N_Vector weights, double cj) = 0;
  /// x = J^-1 b, as far as A is J. b: overwritten. False: as above.
  virtual bool solve(N_Vector b, N_Vector x) = 0;

  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] long jacobian_evaluations() const { return jacobian_evaluations_; }
  [[nodiscard]] long factorizations() const { return factorizations_; }
  [[nodiscard]] long solves() const { return solves_; }
  [[nodiscard]] long krylov_iterations() const { return krylov_iterations_; }

 protected:
  std::string why_;
  long jacobian_evaluations_ = 0, factorizations_ = 0, solves_ = 0, krylov_iterations_ = 0;
};

/// For the kind of solver in `system`. Throws Error(IDACI_NOT_SUPPORTED or IDACI_ILL_INPUT) if it is of no use here.
std::unique_ptr<SystemSolver> make_solver(const System& system, const VectorOffsets& offsets, ResidualCalls& calls);

std::unique_ptr<SystemSolver> make_direct_solver(const System& system, const VectorOffsets& offsets,
                                                 ResidualCalls& calls);
std::unique_ptr<SystemSolver> make_system_jacobian_solver(const System& system);
std::unique_ptr<SystemSolver> make_krylov_solver(const System& system, const VectorOffsets& offsets,
                                                 ResidualCalls& calls);

}  // namespace ida_consistent_init::methods::impulse
