#pragma once
// The solve behind one IDACalcIC for vectors that show no elements: by the method impulse, with the linear solver that
// the program has given to IDA.

#include <string>
#include <utility>

#include "ida_consistent_init/dropin/attempts.hpp"
#include "ida_consistent_init/dropin/program_memory.hpp"
#include "ida_consistent_init/methods/impulse/system.hpp"

namespace ida_consistent_init::dropin {

class OpaqueAttempt
{
 public:
  // Learns the offsets from the residual. memory: with an id. Throws support::Error.
  OpaqueAttempt(void* ida_mem, const ProgramMemory& memory, const Guess& guess);

  // Empty: the method can be tried.
  static std::string why_not(const ProgramMemory& memory, int icopt);

  // Index 2 otherwise.
  bool has_index_1() const { return offsets_.largest_equation == 0; }

  // On success IDA starts from the values. Returns a flag of this library.
  int solve();

  IDACIMem handle() const { return served_.consistent_init.get(); }
  // The handle and its vectors; nothing else may be called afterwards.
  Served release() { return std::move(served_); }

 private:
  void* ida_mem_;
  const ProgramMemory& memory_;
  Guess guess_;
  Served served_;
  methods::impulse::VectorOffsets offsets_;
};

}  // namespace ida_consistent_init::dropin
