#pragma once
#include <chrono>
#include <cstdio>
#include <string>

namespace ida_consistent_init::support {

/// Lines for those who wait: the time since the start, how much of the stages is done, and what happens now.
class Progress
{
 public:
  explicit Progress(std::FILE* out) : out_(out) {}

  /// A new solve begins.
  void restart();
  /// Stages that lie ahead; 0: not known, and no percentage is shown.
  void expect(int stages);
  void finish_stage() { ++finished_; }
  void tell(const std::string& what) const;

 private:
  std::FILE* out_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int expected_ = 0, finished_ = 0;
};

}  // namespace ida_consistent_init::support
