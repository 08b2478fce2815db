#pragma once
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include <limits>

#include "ida_consistent_init/derivatives/jacobian_source.hpp"
#include "ida_consistent_init/support/vector_pool.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

class SystemJacobianFactor;

/// F(t, y, y') = 0 with the solver that IDA uses for it. Everything is borrowed.
struct System
{
  IDAResFn residual = nullptr;
  void* user_data = nullptr;
  double t0 = 0;
  N_Vector guess_y = nullptr, guess_yp = nullptr;  // read only
  IDALsJacFn jacobian = nullptr;                   // null: differences (dense, with element access), or matrix-free
  SUNLinearSolver solver = nullptr;                // must be given for a solve, or jacobians
  SUNMatrix matrix = nullptr;                      // null: matrix-free
  IDALsPrecSetupFn preconditioner_setup = nullptr;
  IDALsPrecSolveFn preconditioner_solve = nullptr;
  N_Vector held_y = nullptr, held_yp = nullptr;  // 1: stays at the guess; null: nothing is held
  // Of vectors with element access, instead of a solver: F_y and F_y', and what factors the system Jacobian.
  derivatives::JacobianSource* jacobians = nullptr;
  SystemJacobianFactor* factor = nullptr;
  const problem::Residual* problem_residual = nullptr;  // the same residual; its evaluations count towards:
  long most_residual_evaluations = std::numeric_limits<long>::max();
  double difference_step = 0;              // the first to be tried; 0: the usual one
  support::VectorPool* vectors = nullptr;  // of the kind of the guess; null: vectors are cloned from it

  /// A work vector.
  [[nodiscard]] support::VectorHandle new_vector() const
  {
    return vectors != nullptr ? vectors->take() : support::clone(guess_y);
  }
};

/// Offsets c of the equations and d of the variables as vectors.
struct VectorOffsets
{
  support::SharedVector equation, variable;  // read only
  int largest_equation = 0, largest_variable = 0;
};

}  // namespace ida_consistent_init::methods::impulse
