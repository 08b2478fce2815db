#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace ida_consistent_init::support {

/// The one exception of the core: a flag of ida_consistent_init_flags.h and the paragraph for the user.
/// It is turned into a return value at the C boundary (c_api/guard.hpp) and never crosses it.
class Error : public std::runtime_error
{
 public:
  Error(int flag, const std::string& message) : std::runtime_error(message), flag_(flag) {}
  [[nodiscard]] int flag() const { return flag_; }

 private:
  int flag_;
};

}  // namespace ida_consistent_init::support
