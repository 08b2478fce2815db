#include "ida_consistent_init/dropin/opaque_attempt.hpp"

#include "ida_consistent_init/c_api/handle.hpp"
#include "ida_consistent_init/methods/impulse/learned_offsets.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::dropin {

namespace {

methods::impulse::System system_of(const ProgramMemory& memory, const Guess& guess)
{
  methods::impulse::System system;
  system.residual = memory.residual;
  system.user_data = guess.user_data;
  system.t0 = guess.t0;
  system.guess_y = guess.y;
  system.guess_yp = guess.yp;
  return system;
}

}  // namespace

std::string OpaqueAttempt::why_not(const ProgramMemory& memory, int icopt)
{
  if (icopt != IDA_YA_YDP_INIT) return "the vectors show no elements, and IDA_Y_INIT needs them.";
  if (memory.linear_solver == nullptr) return "the vectors show no elements, and no linear solver is known.";
  if (memory.has_preconditioner_of_ida) {
    return "the vectors show no elements, and the preconditioner of IDA's module IDABBDPRE is for IDA only.";
  }
  return "";
}

OpaqueAttempt::OpaqueAttempt(void* ida_mem, const ProgramMemory& memory, const Guess& guess)
    : ida_mem_(ida_mem),
      memory_(memory),
      guess_(guess),
      served_{copy_of(guess.y), copy_of(guess.yp), nullptr},
      offsets_(methods::impulse::learned_offsets(system_of(memory, guess), memory.id.get()))
{
}

int OpaqueAttempt::solve()
{
  served_.consistent_init = new_handle(memory_, guess_, served_);
  IDACIMem ci = handle();
  if (memory_.jacobian != nullptr) require(IDACISetJacFn(ci, memory_.jacobian, memory_.matrix), ci);
  require(IDACISetLinearSolver(ci, memory_.linear_solver, memory_.matrix), ci);
  if (memory_.preconditioner_solve != nullptr) {
    require(IDACISetPreconditioner(ci, memory_.preconditioner_setup, memory_.preconditioner_solve), ci);
  }
  require(IDACISetOffsets(ci, offsets_.equation.get(), offsets_.variable.get()), ci);
  ci->ida_mem = ida_mem_;
  return IDACISolve(ci);
}

}  // namespace ida_consistent_init::dropin
