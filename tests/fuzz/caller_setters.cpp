#include <array>

#include "fuzz/arguments.hpp"
#include "fuzz/caller.hpp"
#include "fuzz/enumerations.h"

namespace fuzz {
namespace {

int count_down(int, int, sunrealtype, void* data)
{
  auto& left = *static_cast<int*>(data);
  return left-- > 0 ? 0 : 1;
}

}  // namespace

void Caller::set_problem(int which)
{
  const auto flags = [&] {
    return any_flags(bytes_, n_, context_);
  };
  switch (which % 11) {
    case 0:
      return answered(IDACISetUserData(ci_, bytes_.rarely(8) ? nullptr : &model_));
    case 1: {
      default_accuracy_ = false;  // the residual at success belongs to another time
      return answered(IDACISetInitialTime(ci_, bytes_.real()));
    }
    case 2: {
      const example::MatrixHandle matrix = any_matrix(bytes_, n_, context_);
      return answered(IDACISetJacFn(ci_, bytes_.rarely(4) ? nullptr : jacobian, matrix.get()));
    }
    case 3:
      return answered(IDACISetSparsity(ci_, any_matrix(bytes_, n_, context_).get()));
    case 4:
      return answered(IDACISetFixed(ci_, flags().get()));
    case 5:
      return answered(IDACISetFixedDerivatives(ci_, flags().get()));
    case 6:
      return answered(IDACISetWeights(ci_, any_vector(bytes_, n_, context_).get()));
    case 7:
      return answered(IDACISetConstraints(ci_, flags().get()));
    case 8: {
      const int count = bytes_.pick(5) - 1;
      return answered(IDACISetConditions(ci_, count, bytes_.rarely(8) ? nullptr : condition));
    }
    case 9:
      return answered(IDACISetTaylorFn(ci_, bytes_.rarely(4) ? nullptr : taylor));
    default:
      return set_names();
  }
}

void Caller::set_names()
{
  static constexpr std::array names{"x", "", "{}", "%s%n", "<b>&\"'\\", "\xff\xfe", "a\nb", "\xce\xb1"};
  std::vector<const char*> variables, equations;
  for (int k = 0; k < n_; ++k) {
    variables.push_back(names[static_cast<std::size_t>(bytes_.pick(static_cast<int>(names.size())))]);
    equations.push_back(bytes_.rarely(32) ? nullptr : variables.back());
  }
  const int choice = bytes_.pick(4);
  answered(IDACISetNames(ci_, choice == 0 ? nullptr : variables.data(), choice == 1 ? nullptr : equations.data()));
}

void Caller::set_offsets()
{
  const example::VectorHandle c = any_flags(bytes_, n_, context_), d = any_flags(bytes_, n_, context_);
  answered(IDACISetOffsets(ci_, c.get(), d.get()));
}

void Caller::set_method(int which)
{
  switch (which % 13) {
    case 0:
      return answered(set_method_number(ci_, bytes_.whole()));
    case 1:
      return answered(IDACISetIndex(ci_, bytes_.whole()));
    case 2:
      return answered(IDACISetMaxIndex(ci_, bytes_.whole()));
    case 3:
      return set_offsets();
    case 4:
      answered(IDACISetLinearSolver(ci_, solver_.get(), matrix_.get()));
      return answered(IDACISetPreconditioner(ci_, nullptr, nullptr));
    case 5:
      return answered(IDACISetDifferenceOrder(ci_, bytes_.whole()));
    case 6:
      return answered(set_difference_kind_number(ci_, bytes_.whole()));
    case 7: {
      default_accuracy_ = false;
      const double rtol = bytes_.real();
      return answered(IDACISetTolerances(ci_, rtol, bytes_.real()));
    }
    case 8: {
      const int iterations = bytes_.whole();
      answered(IDACISetMaxIters(ci_, iterations));
      constexpr int most = 100;  // whoever asks for two thousand million iterations gets them
      return answered(iterations > most ? IDACISetMaxIters(ci_, most) : IDACI_SUCCESS);
    }
    case 9: {
      default_accuracy_ = false;  // IDA's start is not consistent by design
      return answered(IDACISetEulerStart(ci_, bytes_.real()));
    }
    case 10:
      return answered(IDACISetInfoFile(ci_, bytes_.rarely(4) ? nullptr : sink_.get()));
    case 11:
      return answered(IDACISetAlgebraicDerivatives(ci_, bytes_.whole()));
    default:
      monitor_calls_left_ = bytes_.next();
      return answered(IDACISetMonitorFn(ci_, bytes_.rarely(4) ? nullptr : count_down, &monitor_calls_left_));
  }
}

}  // namespace fuzz
