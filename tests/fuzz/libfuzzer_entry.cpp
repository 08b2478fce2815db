#include <cstddef>
#include <cstdint>

#include "fuzz/caller.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  fuzz::run_call_sequence({data, size});
  return 0;
}
