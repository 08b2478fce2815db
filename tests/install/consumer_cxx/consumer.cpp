// The installed C++ header compiles as C++17 and its C functions link from C++.
#include <ida_consistent_init/ida_consistent_init.hpp>
#include <string>

int main()
{
  const std::string name = IDACIGetReturnFlagName(IDACI_CONV_FAIL);
  return name == "IDACI_CONV_FAIL" && IDACISolve(nullptr) == IDACI_MEM_NULL ? 0 : 1;
}
