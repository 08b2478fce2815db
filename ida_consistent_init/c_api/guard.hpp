#pragma once
/// The border between C and C++: arguments are checked, exceptions end here.

#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "ida_consistent_init/c_api/handle.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/flags.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::c_api {

using support::Error;

/// Keeps text as the handle's message and returns flag; without memory for the text, the meaning of the flag.
inline int fail(IDACIMemRec& ci, int flag, const char* text) noexcept
{
  try {
    ci.message = text;
  } catch (...) {
    ci.message_without_memory = support::flag_text(flag);
  }
  return flag;
}

/// Runs body (returning a flag) for a handle; whatever it throws becomes a flag and the handle's message.
template <class Body>
int guarded(IDACIMem ci, Body body) noexcept
{
  if (ci == nullptr) return IDACI_MEM_NULL;
  try {
    ci->message.clear();
    ci->message_without_memory = nullptr;
    return body();
  } catch (const Error& error) {
    return fail(*ci, error.flag(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(*ci, IDACI_MEM_FAIL, "Memory could not be allocated.");
  } catch (const std::exception& exception) {
    return fail(*ci, IDACI_ILL_INPUT, exception.what());
  } catch (...) {
    return fail(*ci, IDACI_ILL_INPUT, "Something that is no std::exception was thrown inside the library.");
  }
}

/// Refuses a vector that is NULL, of another kind, or of another length than y0.
inline void require_vector(const IDACIMemRec& ci, N_Vector vector, const char* name)
{
  if (vector == nullptr) throw Error(IDACI_MEM_NULL, support::format("The vector {} is NULL.", name));
  if (!support::has_element_access(vector)) {
    throw Error(
        IDACI_NOT_SUPPORTED,
        support::format("The vector {} is no serial, OpenMP or Pthreads vector; others are not supported.", name));
  }
  if (support::length(vector) != ci.n) {
    throw Error(IDACI_ILL_INPUT,
                support::format("The vector {} has length {}, y0 has length {}.", name, support::length(vector), ci.n));
  }
  if (N_VGetArrayPointer(vector) == nullptr) {
    throw Error(IDACI_MEM_NULL, support::format("The vector {} has no memory for its elements.", name));
  }
}

inline void require_pointer(const void* pointer, const char* name)
{
  if (pointer == nullptr) throw Error(IDACI_MEM_NULL, support::format("The argument {} is NULL.", name));
}

/// The number behind an enumerator that C code passed; a C enum may hold any number, a C++ one may not be read then.
template <class Enumeration>
int number_of(const Enumeration& enumerator)
{
  static_assert(sizeof(Enumeration) == sizeof(int));
  int number = 0;
  std::memcpy(&number, &enumerator, sizeof number);
  return number;
}

inline void require(bool condition, const std::string& complaint)
{
  if (!condition) throw Error(IDACI_ILL_INPUT, complaint);
}

}  // namespace ida_consistent_init::c_api
