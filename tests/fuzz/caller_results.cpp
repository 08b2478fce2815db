#include "fuzz/arguments.hpp"
#include "fuzz/caller.hpp"
#include "fuzz/enumerations.h"

namespace fuzz {

void Caller::get_vectors(int which)
{
  const example::VectorHandle first = any_vector(bytes_, n_, context_);
  const example::VectorHandle other = bytes_.pick(2) == 1 ? any_vector(bytes_, n_, context_) : nullptr;
  N_Vector second = other != nullptr ? other.get() : first.get();  // the same vector twice is allowed
  switch (which % 6) {
    case 0:
      return answered(IDACIGetConsistentIC(ci_, first.get(), second));
    case 1:
      return answered(IDACIGetDerivative(ci_, bytes_.whole(), first.get()));
    case 2:
      answered(IDACIGetOffsets(ci_, first.get(), second));
      return answered(IDACIGetVariableIndex(ci_, first.get()));
    case 3:
      return answered(IDACIGetDetermined(ci_, first.get()));
    case 4:
      return answered(IDACIGetDerivativesDetermined(ci_, first.get()));
    default:
      return answered(IDACIGetErrorEstimate(ci_, first.get(), second));
  }
}

void Caller::get_scalars(int which)
{
  const bool null = bytes_.rarely(8);
  int index = 0;
  long int count = 0;
  double explicit_norm = 0, hidden_norm = 0;
  IDACIMethod method = IDACI_AUTO;
  long int* count_at = null ? nullptr : &count;
  switch (which % 7) {
    case 0:
      return answered(IDACIGetIndex(ci_, null ? nullptr : &index));
    case 1:
      return answered(IDACIGetDegreesOfFreedom(ci_, count_at));
    case 2:
      return answered(IDACIGetResidualNorms(ci_, null ? nullptr : &explicit_norm, &hidden_norm));
    case 3:
      return answered(IDACIGetMethodUsed(ci_, null ? nullptr : &method));
    case 4:
      return answered(IDACIGetNumResEvals(ci_, count_at));
    case 5:
      return answered(IDACIGetNumJacEvals(ci_, count_at));
    default:
      return answered(IDACIGetNumFactorizations(ci_, count_at));
  }
}

void Caller::write_report()
{
  const int number = bytes_.whole(), choice = bytes_.pick(8);
  std::FILE* out = choice == 7 ? nullptr : choice == 6 ? read_only_.get() : sink_.get();
  const int flag = write_report_number(ci_, out, number);
  answered(flag);
  demand(flag != IDACI_SUCCESS || choice < 6, "a report that cannot be written is no success");
}

void Caller::control_errors(int which)
{
  switch (which % 6) {
    case 0:
      return answered(IDACISetVariableIndex(ci_, any_flags(bytes_, n_, context_).get()));
    case 1:
      return answered(IDACISetErrorControl(ci_, bytes_.whole()));
    case 2:
      return answered(IDACIScaleLinearSolver(ci_, bytes_.rarely(8) ? nullptr : solver_.get()));
    case 3: {
      const example::VectorHandle y = any_vector(bytes_, n_, context_), weights = any_vector(bytes_, n_, context_);
      return answered(IDACIComputeErrorWeights(ci_, y.get(), weights.get()));
    }
    case 4:
      demand(IDACIGetReturnFlagName(bytes_.whole()) != nullptr, "every number has a name");
      return demand(IDACIGetLastMessage(nullptr) != nullptr, "there always is a message");
    default:
      return answered(IDACIAttachErrorControl(ci_));
  }
}

}  // namespace fuzz
