#pragma once

namespace ida_consistent_init::support {

/// The user's monitor asked for the end. No Error: what tries another way after an Error must not see it.
struct Cancelled
{
  int stage, iteration;
};

}  // namespace ida_consistent_init::support
