#pragma once
#include <memory>

#include "ida_consistent_init/methods/impulse/held_values.hpp"
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
  Check verify(const StageFacts& stage, N_Vector y_error, N_Vector yp_error);

  /// Factors at the jet. False: as above.
  bool refresh();

  [[nodiscard]] const std::string& why() const { return why_; }

 private:
  void begin(int k, int order);
  double difference_at(double step);
  /// On success r_ is the stage's residual with that step, trial_ its uncertainty, and x_ what this does to the
  /// unknowns.
  bool choose_step(double first, double acceptable, double& noise);
  bool search_step(double acceptable, double& noise);
  bool start(StageFacts& facts, double& norm);
  /// x = minus the solution for r, with the norm of what concerns the stage.
  bool correction(N_Vector r, N_Vector x, double& norm, bool held_return = true);
  bool correct_at_jet(N_Vector x, double& norm);
  /// Before each linear solve of an iteration, for the user's monitor.
  void watch();
  void move(double factor, N_Vector x);
  void move_elements(double factor, N_Vector x);
  bool iterate(StageFacts& facts, double norm);
  bool polish();
  void set_weights();
  void set_weights_of_elements();
  double note_errors(N_Vector x, N_Vector y_error, N_Vector yp_error);

  const VectorOffsets& offsets_;
  const Options& options_;
  SystemSolver& solver_;
  VectorJet& jet_;
  double cj_;
  StageResidual residual_;
  std::unique_ptr<HeldValues> held_;
  double last_step_;  // of the differences
  support::VectorHandle r_, b_, x_, trial_, weights_, work_;
  int k_ = 0, iteration_ = 0;
  bool set_up_ = false;  // a factorization exists
  bool moved_ = false;   // (y, y') has changed since
  std::string why_;
};

}  // namespace ida_consistent_init::methods::impulse
