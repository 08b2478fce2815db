/// A problem of the catalogue whose functions fail at a chosen call in a chosen way.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <array>
#include <vector>

#include "catalogue/case.hpp"

namespace faults {

enum class Callee
{
  residual,
  jacobian,
  conditions,
  weights,
};

enum class Misdeed
{
  none,
  recoverable,
  unrecoverable,
  not_a_number,
  infinity,
  untouched,      // returns 0 and has written nothing
  exception,      // std::runtime_error
  odd_exception,  // an int
  bad_alloc,
  other_pattern,  // terms that do not belong there
};

/// What goes wrong: call number at_call (1, 2, ...) of the callee, and with for_good all later ones too.
struct Plan
{
  Callee callee = Callee::residual;
  Misdeed misdeed = Misdeed::none;
  long at_call = 0;
  bool for_good = false;
};

/// User data of the functions below.
class Model
{
 public:
  explicit Model(const catalogue::Case& the_case);

  void follow(const Plan& plan);
  [[nodiscard]] long calls(Callee callee) const { return calls_[static_cast<std::size_t>(callee)]; }
  [[nodiscard]] const catalogue::Case& the_case() const { return the_case_; }

  static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* model);
  static int jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J, void* model,
                      N_Vector, N_Vector, N_Vector);
  /// One condition that the consistent values of the case satisfy: the sum of all y is what it is there.
  static int conditions(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype* b, void* model);
  /// An IDAEwtFn: the weights of IDASStolerances(relative_tolerance, absolute_tolerance()), scaled by
  /// IDACIComputeErrorWeights once there is a handle.
  static int weights(N_Vector y, N_Vector ewt, void* model);

  static constexpr double relative_tolerance = 1e-6;
  [[nodiscard]] double absolute_tolerance() const;
  void scale_weights_by(IDACIMem ci) { ci_ = ci; }

 private:
  Misdeed next(Callee callee);
  int spoil(Misdeed misdeed, const sunrealtype* y, sunrealtype* values, long count) const;

  const catalogue::Case& the_case_;
  Plan plan_;
  IDACIMem ci_ = nullptr;
  std::array<long, 4> calls_{};
  std::vector<double> matrix_;  // [n x n] of the Jacobian
};

}  // namespace faults
