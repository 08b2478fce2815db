// The functions of IDA that the core calls, for the core inside the drop-in: each goes to the library that the memory
// is from. They are hidden (exports.map), so that the program's own calls do not come here.
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include "ida_consistent_init/dropin/program_memory.hpp"

namespace dropin = ida_consistent_init::dropin;

namespace {

template <class Call>
int call_ida_of(void* ida_mem, Call call)
{
  const auto memory = dropin::memory_of(ida_mem);
  return memory ? call(*memory->ida) : IDA_MEM_NULL;
}

}  // namespace

extern "C" {

int IDAReInit(void* ida_mem, sunrealtype t0, N_Vector y0, N_Vector yp0)
{
  return call_ida_of(ida_mem, [&](const auto& ida) { return ida.IDAReInit(ida_mem, t0, y0, yp0); });
}

int IDASetInitStep(void* ida_mem, sunrealtype h)
{
  return call_ida_of(ida_mem, [&](const auto& ida) { return ida.IDASetInitStep(ida_mem, h); });
}

int IDAGetNonlinearSystemData(void* ida_mem, sunrealtype* t, N_Vector* y_predicted, N_Vector* yp_predicted, N_Vector* y,
                              N_Vector* yp, N_Vector* residual, sunrealtype* cj, void** user_data)
{
  return call_ida_of(ida_mem, [&](const auto& ida) {
    return ida.IDAGetNonlinearSystemData(ida_mem, t, y_predicted, yp_predicted, y, yp, residual, cj, user_data);
  });
}

#define IDACI_GETTER(name, pointer)                                                         \
  int name(void* ida_mem, pointer value)                                                    \
  {                                                                                         \
    return call_ida_of(ida_mem, [&](const auto& ida) { return ida.name(ida_mem, value); }); \
  }
IDACI_GETTER(IDAGetUserData, void**)
IDACI_GETTER(IDAGetCurrentTime, sunrealtype*)
IDACI_GETTER(IDAGetCurrentStep, sunrealtype*)
IDACI_GETTER(IDAGetCurrentCj, sunrealtype*)
IDACI_GETTER(IDAGetNumSteps, long int*)
IDACI_GETTER(IDAGetNumLinIters, long int*)
IDACI_GETTER(IDAGetNumLinSolvSetups, long int*)
IDACI_GETTER(IDAGetNumNonlinSolvIters, long int*)
#undef IDACI_GETTER

}  // extern "C"
