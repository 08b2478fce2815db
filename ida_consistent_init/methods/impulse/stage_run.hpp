#pragma once
#include "ida_consistent_init/methods/impulse/impulse.hpp"
#include "ida_consistent_init/methods/impulse/stage_residual.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"

namespace ida_consistent_init::methods::impulse {

/// Carries a jet through the stages with one choice of cj.
class StageRun
{
 public:
  StageRun(const System& system, const VectorOffsets& offsets, const Options& options, ResidualCalls& calls,
           SystemSolver& solver, VectorJet& jet, double cj);

  /// Solves stage k. False: why() says what failed.
  bool solve(int k, StageFacts& facts);
  /// One correction of stage k by formulas of another order: y_error and yp_error receive how uncertain the unknowns
  /// of these orders are. Returns the largest correction of y and y', in units of the tolerance; noise: of both
  /// formulas.
  struct Check
  {
    bool evaluated = false;
    double correction = 0, noise = 0, hidden_residual = 0;
  };
  Check verify(int k, N_Vector y_error, N_Vector yp_error);

  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  void begin(int k, int order);
  double difference_at(double step);
  bool choose_step(double& noise);
  bool predict(StageFacts& facts);
  bool refresh();
  /// x = minus the solution for r, with the norm of what concerns the stage.
  bool correction(N_Vector r, N_Vector x, double& norm);
  bool correct_at_jet(N_Vector x, double& norm);
  void move(double factor, N_Vector x);
  bool iterate(StageFacts& facts);
  void set_weights();
  void note_errors(N_Vector error, N_Vector y_error, N_Vector yp_error);

  const VectorOffsets& offsets_;
  const Options& options_;
  SystemSolver& solver_;
  VectorJet& jet_;
  double cj_;
  StageResidual residual_;
  support::VectorHandle r_, b_, x_, trial_, weights_, work_;
  int k_ = 0;
  double last_step_ = 0;
  bool set_up_ = false;  // a factorization exists
  bool moved_ = false;   // (y, y') has changed since
  std::string why_;
};

}  // namespace ida_consistent_init::methods::impulse
