#pragma once
#include <ida_consistent_init/ida_consistent_init.h>

#include <memory>
#include <optional>
#include <string>

#include "ida_consistent_init/derivatives/difference_source.hpp"
#include "ida_consistent_init/structure/offsets.hpp"
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
  double rtol = 1e-8;
  double atol = 1e-10;
  int max_iterations = 50;
  std::shared_ptr<support::Progress> progress;  // null: quiet

  void tell(const std::string& what) const
  {
    if (progress != nullptr) progress->tell(what);
  }
};

}  // namespace ida_consistent_init::methods
