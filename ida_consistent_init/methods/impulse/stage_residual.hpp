#pragma once
#include <Eigen/Core>

#include "ida_consistent_init/derivatives/stencil.hpp"
#include "ida_consistent_init/methods/impulse/residual_calls.hpp"
#include "ida_consistent_init/methods/impulse/vector_jet.hpp"

namespace ida_consistent_init::methods::impulse {

/// The left-hand sides of stage k, F_i^(k+c_i) for k + c_i >= 0 and 0 for the other equations, along a jet.
class StageResidual
{
 public:
  /// make_stencil: nodes of the formulas, which all equations of a stage share.
  StageResidual(const System& system, const VectorOffsets& offsets, ResidualCalls& calls,
                derivatives::Stencil (*make_stencil)(int));

  /// Formulas for stage k, of this order for the highest derivative.
  void prepare(int k, int order);
  /// The nodes reach from t0 to t0 + step; of no meaning if no derivative is needed.
  void set_step(double step) { step_ = step; }
  [[nodiscard]] double step() const { return step_; }
  /// k + max c: the highest derivative in the stage.
  [[nodiscard]] int highest() const { return highest_; }

  /// r; difference: minus the same by formulas of one order less (null: not wanted). False: the residual refuses.
  bool evaluate(const VectorJet& jet, N_Vector r, N_Vector difference);
  /// The same for equations that are not differentiated in the stage; 0 for the others.
  bool evaluate_undifferentiated(const VectorJet& jet, N_Vector r);

 private:
  void add(int node, N_Vector r, N_Vector difference);

  const System& system_;
  const VectorOffsets& offsets_;
  ResidualCalls& calls_;
  derivatives::Stencil (*make_stencil_)(int);
  int k_ = 0, highest_ = 0;
  double step_ = 0;
  derivatives::Stencil stencil_;
  Eigen::MatrixXd weights_, lower_weights_;
  support::VectorHandle y_, yp_, value_, mask_, work_;
};

}  // namespace ida_consistent_init::methods::impulse
