#pragma once
#include <exception>
#include <memory>
#include <type_traits>

#include "ida_consistent_init/methods/impulse/system_product.hpp"
#include "ida_consistent_init/methods/impulse/system_solver.hpp"
#include "ida_consistent_init/methods/impulse/vector_jet.hpp"

namespace ida_consistent_init::methods::impulse {

/// Components of y and y' that a stage shall leave at the guess, where its equations leave it a choice.
///
/// With S for the rows of the stage, P = I - J^-1 S J projects corrections onto those that its equations do not see.
/// To a correction x one of these is added, P h, with h such that x + P h vanishes in the held unknowns.
class HeldValues
{
 public:
  /// Null: nothing is held.
  static std::unique_ptr<HeldValues> of(const System& system, const VectorOffsets& offsets, ResidualCalls& calls,
                                        SystemSolver& solver);
  HeldValues(const System& system, const VectorOffsets& offsets, ResidualCalls& calls, SystemSolver& solver);

  /// For the corrections that follow: stage k at this jet; both vectors are kept.
  void begin(int k, const VectorJet& jet, N_Vector weights);
  /// Changes the correction x so that held unknowns return to their guess, or stay where they are. What equations
  /// determine is not changed. False: the residual or the solver fails.
  bool adjust(N_Vector x, bool return_to_guess);

 private:
  struct FreeSolver
  {
    void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
  };
  static int project_callback(void* self, N_Vector v, N_Vector z);
  int project_held(N_Vector v, N_Vector z);
  bool project(N_Vector v, N_Vector z);

  const System& system_;
  const VectorOffsets& offsets_;
  SystemSolver& solver_;
  SystemProduct product_;
  int k_ = 0;
  bool has_choice_ = false;  // the stage has more unknowns than equations
  const VectorJet* jet_ = nullptr;
  N_Vector weights_ = nullptr;
  std::exception_ptr failure_;
  support::VectorHandle held_, wish_, h_, b_, work_;
  std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, FreeSolver> gmres_;
};

}  // namespace ida_consistent_init::methods::impulse
