// C++ view of ida_consistent_init.h: owning handles, any callable as residual, exceptions on this side of the border.
// Header only, C++17; nothing here is needed to use the C interface.
//
//   using ida_consistent_init::Solver;
//   Solver solver({0.8, -0.7}, {0.0, 0.0},
//                 [](double t, ConstSpan y, ConstSpan yp, Span r) { r[0] = yp[0] - y[1]; r[1] = y[0] * y[0] - t; });
//   solver.hold(0);
//   solver.solve();                       // throws ida_consistent_init::Failure
//   double y1 = solver.y()[1];
#ifndef IDA_CONSISTENT_INIT_HPP
#define IDA_CONSISTENT_INIT_HPP

#include <ida_consistent_init/ida_consistent_init.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

namespace ida_consistent_init {

#if __cplusplus >= 202002L
using Span = std::span<double>;
using ConstSpan = std::span<const double>;
#else
/// What C++20 calls std::span, as far as residuals need it: a view of `size()` numbers that it does not own.
template <class Number>
class BasicSpan
{
 public:
  BasicSpan(Number* data, std::size_t size) : data_(data), size_(size) {}
  Number& operator[](std::size_t k) const { return data_[k]; }
  Number* data() const { return data_; }
  std::size_t size() const { return size_; }
  Number* begin() const { return data_; }
  Number* end() const { return data_ + size_; }

 private:
  Number* data_;
  std::size_t size_;
};
using Span = BasicSpan<double>;
using ConstSpan = BasicSpan<const double>;
#endif

/// A negative flag as an exception: flag() is one of ida_consistent_init_flags.h, what() the paragraph of the library.
class Failure : public std::runtime_error
{
 public:
  Failure(int flag, const std::string& message)
      : std::runtime_error(std::string(IDACIGetReturnFlagName(flag)) + ": " + message), flag_(flag)
  {
  }
  int flag() const { return flag_; }

 private:
  int flag_;
};

/// r[i] = F_i(t, y, y'), i = 0..n-1. What it throws reaches the caller of solve() and check() unchanged.
using Residual = std::function<void(double t, ConstSpan y, ConstSpan yp, Span r)>;

/// columns [n x n], by columns = F_y + cj F_y'.
using Jacobian = std::function<void(double t, double cj, ConstSpan y, ConstSpan yp, double* columns)>;

/// As IDACITaylorFn; false: the order is too high.
using TotalDerivatives = std::function<bool(double t0, int order, const double* jet, double* derivatives)>;

/// Stand-alone solver (no IDA memory) for vectors of plain numbers. Owns all that it uses; moved, not copied.
class Solver
{
 public:
  /// y, yp [n]: the guess. Throws Failure if the sizes differ or are zero, or memory is short.
  Solver(const std::vector<double>& y, const std::vector<double>& yp, Residual residual, double t0 = 0)
      : state_(std::make_unique<State>())
  {
    if (y.size() != yp.size() || y.empty()) {
      throw Failure(IDACI_ILL_INPUT, "y and yp must have the same length, at least 1.");
    }
    state_->residual = std::move(residual);
    state_->context = make_context();
    state_->y = make_vector(y);
    state_->yp = make_vector(yp);
    state_->handle.reset(IDACICreate(nullptr, call, state_->y.get(), state_->yp.get(), state_->context.get()));
    if (state_->handle == nullptr) throw Failure(IDACI_MEM_FAIL, "The solver could not be created.");
    require(IDACISetUserData(handle(), state_.get()));
    require(IDACISetInitialTime(handle(), t0));
    state_->held.assign(y.size(), 0);
    state_->held_derivatives.assign(y.size(), 0);
  }

  /// Keeps component j of y (or of y') at its guess.
  void hold(std::size_t j) { set_mask(state_->held, j, IDACISetFixed); }
  void hold_derivative(std::size_t j) { set_mask(state_->held_derivatives, j, IDACISetFixedDerivatives); }

  /// F_y + cj F_y' instead of differences (needs SUNDIALS::sunmatrixdense at link time).
  void use_jacobian(Jacobian jacobian)
  {
    const auto n = static_cast<sunindextype>(state_->held.size());
    const std::unique_ptr<std::remove_pointer_t<SUNMatrix>, FreeMatrix> matrix(
        SUNDenseMatrix(n, n, state_->context.get()));
    if (matrix == nullptr) throw Failure(IDACI_MEM_FAIL, "A matrix could not be allocated.");
    state_->jacobian = std::move(jacobian);
    require(IDACISetJacFn(handle(), call_jacobian, matrix.get()));
  }

  /// Exact total derivatives of F instead of differences; ida_consistent_init_autodiff.hpp makes them.
  void use_total_derivatives(TotalDerivatives derivatives)
  {
    state_->total_derivatives = std::move(derivatives);
    require(IDACISetTaylorFn(handle(), call_total_derivatives));
  }

  /// The C handle, for every setter and getter of ida_consistent_init.h.
  IDACIMem handle() const { return state_->handle.get(); }

  /// Replaces y and yp by consistent values; they stay as they were when this throws.
  void solve() { require(run(IDACISolve)); }

  /// True if y and yp are consistent as they stand.
  bool check()
  {
    const int flag = run(IDACICheck);
    if (flag < 0) require(flag);
    return flag == IDACI_SUCCESS;
  }

  ConstSpan y() const { return view<const double>(state_->y.get()); }
  ConstSpan yp() const { return view<const double>(state_->yp.get()); }
  std::string message() const { return IDACIGetLastMessage(handle()); }

  int index() const
  {
    int value = 0;
    require(IDACIGetIndex(handle(), &value));
    return value;
  }

  long degrees_of_freedom() const
  {
    long value = 0;
    require(IDACIGetDegreesOfFreedom(handle(), &value));
    return value;
  }

 private:
  struct FreeVector
  {
    void operator()(N_Vector vector) const { N_VDestroy(vector); }
  };
  struct FreeContext
  {
    void operator()(SUNContext context) const { SUNContext_Free(&context); }
  };
  struct FreeHandle
  {
    void operator()(IDACIMem handle) const { IDACIFree(&handle); }
  };
  struct FreeMatrix
  {
    void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  };
  using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, FreeVector>;

  // Members are freed from the last to the first: the handle before its vectors, these before their context.
  struct State
  {
    std::unique_ptr<std::remove_pointer_t<SUNContext>, FreeContext> context;
    Vector y, yp;
    std::unique_ptr<std::remove_pointer_t<IDACIMem>, FreeHandle> handle;
    Residual residual;
    Jacobian jacobian;
    TotalDerivatives total_derivatives;
    std::exception_ptr thrown;
    std::vector<char> held, held_derivatives;
  };

  template <class Number>
  static std::conditional_t<std::is_const_v<Number>, ConstSpan, Span> view(N_Vector vector)
  {
    return {N_VGetArrayPointer(vector), static_cast<std::size_t>(N_VGetLength(vector))};
  }

  static int call(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
  {
    return keeping_exceptions(user_data, [&](State& state) {
      state.residual(t, view<const double>(y), view<const double>(yp), view<double>(r));
      return 0;
    });
  }

  static int call_jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix jacobian,
                           void* user_data, N_Vector, N_Vector, N_Vector)
  {
    return keeping_exceptions(user_data, [&](State& state) {
      state.jacobian(t, cj, view<const double>(y), view<const double>(yp), SUNDenseMatrix_Data(jacobian));
      return 0;
    });
  }

  static int call_total_derivatives(sunrealtype t0, int order, const sunrealtype* jet, sunrealtype* derivatives,
                                    void* user_data)
  {
    return keeping_exceptions(user_data, [&](State& state) {
      return state.total_derivatives(t0, order, jet, derivatives) ? 0 : static_cast<int>(IDACI_NOT_SUPPORTED);
    });
  }

  template <class Call>
  static int keeping_exceptions(void* user_data, Call call_of_user)
  {
    auto& state = *static_cast<State*>(user_data);
    try {
      return call_of_user(state);
    } catch (...) {
      state.thrown = std::current_exception();
      return -1;
    }
  }

  static std::unique_ptr<std::remove_pointer_t<SUNContext>, FreeContext> make_context()
  {
    SUNContext context = nullptr;
#if SUNDIALS_VERSION_MAJOR >= 7
    const int code = SUNContext_Create(SUN_COMM_NULL, &context);
#else
    const int code = SUNContext_Create(nullptr, &context);
#endif
    if (code != 0) throw Failure(IDACI_MEM_FAIL, "The SUNDIALS context could not be created.");
    return std::unique_ptr<std::remove_pointer_t<SUNContext>, FreeContext>(context);
  }

  Vector make_vector(const std::vector<double>& values) const
  {
    Vector vector(N_VNew_Serial(static_cast<sunindextype>(values.size()), state_->context.get()));
    if (vector == nullptr) throw Failure(IDACI_MEM_FAIL, "A vector could not be allocated.");
    std::copy(values.begin(), values.end(), N_VGetArrayPointer(vector.get()));
    return vector;
  }

  template <class Setter>
  void set_mask(std::vector<char>& mask, std::size_t j, Setter setter)
  {
    if (j >= mask.size()) throw Failure(IDACI_ILL_INPUT, "There is no component " + std::to_string(j) + ".");
    mask[j] = 1;
    const Vector fixed = make_vector(std::vector<double>(mask.begin(), mask.end()));
    require(setter(handle(), fixed.get()));
  }

  template <class Call>
  int run(Call call_of_library)
  {
    state_->thrown = nullptr;
    const int flag = call_of_library(handle());
    // Exceptions under a probe that the library got over do not explain other failures.
    const bool of_user = flag == IDACI_RES_FAIL || flag == IDACI_JAC_FAIL;
    if (of_user && state_->thrown != nullptr) std::rethrow_exception(state_->thrown);
    return flag;
  }

  void require(int flag) const
  {
    if (flag < 0) throw Failure(flag, IDACIGetLastMessage(handle()));
  }

  std::unique_ptr<State> state_;
};

}  // namespace ida_consistent_init

#endif
