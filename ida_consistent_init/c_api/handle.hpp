#pragma once
/// The handle behind IDACIMem: what the setters stored, and what the last call found.
#include <ida_consistent_init/ida_consistent_init.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ida_consistent_init/integration/error_control.hpp"
#include "ida_consistent_init/methods/options.hpp"
#include "ida_consistent_init/problem/problem.hpp"
#include "ida_consistent_init/report/result.hpp"
#include "ida_consistent_init/solver/impulse_run.hpp"
#include "ida_consistent_init/solver/solver.hpp"
#include "ida_consistent_init/support/handles.hpp"
#include "ida_consistent_init/support/vector_pool.hpp"

/// What only the method impulse needs. Vectors without element access are kept as they are.
struct ImpulseState
{
  SUNLinearSolver solver = nullptr;  // borrowed, as is the matrix
  SUNMatrix matrix = nullptr;
  IDALsPrecSetupFn preconditioner_setup = nullptr;
  IDALsPrecSolveFn preconditioner_solve = nullptr;
  ida_consistent_init::support::SharedVector equation_offsets, variable_offsets;
  ida_consistent_init::support::VectorHandle variable_index, held_y, held_yp;
  std::optional<ida_consistent_init::methods::impulse::Answer> answer;  // of the last solve; vectors without access
};

struct IDACIMemRec
{
  void* ida_mem = nullptr;
  IDAResFn res = nullptr;
  N_Vector y0 = nullptr;   // borrowed
  N_Vector yp0 = nullptr;  // borrowed
  SUNContext context = nullptr;
  int n = 0;
  std::shared_ptr<ida_consistent_init::support::VectorPool> vectors;  // like y0

  std::optional<void*> user_data;
  std::optional<double> t0;
  IDALsJacFn jac = nullptr;
  ida_consistent_init::support::SharedMatrix jacobian_matrix;  // of the user's kind, for jac to fill
  std::optional<ida_consistent_init::problem::Sparsity> sparsity;
  ida_consistent_init::problem::Mask fixed_y, fixed_yp;
  IDACITaylorFn taylor = nullptr;
  IDACIConditionFn conditions = nullptr;
  int condition_count = 0;
  Eigen::VectorXd weights;
  std::vector<int> constraints;
  ida_consistent_init::problem::Names names;
  ida_consistent_init::methods::Options options;

  std::optional<ida_consistent_init::report::Result> result;  // of the last solve, check or projection
  Eigen::VectorXd consistent_y, consistent_yp;                // of the last successful solve; empty before
  std::string message;
  const char* message_without_memory = nullptr;  // instead of message, if there was no memory for one
  std::optional<ida_consistent_init::solver::Groundwork> groundwork;  // of the last solve; for projections

  double euler_step = 0;                           // 0: no Euler start
  std::optional<std::vector<int>> variable_index;  // given by the user
  int error_control_kinds = 0;                     // IDACIErrorControl, or-ed together; 0: chosen by index
  ida_consistent_init::integration::ErrorControl error_control;
  ImpulseState impulse;
};

namespace ida_consistent_init::c_api {

/// The bound that ida_consistent_init.h states with IDACISetMaxIters.
long most_residual_evaluations(const IDACIMemRec& ci);
/// What the setters stored, as a problem at (t0, y, yp).
problem::Problem problem_of(const IDACIMemRec& ci, double t0, N_Vector y, N_Vector yp);

}  // namespace ida_consistent_init::c_api
