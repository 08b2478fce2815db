#pragma once
// The solves behind one IDACalcIC: what the program holds is held as far as hidden constraints allow.

#include <string>
#include <utility>
#include <vector>

#include "ida_consistent_init/dropin/program_memory.hpp"
#include "ida_consistent_init/solver/outlook.hpp"

namespace ida_consistent_init::dropin {

struct Guess
{
  double t0 = 0;
  void* user_data = nullptr;
  N_Vector y = nullptr, yp = nullptr;  // borrowed; not changed
};

// Throws support::Error for a call of this library that failed.
void require(int flag, IDACIMem ci);

// A handle without IDA memory for the program's residual, which starts from these vectors.
Handle new_handle(const ProgramMemory& memory, const Guess& guess, const Served& vectors);

class Attempts
{
 public:
  // icopt: IDA_YA_YDP_INIT or IDA_Y_INIT. Throws support::Error.
  Attempts(void* ida_mem, const ProgramMemory& memory, int icopt, const Guess& guess);

  // Whether examine() takes little time beside an integration. Without a Jacobian it evaluates the residual n times.
  bool is_cheap_to_examine() const;
  // To be called before all that follows.
  void examine();

  // Index of a structure that is regular at the guess, -1 where that cannot be said.
  int regular_index() const { return outlook_.regular_index; }

  // On success, and if hand_over, IDA starts from the values. Returns a flag of this library.
  int solve(bool hand_over);

  IDACIMem handle() const { return served_.consistent_init.get(); }
  // The last solve's handle and its vectors; nothing else may be called afterwards.
  Served release() { return std::move(served_); }

  // What had to change although the program holds it; empty if nothing.
  std::string released() const;

 private:
  Handle make_handle(bool with_jacobian) const;
  int try_holding(const std::vector<char>& held, bool with_jacobian, bool hand_over);
  int solve_with(bool with_jacobian, bool hand_over);
  std::vector<char> held_by_program() const;
  std::vector<char> unmoved(const std::vector<char>& held) const;
  bool has_jacobian() const;

  void* ida_mem_;
  const ProgramMemory& memory_;
  bool holds_derivatives_;
  Guess guess_;
  Served served_;  // of the last solve
  solver::Outlook outlook_;
  std::vector<char> wanted_;  // by the program: components of y, or of y', to be held
};

}  // namespace ida_consistent_init::dropin
