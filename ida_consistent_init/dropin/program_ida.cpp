#include "ida_consistent_init/dropin/program_ida.hpp"

#include <dlfcn.h>
#include <ida/ida_ls.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <vector>

namespace ida_consistent_init::dropin {

namespace {

const void* base_of(const void* address)
{
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// Any address within the drop-in.
const void* own_base()
{
  static const void* const base = base_of(reinterpret_cast<const void*>(&find_program_ida));
  return base;
}

// The library that holds the address, as a handle for dlsym, which looks there and in what the library was linked
// with. The handle is kept: a library whose functions are in use must stay loaded. NULL for the program itself.
void* handle_of(const void* address)
{
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return nullptr;
  return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

// A plugin may have brought an IDA of its own, which is not in the global order of symbols; where the caller was linked
// with an IDA, that is the one. Else it is the next one in that order.
void* find_original(const char* name, const void* caller)
{
  if (void* library = handle_of(caller)) {
    void* found = dlsym(library, name);
    if (found != nullptr && base_of(found) != own_base()) return found;
  }
  return dlsym(RTLD_NEXT, name);
}

// All functions of the library that IDACreate is from.
std::unique_ptr<ProgramIda> functions_beside(void* create)
{
  auto ida = std::make_unique<ProgramIda>();
  ida->base = base_of(create);
  void* library = handle_of(create);
  const auto find = [library](const char* name) {
    return library != nullptr ? dlsym(library, name) : dlsym(RTLD_NEXT, name);
  };
  bool complete = true;
#define IDACI_FIND(name)                                        \
  ida->name = reinterpret_cast<decltype(&::name)>(find(#name)); \
  complete = complete && ida->name != nullptr;
  IDACI_PROGRAM_FUNCTIONS(IDACI_FIND)
#undef IDACI_FIND
  ida->IDAGetNumResEvalsSens = reinterpret_cast<decltype(ida->IDAGetNumResEvalsSens)>(find("IDAGetNumResEvalsSens"));
  return complete ? std::move(ida) : nullptr;
}

}  // namespace

// The libraries found so far are process-wide, because the program's calls carry nothing in which to keep them. Never
// destroyed: programs call IDA from destructors of static objects as well.
const ProgramIda* find_program_ida(const void* caller) noexcept
try {
  static auto* const mutex = new std::mutex;
  static auto* const found = new std::vector<std::unique_ptr<ProgramIda>>;
  void* create = find_original("IDACreate", caller);
  if (create == nullptr) return nullptr;
  const void* base = base_of(create);
  const std::lock_guard lock(*mutex);
  for (const auto& ida : *found) {
    if (ida->base == base) return ida.get();
  }
  std::unique_ptr<ProgramIda> ida = functions_beside(create);
  if (!ida) return nullptr;
  found->push_back(std::move(ida));
  return found->back().get();
} catch (...) {
  return nullptr;
}

bool is_part_of(const ProgramIda& ida, const void* caller) noexcept
{
  return base_of(caller) == ida.base;
}

}  // namespace ida_consistent_init::dropin
