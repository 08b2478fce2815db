// Owning handle over an IDACIMem.
#ifndef IDACI_EXAMPLES_CONSISTENT_INIT_HANDLE_HPP
#define IDACI_EXAMPLES_CONSISTENT_INIT_HANDLE_HPP

#include <ida_consistent_init/ida_consistent_init.h>

#include <stdexcept>
#include <string>

namespace example {

class ConsistentInit
{
 public:
  // Arguments as for IDACICreate.
  ConsistentInit(void* ida_mem, IDAResFn residual, N_Vector y0, N_Vector yp0, SUNContext context)
      : handle_(IDACICreate(ida_mem, residual, y0, yp0, context))
  {
    if (handle_ == nullptr) throw std::runtime_error("IDACICreate returned NULL");
  }
  ConsistentInit(const ConsistentInit&) = delete;
  ConsistentInit& operator=(const ConsistentInit&) = delete;
  ~ConsistentInit() { IDACIFree(&handle_); }
  IDACIMem get() const { return handle_; }

  // Throws, with the library's own explanation, if one of its calls failed.
  void require(int flag, const char* call) const
  {
    if (flag >= 0) return;
    throw std::runtime_error(std::string(call) + ": " + IDACIGetReturnFlagName(flag) + ": " +
                             IDACIGetLastMessage(handle_));
  }

 private:
  IDACIMem handle_;
};

}  // namespace example

#endif
