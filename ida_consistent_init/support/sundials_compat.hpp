#pragma once
/// Differences between SUNDIALS 6.4 and 7.x, in one place.
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_types.h>

namespace ida_consistent_init::support {

#if SUNDIALS_VERSION_MAJOR >= 7
inline int create_context(SUNContext* context)
{
  return SUNContext_Create(SUN_COMM_NULL, context);
}
#else
inline int create_context(SUNContext* context)
{
  return SUNContext_Create(nullptr, context);
}
#endif

}  // namespace ida_consistent_init::support
