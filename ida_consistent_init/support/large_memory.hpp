#pragma once
#include <cstddef>
#include <new>
#include <vector>

namespace ida_consistent_init::support {

/// The size of the pages that allocate_large asks for, in bytes.
constexpr std::size_t large_page = std::size_t{1} << 21;

/// At an address that is a multiple of large_page. The first touch of a page costs as much as some hundred operations
/// on it: Linux is asked to use few large pages. Throws std::bad_alloc.
void* allocate_large(std::size_t bytes);
void free_large(void* memory) noexcept;

/// For arrays that fill large pages, or half of one.
template <class T>
struct LargeAllocator
{
  using value_type = T;

  LargeAllocator() = default;
  template <class Other>
  LargeAllocator(const LargeAllocator<Other>& /*other*/) noexcept
  {
  }

  T* allocate(std::size_t count)
  {
    return static_cast<T*>(is_large(count) ? allocate_large(count * sizeof(T)) : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept
  {
    is_large(count) ? free_large(memory) : ::operator delete(memory);
  }
  bool operator==(const LargeAllocator&) const = default;

 private:
  static bool is_large(std::size_t count) { return count >= large_page / 2 / sizeof(T); }
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace ida_consistent_init::support
