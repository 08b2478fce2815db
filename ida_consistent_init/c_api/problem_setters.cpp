/// Setters of the problem: data, Jacobian, held components, weights, constraints, names.
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/c_api/guard.hpp"
#include "ida_consistent_init/c_api/impulse.hpp"
#include "ida_consistent_init/problem/matrix_entries.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace c_api = ida_consistent_init::c_api;
namespace problem = ida_consistent_init::problem;
namespace support = ida_consistent_init::support;
using support::Error;

namespace {

problem::Mask mask_from(const IDACIMemRec& ci, N_Vector fixed)
{
  problem::Mask mask(ci.n, 0);
  if (fixed == nullptr) return mask;
  c_api::require_vector(ci, fixed, "fixed");
  const auto values = support::view(fixed);
  for (int j = 0; j < ci.n; ++j) {
    c_api::require(values[j] == 0 || values[j] == 1,
                   support::format("fixed[{}] ({}) is {}; it must be 0 or 1.", j, ci.names.variable(j), values[j]));
    mask[j] = static_cast<char>(values[j] == 1);
  }
  return mask;
}

void require_square_matrix(const IDACIMemRec& ci, SUNMatrix matrix, const char* name)
{
  c_api::require_pointer(matrix, name);
  if (!problem::is_supported_matrix(matrix)) {
    throw Error(IDACI_NOT_SUPPORTED, support::format("{} is no dense, band or sparse SUNMatrix.", name));
  }
  c_api::require(
      problem::rows(matrix) == ci.n && problem::columns(matrix) == ci.n,
      support::format("{} is {} x {}, y0 has length {}.", name, problem::rows(matrix), problem::columns(matrix), ci.n));
}

}  // namespace

int IDACISetUserData(IDACIMem ci, void* user_data)
{
  return c_api::guarded(ci, [&] {
    ci->user_data = user_data;
    ci->groundwork.reset();
    return IDACI_SUCCESS;
  });
}

int IDACISetInitialTime(IDACIMem ci, sunrealtype t0)
{
  return c_api::guarded(ci, [&] {
    c_api::require(std::isfinite(t0), "t0 is not finite.");
    ci->t0 = t0;
    return IDACI_SUCCESS;
  });
}

int IDACISetJacFn(IDACIMem ci, IDALsJacFn jac, SUNMatrix J)
{
  return c_api::guarded(ci, [&] {
    ci->groundwork.reset();
    if (jac == nullptr) {
      ci->jac = nullptr;
      ci->jacobian_matrix.reset();
      return IDACI_SUCCESS;
    }
    if (c_api::is_opaque(*ci)) {  // called with the matrix of IDACISetLinearSolver, which may be of any kind
      ci->jac = jac;
      return IDACI_SUCCESS;
    }
    require_square_matrix(*ci, J, "J");
    support::MatrixHandle copy(SUNMatClone(J));
    if (copy == nullptr) throw Error(IDACI_MEM_FAIL, "The Jacobian matrix could not be cloned.");
    ci->jac = jac;
    ci->jacobian_matrix = std::move(copy);
    return IDACI_SUCCESS;
  });
}

int IDACISetTaylorFn(IDACIMem ci, IDACITaylorFn taylor)
{
  return c_api::guarded(ci, [&] {
    ci->taylor = taylor;
    return IDACI_SUCCESS;
  });
}

int IDACISetSparsity(IDACIMem ci, SUNMatrix pattern)
{
  return c_api::guarded(ci, [&] {
    ci->groundwork.reset();
    if (pattern == nullptr) {
      ci->sparsity.reset();
      return IDACI_SUCCESS;
    }
    require_square_matrix(*ci, pattern, "pattern");
    const bool values_decide = SUNMatGetID(pattern) == SUNMATRIX_DENSE;
    std::vector<std::pair<int, int>> places;
    problem::MatrixEntries(pattern).for_each([&](int row, int column, double value) {
      if (!values_decide || value != 0) places.emplace_back(row, column);
    });
    ci->sparsity = problem::make_sparsity(ci->n, places);
    return IDACI_SUCCESS;
  });
}

int IDACISetFixed(IDACIMem ci, N_Vector fixed)
{
  return c_api::guarded(ci, [&]() -> int {
    if (c_api::is_opaque(*ci)) return c_api::keep_mask(*ci, fixed, ci->impulse.held_y);
    ci->fixed_y = mask_from(*ci, fixed);
    return IDACI_SUCCESS;
  });
}

int IDACISetFixedDerivatives(IDACIMem ci, N_Vector fixed)
{
  return c_api::guarded(ci, [&]() -> int {
    if (c_api::is_opaque(*ci)) return c_api::keep_mask(*ci, fixed, ci->impulse.held_yp);
    ci->fixed_yp = mask_from(*ci, fixed);
    return IDACI_SUCCESS;
  });
}

int IDACISetWeights(IDACIMem ci, N_Vector weights)
{
  return c_api::guarded(ci, [&] {
    if (weights == nullptr) {
      ci->weights = Eigen::VectorXd::Ones(ci->n);
      return IDACI_SUCCESS;
    }
    c_api::require_vector(*ci, weights, "weights");
    const auto values = support::view(weights);
    for (int j = 0; j < ci->n; ++j) {
      c_api::require(
          std::isfinite(values[j]) && values[j] > 0,
          support::format("weights[{}] ({}) is {}; it must be positive.", j, ci->names.variable(j), values[j]));
    }
    ci->weights = values;
    return IDACI_SUCCESS;
  });
}

int IDACISetConstraints(IDACIMem ci, N_Vector constraints)
{
  return c_api::guarded(ci, [&] {
    if (constraints == nullptr) {
      ci->constraints.clear();
      return IDACI_SUCCESS;
    }
    c_api::require_vector(*ci, constraints, "constraints");
    const auto values = support::view(constraints);
    std::vector<int> codes(ci->n, 0);
    for (int j = 0; j < ci->n; ++j) {
      const bool known = std::abs(values[j]) <= 2 && values[j] == std::round(values[j]);
      c_api::require(known, support::format("constraints[{}] ({}) is {}; it must be 0, 1, -1, 2 or -2.", j,
                                            ci->names.variable(j), values[j]));
      codes[j] = static_cast<int>(values[j]);
    }
    ci->constraints = std::move(codes);
    return IDACI_SUCCESS;
  });
}

int IDACISetConditions(IDACIMem ci, int count, IDACIConditionFn conditions)
{
  return c_api::guarded(ci, [&] {
    c_api::require(count >= 0, support::format("count is {}; it must not be negative.", count));
    if (count > 0) c_api::require_pointer(reinterpret_cast<const void*>(conditions), "conditions");
    ci->condition_count = count;
    ci->conditions = count > 0 ? conditions : nullptr;
    return IDACI_SUCCESS;
  });
}

int IDACISetNames(IDACIMem ci, const char* const* variables, const char* const* equations)
{
  return c_api::guarded(ci, [&] {
    const auto copied = [&](const char* const* names) {
      std::vector<std::string> copy;
      for (int k = 0; names != nullptr && k < ci->n; ++k) {
        c_api::require_pointer(names[k], "one of the names");
        copy.emplace_back(names[k]);
      }
      return copy;
    };
    ci->names = problem::Names(copied(variables), copied(equations));
    return IDACI_SUCCESS;
  });
}
