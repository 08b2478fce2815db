#include "ida_consistent_init/dropin/program_memory.hpp"

#include <array>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::dropin {

namespace {

// The only global state of the library: the program's calls carry nothing but its pointer to IDA memory.
struct Registry
{
  std::shared_mutex mutex;
  std::unordered_map<void*, std::shared_ptr<ProgramMemory>> memory;
};

// Never destroyed: what a program does not free cannot be freed after it, and destructors of static objects call IDA.
Registry& registry()
{
  static auto* const instance = new Registry;
  return *instance;
}

}  // namespace

void remember(void* ida_mem, const ProgramIda* ida, SUNContext context)
{
  auto memory = std::make_shared<ProgramMemory>();
  memory->ida = ida;
  memory->context = context;
  Registry& all = registry();
  const std::unique_lock lock(all.mutex);
  all.memory[ida_mem] = std::move(memory);
}

std::shared_ptr<ProgramMemory> memory_of(void* ida_mem) noexcept
{
  Registry& all = registry();
  const std::shared_lock lock(all.mutex);
  const auto entry = all.memory.find(ida_mem);
  return entry != all.memory.end() ? entry->second : nullptr;
}

std::shared_ptr<ProgramMemory> take(void* ida_mem) noexcept
{
  Registry& all = registry();
  const std::unique_lock lock(all.mutex);
  const auto entry = all.memory.find(ida_mem);
  if (entry == all.memory.end()) return nullptr;
  std::shared_ptr<ProgramMemory> memory = std::move(entry->second);
  all.memory.erase(entry);
  return memory;
}

support::VectorHandle copy_of(N_Vector vector)
{
  if (vector == nullptr) return nullptr;
  support::VectorHandle copy = support::clone(vector);
  N_VScale(1, vector, copy.get());
  return copy;
}

void say(const ErrorHandler& errors, int code, const char* text)
{
#if SUNDIALS_VERSION_MAJOR < 7
  if (errors.function != nullptr) {
    // The handler's argument is not const; what it is told may be that memory is short.
    std::array<char, 4096> message{};
    std::strncpy(message.data(), text, message.size() - 1);
    errors.function(code, "ida_consistent_init", "IDACalcIC", message.data(), errors.data);
    return;
  }
#endif
  if (errors.file == nullptr) return;
  std::fprintf(errors.file, "\n[ida_consistent_init %s]  IDACalcIC\n  %s\n\n",
               code == IDA_WARNING ? "WARNING" : "ERROR", text);
}

}  // namespace ida_consistent_init::dropin
