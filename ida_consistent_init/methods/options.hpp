#pragma once
#include <ida_consistent_init/ida_consistent_init.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
#include "ida_consistent_init/support/cancelled.hpp"
#include "ida_consistent_init/support/progress.hpp"

namespace ida_consistent_init::methods {

/// What the user may choose about a solve; defaults as documented in ida_consistent_init.h.
struct Options
{
  IDACIMethod method = IDACI_AUTO;
  int index = 0;  // asserted by the user; 0: detect
  int max_index = 6;
  std::optional<structure::Offsets> offsets;
  int difference_order = 0;  // 0: chosen
  derivatives::DifferenceKind difference_kind = derivatives::DifferenceKind::one_sided;
  bool algebraic_derivatives = true;  // y' of variables whose derivative occurs in no equation
  double rtol = 1e-8;
  double atol = 1e-10;
  int max_iterations = 50;
  std::shared_ptr<support::Progress> progress;  // null: quiet
  IDACIMonitorFn monitor = nullptr;             // null: none
  void* monitor_data = nullptr;

  /// Of one component of this value.
  [[nodiscard]] double tolerance(double value) const { return rtol * std::abs(value) + atol; }

  void tell(const std::string& what) const
  {
    if (progress != nullptr) progress->tell(what);
  }

  /// Once an iteration; throws support::Cancelled if the user's monitor, or an exception of it, asks for the end.
  void watch(int stage, int iteration, double residual_norm) const
  {
    if (monitor == nullptr) return;
    bool go_on = false;
    try {
      go_on = monitor(stage, iteration, residual_norm, monitor_data) == 0;
    } catch (...) {
      go_on = false;  // it is the user's code, and C++ may stand behind it
    }
    if (!go_on) throw support::Cancelled{stage, iteration};
  }
};

}  // namespace ida_consistent_init::methods
