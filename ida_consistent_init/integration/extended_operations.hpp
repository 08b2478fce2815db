#pragma once
// SUNDIALS objects own a table of operations that is freed with free(). A longer table, with our own data behind the
// operations, ties data to one object in a public way: the object works as before and frees the table itself.

#include <cstdlib>
#include <new>
#include <type_traits>

namespace ida_consistent_init::integration {

template <class Operations, class Data>
struct ExtendedOperations
{
  Operations operations;  // first, so that the address of the table is that of its operations
  Data data;
};

// Replaces the table of operations of object by a longer one with these data; false when memory is short.
template <class Object, class Data>
bool extend_operations(Object* object, const Data& data)
{
  using Operations = std::remove_pointer_t<decltype(object->ops)>;
  static_assert(std::is_trivially_copyable_v<Data>, "the table is freed without a destructor");
  void* longer = std::realloc(object->ops, sizeof(ExtendedOperations<Operations, Data>));
  if (longer == nullptr) return false;
  object->ops = static_cast<Operations*>(longer);
  new (&reinterpret_cast<ExtendedOperations<Operations, Data>*>(longer)->data) Data(data);
  return true;
}

// Data of an object that extend_operations has extended with this type.
template <class Data, class Object>
Data& extension(Object* object)
{
  using Operations = std::remove_pointer_t<decltype(object->ops)>;
  return reinterpret_cast<ExtendedOperations<Operations, Data>*>(object->ops)->data;
}

}  // namespace ida_consistent_init::integration
