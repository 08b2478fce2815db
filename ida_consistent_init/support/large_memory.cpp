#include "ida_consistent_init/support/large_memory.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace ida_consistent_init::support {

void* allocate_large(std::size_t bytes)
{
  const std::size_t whole_pages = (bytes + large_page - 1) / large_page * large_page;
  void* memory = ::operator new(whole_pages, std::align_val_t(large_page));
#ifdef MADV_HUGEPAGE
  // A wish: where the system does not grant it, the memory is as good, only slower at first.
  madvise(memory, whole_pages, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_large(void* memory) noexcept
{
  ::operator delete(memory, std::align_val_t(large_page));
}

}  // namespace ida_consistent_init::support
