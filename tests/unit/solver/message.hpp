#pragma once
#include <string>

#include "ida_consistent_init/report/result.hpp"

namespace ida_consistent_init::test {

inline bool contains(const report::Result& result, const std::string& part)
{
  return result.message.find(part) != std::string::npos;
}

}  // namespace ida_consistent_init::test
