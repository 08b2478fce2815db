#include "ida_consistent_init/integration/linear_solver_scaling.hpp"

#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init_flags.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <utility>

#include "ida_consistent_init/integration/error_weights.hpp"
#include "ida_consistent_init/integration/extended_operations.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::integration {

namespace {

using Operations = std::remove_pointer_t<decltype(SUNLinearSolver {} -> ops)>;

struct Scaling
{
  void* ida_mem;
  ScalingPowers powers;
  support::VectorHandle rows;                          // of the matrix that was set up last, or of this solve
  support::VectorHandle row_weights, unknown_weights;  // for iterative solvers
  decltype(Operations::setup) setup;
  decltype(Operations::solve) solve;
  decltype(Operations::setscalingvectors) set_scaling_vectors;
  decltype(Operations::free) free;
};

// In the table of operations, which is freed without a destructor.
struct ScalingOf
{
  Scaling* scaling;
};

Scaling& scaling_of(SUNLinearSolver solver)
{
  return *extension<ScalingOf>(solver).scaling;
}

sunrealtype power_of_two_near(sunrealtype value)
{
  return std::exp2(std::round(std::log2(value)));
}

sunrealtype step_of(const Scaling& scaling)
{
  sunrealtype cj = 0;
  return IDAGetCurrentCj(scaling.ida_mem, &cj) == IDA_SUCCESS && cj != 0 ? 1 / cj : 1;
}

// max(1, cj)^c_i
void compute_rows(Scaling& scaling)
{
  const sunrealtype h = step_of(scaling);
  auto rows = support::view(scaling.rows.get());
  for (Eigen::Index i = 0; i < rows.size(); ++i) {
    rows[i] = 1 / power_of_two_near(weight_factor(h, scaling.powers.differentiations[i] + 1));
  }
}

void scale_rows(SUNMatrix matrix, N_Vector factors)
{
  const sunrealtype* factor = N_VGetArrayPointer(factors);
  const bool banded = SUNMatGetID(matrix) == SUNMATRIX_BAND;
  const sunindextype rows = banded ? SUNBandMatrix_Rows(matrix) : SUNDenseMatrix_Rows(matrix);
  const sunindextype columns = banded ? SUNBandMatrix_Columns(matrix) : SUNDenseMatrix_Columns(matrix);
  for (sunindextype j = 0; j < columns; ++j) {
    sunrealtype* column = banded ? SUNBandMatrix_Column(matrix, j) : SUNDenseMatrix_Column(matrix, j);
    const sunindextype row_of_column_0 = banded ? j : 0;
    const sunindextype first = banded ? std::max<sunindextype>(0, j - SUNBandMatrix_UpperBandwidth(matrix)) : 0;
    const sunindextype last =
        banded ? std::min<sunindextype>(rows - 1, j + SUNBandMatrix_LowerBandwidth(matrix)) : rows - 1;
    for (sunindextype i = first; i <= last; ++i) column[i - row_of_column_0] *= factor[i];
  }
}

int scaled_setup(SUNLinearSolver solver, SUNMatrix matrix)
{
  Scaling& scaling = scaling_of(solver);
  compute_rows(scaling);
  scale_rows(matrix, scaling.rows.get());
  return scaling.setup(solver, matrix);
}

// right_hand_side is IDA's to overwrite: the solution is copied into it.
int scaled_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector right_hand_side, sunrealtype tolerance)
{
  const Scaling& scaling = scaling_of(solver);
  N_VProd(right_hand_side, scaling.rows.get(), right_hand_side);
  return scaling.solve(solver, matrix, x, right_hand_side, tolerance);
}

int set_scaled_vectors(SUNLinearSolver solver, N_Vector row_weights, N_Vector unknown_weights)
{
  Scaling& scaling = scaling_of(solver);
  const sunrealtype h = step_of(scaling);
  compute_rows(scaling);
  N_VProd(row_weights, scaling.rows.get(), scaling.row_weights.get());
  auto unknowns = support::view(scaling.unknown_weights.get());
  for (Eigen::Index j = 0; j < unknowns.size(); ++j) {
    unknowns[j] = power_of_two_near(weight_factor(h, scaling.powers.variable_index[j]));
  }
  N_VProd(unknown_weights, scaling.unknown_weights.get(), scaling.unknown_weights.get());
  return scaling.set_scaling_vectors(solver, scaling.row_weights.get(), scaling.unknown_weights.get());
}

int free_with_scaling(SUNLinearSolver solver)
{
  const std::unique_ptr<Scaling> scaling(&scaling_of(solver));
  return scaling->free(solver);
}

bool is_iterative(SUNLinearSolver solver)
{
  return SUNLinSolGetType(solver) == SUNLINEARSOLVER_ITERATIVE && solver->ops->setscalingvectors != nullptr;
}

bool is_dense_or_band(SUNLinearSolver solver)
{
  switch (SUNLinSolGetID(solver)) {
    case SUNLINEARSOLVER_DENSE:
    case SUNLINEARSOLVER_LAPACKDENSE:
    case SUNLINEARSOLVER_BAND:
    case SUNLINEARSOLVER_LAPACKBAND:
      return true;
    default:
      return false;
  }
}

bool extend(SUNLinearSolver solver, std::unique_ptr<Scaling> scaling)
{
  const bool iterative = is_iterative(solver);
  if (!extend_operations(solver, ScalingOf{scaling.get()})) return false;
  static_cast<void>(scaling.release());  // solver owns it
  solver->ops->free = &free_with_scaling;
  if (iterative) {
    solver->ops->setscalingvectors = &set_scaled_vectors;
  } else {
    solver->ops->setup = &scaled_setup;
    solver->ops->solve = &scaled_solve;
  }
  return true;
}

}  // namespace

int scale_linear_solver(void* ida_mem, SUNLinearSolver solver, ScalingPowers powers, N_Vector template_vector,
                        std::string& message)
{
  if (solver->ops->free == &free_with_scaling) {
    scaling_of(solver).ida_mem = ida_mem;
    scaling_of(solver).powers = std::move(powers);
    return IDACI_SUCCESS;
  }
  if (!is_iterative(solver) && !is_dense_or_band(solver)) {
    message = "Only dense, band and iterative linear solvers are scaled; KLU scales rows by itself.";
    return IDACI_NOT_SUPPORTED;
  }
  auto scaling = std::make_unique<Scaling>(Scaling{ida_mem, std::move(powers), support::clone(template_vector),
                                                   support::clone(template_vector), support::clone(template_vector),
                                                   solver->ops->setup, solver->ops->solve,
                                                   solver->ops->setscalingvectors, solver->ops->free});
  N_VConst(1, scaling->rows.get());
  if (extend(solver, std::move(scaling))) return IDACI_SUCCESS;
  message = "Memory is short: the operations of the linear solver could not be extended.";
  return IDACI_MEM_FAIL;
}

}  // namespace ida_consistent_init::integration
