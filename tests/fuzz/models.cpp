#include "fuzz/models.hpp"

#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

namespace fuzz {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// F of the model; false outside its domain.
bool evaluate(Kind kind, double t, const double* y, const double* yp, double* r)
{
  switch (kind) {
    case Kind::oscillator:
      r[0] = yp[0] - y[1];
      r[1] = yp[1] + y[0];
      return true;
    case Kind::domain:
      if (y[0] <= 0) return false;
      r[0] = yp[0] + y[1];
      r[1] = y[1] - std::log(y[0]) - t;
      return true;
    case Kind::kinetics:
      r[0] = yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2];
      r[1] = yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1];
      r[2] = y[0] + y[1] + y[2] - 1;
      return true;
    case Kind::flow:
      r[0] = yp[0] + y[0] - y[2];
      r[1] = yp[1] - y[0] * y[1];
      r[2] = y[0] + y[1] * y[1] - std::cos(t);
      return true;
    case Kind::pendulum:
      r[0] = yp[0] - y[2];
      r[1] = yp[1] - y[3];
      r[2] = yp[2] + y[4] * y[0];
      r[3] = yp[3] + y[4] * y[1] + 9.81;
      r[4] = y[0] * y[0] + y[1] * y[1] - 1;
      return true;
    case Kind::hidden_index:
      r[0] = yp[0] + yp[1] + y[2];
      r[1] = yp[0] + yp[1] - y[0] + 2 * y[2];
      r[2] = y[0] - std::sin(t);
      return true;
    default:
      r[0] = y[0] - 1;
      r[1] = y[0] + t - 2;
      return true;
  }
}

Misdeed next_misdeed(Model& model)
{
  if (model.misdeed == Misdeed::none || model.good_calls-- > 0) return Misdeed::none;
  model.good_calls = model.once ? std::numeric_limits<int>::max() : 0;
  return model.misdeed;
}

/// Does the misdeed to values that are right; returns what the function returns.
int misbehave(Misdeed misdeed, std::span<double> values)
{
  switch (misdeed) {
    case Misdeed::recoverable:
      return 1;
    case Misdeed::unrecoverable:
      return -1;
    case Misdeed::exception:
      throw std::runtime_error("the model broke");
    case Misdeed::not_a_number:
      values.back() = nan;
      return 0;
    case Misdeed::infinity:
      values.front() = infinity;
      return 0;
    case Misdeed::wrong_numbers:
      for (std::size_t k = 0; k < values.size(); ++k) values[k] += 1.0 + static_cast<double>(k);
      return 0;
    default:
      return 0;
  }
}

void put_entry(SUNMatrix J, int row, int column, double value)
{
  switch (SUNMatGetID(J)) {
    case SUNMATRIX_DENSE:
      SM_ELEMENT_D(J, row, column) = value;
      return;
    case SUNMATRIX_BAND:
      if (row - column <= SM_LBAND_B(J) && column - row <= SM_UBAND_B(J)) SM_ELEMENT_B(J, row, column) = value;
      return;
    default:
      return;
  }
}

/// All n x n entries of a sparse matrix that has room for them, else an empty one.
void put_sparse(SUNMatrix J, std::span<const double> by_column, int n)
{
  if (SUNSparseMatrix_NNZ(J) < n * n) return;
  const bool csc = SUNSparseMatrix_SparseType(J) == CSC_MAT;
  for (int outer = 0; outer < n; ++outer) {
    SUNSparseMatrix_IndexPointers(J)[outer] = outer * n;
    for (int inner = 0; inner < n; ++inner) {
      SUNSparseMatrix_IndexValues(J)[outer * n + inner] = inner;
      SUNSparseMatrix_Data(J)[outer * n + inner] = csc ? by_column[outer * n + inner] : by_column[inner * n + outer];
    }
  }
  SUNSparseMatrix_IndexPointers(J)[n] = n * n;
}

}  // namespace

Guess guess_of(Kind kind)
{
  switch (kind) {
    case Kind::oscillator:
      return {{1, 0.5}, {0, 0}};
    case Kind::domain:
      return {{2, 0}, {0, 0}};
    case Kind::kinetics:
      return {{1, 0.1, 0}, {0, 0, 0}};
    case Kind::flow:
      return {{0.8, 0.3, 0}, {0, 0, 0}};
    case Kind::pendulum:
      return {{0.8, -0.7, 0.3, 0.2, 0}, {0, 0, 0, 0, 0}};
    case Kind::hidden_index:
      return {{0.1, 0.2, 0.3}, {0, 0, 0}};
    default:
      return {{1, 1}, {0, 0}};
  }
}

double undisturbed_residual(Kind kind, double t, N_Vector y, N_Vector yp)
{
  std::array<double, 8> r{};
  if (!evaluate(kind, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), r.data())) return nan;
  double largest = 0;
  for (const double value : r) largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : infinity;
  return largest;
}

int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* data)
{
  if (data == nullptr) return -1;
  auto& model = *static_cast<Model*>(data);
  const Misdeed misdeed = next_misdeed(model);
  if (misdeed == Misdeed::untouched) return 0;
  if (!evaluate(model.kind, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r))) return 1;
  return misbehave(misdeed, {N_VGetArrayPointer(r), static_cast<std::size_t>(N_VGetLength(r))});
}

int jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J, void* data, N_Vector,
             N_Vector, N_Vector)
{
  if (data == nullptr) return -1;
  auto& model = *static_cast<Model*>(data);
  const Misdeed misdeed = next_misdeed(model);
  if (misdeed == Misdeed::untouched) return 0;
  const auto n = static_cast<int>(N_VGetLength(r));
  std::vector<double> here(n), beside(n), entries(static_cast<std::size_t>(n) * n);
  std::vector<double> at(N_VGetArrayPointer(y), N_VGetArrayPointer(y) + n);
  std::vector<double> rate(N_VGetArrayPointer(yp), N_VGetArrayPointer(yp) + n);
  if (!evaluate(model.kind, t, at.data(), rate.data(), here.data())) return 1;
  for (int j = 0; j < n; ++j) {
    const double step = 1e-7 * std::max(1.0, std::abs(at[j]));
    at[j] += step;
    rate[j] += cj * step;
    if (!evaluate(model.kind, t, at.data(), rate.data(), beside.data())) return 1;
    at[j] = N_VGetArrayPointer(y)[j];
    rate[j] = N_VGetArrayPointer(yp)[j];
    for (int i = 0; i < n; ++i) entries[j * n + i] = (beside[i] - here[i]) / step;
  }
  const int code = misbehave(misdeed, entries);
  if (SUNMatGetID(J) == SUNMATRIX_SPARSE) {
    put_sparse(J, entries, n);
  } else {
    for (int k = 0; k < n * n; ++k) put_entry(J, k % n, k / n, entries[k]);
  }
  return code;
}

int condition(sunrealtype, N_Vector y, N_Vector, sunrealtype* b, void* data)
{
  if (data == nullptr) return -1;
  const Misdeed misdeed = next_misdeed(*static_cast<Model*>(data));
  if (misdeed == Misdeed::untouched) return 0;
  b[0] = N_VGetArrayPointer(y)[0] - 0.5;
  return misbehave(misdeed, {b, 1});
}

int taylor(sunrealtype t0, int order, const sunrealtype* jet, sunrealtype* derivatives, void* data)
{
  if (data == nullptr) return -1;
  auto& model = *static_cast<Model*>(data);
  const std::size_t n = guess_of(model.kind).y.size();
  if (!evaluate(model.kind, t0, jet, jet + n, derivatives)) return 1;
  const Misdeed misdeed = next_misdeed(model);
  if (misdeed == Misdeed::untouched) return 0;
  if (order > 0 && misdeed == Misdeed::none) return IDACI_NOT_SUPPORTED;
  std::fill(derivatives + n, derivatives + n * (static_cast<std::size_t>(order) + 1), 0.0);
  return misbehave(misdeed, {derivatives, n});
}

}  // namespace fuzz
