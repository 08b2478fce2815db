/* A problem as a user's program hands it to SUNDIALS: callbacks with the problem as user data, and the vectors and the
   matrix they work on. */
#ifndef IDA_CONSISTENT_INIT_BENCH_SESSION_HPP
#define IDA_CONSISTENT_INIT_BENCH_SESSION_HPP

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_version.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "ida_consistent_init/ida_consistent_init.h"
#include "problems/problem.hpp"

namespace ida_consistent_init::bench {

inline int call_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* problem)
{
  static_cast<const Problem*>(problem)->residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
                                                 N_VGetArrayPointer(r));
  return 0;
}

inline int call_jacobian(sunrealtype, sunrealtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix matrix, void* data,
                         N_Vector, N_Vector, N_Vector)
{
  const auto* problem = static_cast<const Problem*>(data);
  const Pattern& pattern = problem->pattern();
  std::copy(pattern.column_start.begin(), pattern.column_start.end(), SUNSparseMatrix_IndexPointers(matrix));
  std::copy(pattern.row.begin(), pattern.row.end(), SUNSparseMatrix_IndexValues(matrix));
  problem->jacobian(cj, N_VGetArrayPointer(y), SUNSparseMatrix_Data(matrix));
  return 0;
}

struct FreeObject
{
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
  void operator()(IDACIMem handle) const { IDACIFree(&handle); }
};
template <class Pointer>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, FreeObject>;

/* y and y' start at zero; the matrix holds F_y + F_y' of the guess. */
class Session
{
 public:
  explicit Session(const Problem& problem) : problem_(&problem)
  {
    SUNContext context = nullptr;
#if SUNDIALS_VERSION_MAJOR >= 7
    if (SUNContext_Create(SUN_COMM_NULL, &context) != 0) throw std::bad_alloc();
#else
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
#endif
    context_.reset(context);
    const auto entries = static_cast<sunindextype>(problem.pattern().row.size());
    y_.reset(N_VNew_Serial(problem.size(), context));
    yp_.reset(N_VNew_Serial(problem.size(), context));
    matrix_.reset(SUNSparseMatrix(problem.size(), problem.size(), entries, CSC_MAT, context));
    if (y_ == nullptr || yp_ == nullptr || matrix_ == nullptr) throw std::bad_alloc();
    start(0);
    call_jacobian(0, 1, y(), yp(), nullptr, matrix(), user_data(), nullptr, nullptr, nullptr);
  }

  /* The guess of this amplitude, with y' = 0. */
  void start(double amplitude)
  {
    const std::vector<double> guess = problem_->displaced(amplitude);
    std::copy(guess.begin(), guess.end(), N_VGetArrayPointer(y()));
    N_VConst(0, yp());
  }

  double gap(const State& reference) const
  {
    return problem_->gap(N_VGetArrayPointer(y()), N_VGetArrayPointer(yp()), reference);
  }

  State state() const
  {
    const double *values = N_VGetArrayPointer(y()), *slopes = N_VGetArrayPointer(yp());
    return {{values, values + problem_->size()}, {slopes, slopes + problem_->size()}};
  }

  void set(const State& state)
  {
    std::copy(state.y.begin(), state.y.end(), N_VGetArrayPointer(y()));
    std::copy(state.yp.begin(), state.yp.end(), N_VGetArrayPointer(yp()));
  }

  SUNContext context() const
  {
    return context_.get();
  }
  N_Vector y() const
  {
    return y_.get();
  }
  N_Vector yp() const
  {
    return yp_.get();
  }
  SUNMatrix matrix() const
  {
    return matrix_.get();
  }
  /* The callbacks only read. */
  void* user_data() const
  {
    return const_cast<Problem*>(problem_);
  }

 private:
  const Problem* problem_;
  Owned<SUNContext> context_;
  Owned<N_Vector> y_, yp_;
  Owned<SUNMatrix> matrix_;
};

}  // namespace ida_consistent_init::bench

#endif
