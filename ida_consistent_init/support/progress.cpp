#include "ida_consistent_init/support/progress.hpp"

#include <algorithm>

#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::support {

void Progress::restart()
{
  start_ = std::chrono::steady_clock::now();
  expect(0);
}

void Progress::expect(int stages)
{
  expected_ = stages;
  finished_ = 0;
}

void Progress::tell(const std::string& what) const
{
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const int percent = expected_ > 0 ? 100 * std::min(finished_, expected_) / expected_ : 0;
  const std::string share = expected_ > 0 ? format(" {:>3} %", percent) : "";
  std::fputs(format("ida_consistent_init: {:8.3f} s{}  {}\n", seconds, share, what).c_str(), out_);
  // A long run is watched while it runs.
  std::fflush(out_);
}

}  // namespace ida_consistent_init::support
