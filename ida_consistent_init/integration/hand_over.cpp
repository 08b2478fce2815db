#include "ida_consistent_init/integration/hand_over.hpp"

#include <ida/ida.h>

#include "ida_consistent_init/integration/ida_flags.hpp"

namespace ida_consistent_init::integration {

int hand_over(void* ida_mem, sunrealtype t0, N_Vector y0, N_Vector yp0, std::string& message)
{
  if (ida_mem == nullptr) return IDACI_SUCCESS;
  return flag_of_ida_code(IDAReInit(ida_mem, t0, y0, yp0), "IDAReInit", message);
}

}  // namespace ida_consistent_init::integration
