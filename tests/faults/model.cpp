#include "faults/model.hpp"

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>

namespace faults {
namespace {

/// Throws, if that is the misdeed.
void throw_if_asked(Misdeed misdeed)
{
  if (misdeed == Misdeed::exception) throw std::runtime_error("the property table ends here");
  if (misdeed == Misdeed::odd_exception) throw 42;
  if (misdeed == Misdeed::bad_alloc) throw std::bad_alloc();
}

/// A CSC matrix of the entries that are not zero now: its pattern changes with cj and with the values.
void write_sparse(const std::vector<double>& dense, int n, SUNMatrix J)
{
  sunindextype* start = SUNSparseMatrix_IndexPointers(J);
  sunindextype count = 0;
  for (int column = 0; column < n; ++column) {
    start[column] = count;
    for (int row = 0; row < n; ++row) {
      const double value = dense[static_cast<std::size_t>(column) * n + row];
      if (value == 0) continue;
      SUNSparseMatrix_IndexValues(J)[count] = row;
      SUNSparseMatrix_Data(J)[count] = value;
      ++count;
    }
  }
  start[n] = count;
}

}  // namespace

Model::Model(const catalogue::Case& the_case)
    : the_case_(the_case), matrix_(static_cast<std::size_t>(the_case.n) * the_case.n)
{
}

void Model::follow(const Plan& plan)
{
  plan_ = plan;
  calls_.fill(0);
}

Misdeed Model::next(Callee callee)
{
  const long call = ++calls_[static_cast<std::size_t>(callee)];
  const bool now = call == plan_.at_call || (plan_.for_good && call > plan_.at_call);
  return callee == plan_.callee && now ? plan_.misdeed : Misdeed::none;
}

/// Values that the function has computed become what the misdeed makes of them; one place each time, another one each
/// call. Returns what the function returns.
int Model::spoil(Misdeed misdeed, const sunrealtype* y, sunrealtype* values, long count) const
{
  const long place = plan_.at_call % count;
  switch (misdeed) {
    case Misdeed::recoverable:
      return 1;
    case Misdeed::unrecoverable:
      return -1;
    case Misdeed::not_a_number:
      values[place] = std::numeric_limits<double>::quiet_NaN();
      return 0;
    case Misdeed::infinity:
      values[place] = -std::numeric_limits<double>::infinity();
      return 0;
    case Misdeed::other_pattern:
      values[place] += 0.5 + y[(place + 1) % the_case_.n];
      return 0;
    default:
      return 0;
  }
}

int Model::residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* self)
{
  auto& model = *static_cast<Model*>(self);
  const Misdeed misdeed = model.next(Callee::residual);
  throw_if_asked(misdeed);
  if (misdeed == Misdeed::untouched) return 0;
  model.the_case_.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  return model.spoil(misdeed, N_VGetArrayPointer(y), N_VGetArrayPointer(r), model.the_case_.n);
}

int Model::jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix J, void* self, N_Vector,
                    N_Vector, N_Vector)
{
  auto& model = *static_cast<Model*>(self);
  const Misdeed misdeed = model.next(Callee::jacobian);
  throw_if_asked(misdeed);
  if (misdeed == Misdeed::untouched) return 0;
  const int n = model.the_case_.n;
  std::fill(model.matrix_.begin(), model.matrix_.end(), 0.0);
  model.the_case_.jacobian(n, t, cj, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), model.matrix_.data());
  const int code = model.spoil(misdeed, N_VGetArrayPointer(y), model.matrix_.data(), n * n);
  if (SUNMatGetID(J) == SUNMATRIX_SPARSE) {
    write_sparse(model.matrix_, n, J);
  } else {
    std::copy(model.matrix_.begin(), model.matrix_.end(), SUNDenseMatrix_Data(J));
  }
  return code;
}

int Model::conditions(sunrealtype, N_Vector y, N_Vector, sunrealtype* b, void* self)
{
  auto& model = *static_cast<Model*>(self);
  const Misdeed misdeed = model.next(Callee::conditions);
  throw_if_asked(misdeed);
  if (misdeed == Misdeed::untouched) return 0;
  const double* values = N_VGetArrayPointer(y);
  const std::vector<double>& consistent = model.the_case_.consistent_y;
  b[0] = std::accumulate(values, values + model.the_case_.n, 0.0) -
         std::accumulate(consistent.begin(), consistent.end(), 0.0);
  return model.spoil(misdeed, values, b, 1);
}

double Model::absolute_tolerance() const
{
  return relative_tolerance * *std::min_element(the_case_.scale_y.begin(), the_case_.scale_y.end());
}

int Model::weights(N_Vector y, N_Vector ewt, void* self)
{
  auto& model = *static_cast<Model*>(self);
  const Misdeed misdeed = model.next(Callee::weights);
  throw_if_asked(misdeed);
  if (misdeed == Misdeed::untouched) return 0;
  const double* values = N_VGetArrayPointer(y);
  double* weight = N_VGetArrayPointer(ewt);
  for (int j = 0; j < model.the_case_.n; ++j) {
    weight[j] = 1 / (relative_tolerance * std::abs(values[j]) + model.absolute_tolerance());
  }
  if (model.ci_ != nullptr && IDACIComputeErrorWeights(model.ci_, y, ewt) != IDACI_SUCCESS) return -1;
  return model.spoil(misdeed, values, weight, model.the_case_.n);
}

}  // namespace faults
