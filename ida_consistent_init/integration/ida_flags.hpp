#pragma once
// What a SUNDIALS return code means in the flags of ida_consistent_init_flags.h.

#include <ida/ida.h>
#include <ida_consistent_init/ida_consistent_init_flags.h>

#include <string>

namespace ida_consistent_init::integration {

// Flag of this library for the return code `code` of the IDA call named `call`; on failure the message says both.
inline int flag_of_ida_code(int code, const char* call, std::string& message)
{
  if (code >= 0) return IDACI_SUCCESS;
  message = std::string(call) + " returned " + std::to_string(code);
  switch (code) {
    case IDA_MEM_NULL:
      message += " (IDA_MEM_NULL): the IDA memory is NULL.";
      return IDACI_MEM_NULL;
    case IDA_NO_MALLOC:
      message += " (IDA_NO_MALLOC): call IDAInit first.";
      return IDACI_ILL_INPUT;
    case IDA_MEM_FAIL:
      message += " (IDA_MEM_FAIL): memory is short.";
      return IDACI_MEM_FAIL;
    case IDA_ILL_INPUT:
      message += " (IDA_ILL_INPUT): IDA refused an argument.";
      return IDACI_ILL_INPUT;
    default:
      message += ": IDA refused the call.";
      return IDACI_ILL_INPUT;
  }
}

}  // namespace ida_consistent_init::integration
