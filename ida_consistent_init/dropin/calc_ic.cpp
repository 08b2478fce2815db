#include "ida_consistent_init/dropin/calc_ic.hpp"

#include <string>
#include <utility>

#include "ida_consistent_init/c_api/handle.hpp"
#include "ida_consistent_init/dropin/attempts.hpp"
#include "ida_consistent_init/dropin/opaque_attempt.hpp"
#include "ida_consistent_init/dropin/report_file.hpp"
#include "ida_consistent_init/dropin/settings.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::dropin {

namespace {

int ida_flag_of(int flag)
{
  switch (flag) {
    case IDACI_SUCCESS:
      return IDA_SUCCESS;
    case IDACI_MEM_NULL:
      return IDA_MEM_NULL;
    case IDACI_MEM_FAIL:
      return IDA_MEM_FAIL;
    case IDACI_RES_FAIL:
      return IDA_RES_FAIL;
    case IDACI_RES_NOT_FINITE:
      return IDA_FIRST_RES_FAIL;
    case IDACI_JAC_FAIL:
    case IDACI_STRUCTURALLY_SINGULAR:
      return IDA_LSETUP_FAIL;
    case IDACI_CONSTRAINT_FAIL:
      return IDA_CONSTR_FAIL;
    case IDACI_OVERDETERMINED:
    case IDACI_CONV_FAIL:
    case IDACI_VERIFY_FAIL:
      return IDA_CONV_FAIL;
    default:
      return IDA_ILL_INPUT;
  }
}

// IDA's texts go nowhere while one lives: an attempt of IDACalcIC that this library makes good is no error.
class QuietIda
{
 public:
  QuietIda(void* ida_mem, const ProgramMemory& memory) : ida_mem_(ida_mem), memory_(memory)
  {
#if SUNDIALS_VERSION_MAJOR < 7
    if (memory.errors.function != nullptr) {
      memory.ida->IDASetErrHandlerFn(
          ida_mem, [](int, const char*, const char*, char*, void*) {}, nullptr);
    } else {
      memory.ida->IDASetErrFile(ida_mem, nullptr);
    }
#endif
  }
  ~QuietIda()
  {
#if SUNDIALS_VERSION_MAJOR < 7
    const ErrorHandler& errors = memory_.errors;
    if (errors.function != nullptr) {
      memory_.ida->IDASetErrHandlerFn(ida_mem_, errors.function, errors.data);
    } else {
      memory_.ida->IDASetErrFile(ida_mem_, errors.file);
    }
#endif
  }
  QuietIda(const QuietIda&) = delete;
  QuietIda& operator=(const QuietIda&) = delete;

 private:
  void* ida_mem_;
  const ProgramMemory& memory_;
};

class Call
{
 public:
  Call(void* ida_mem, ProgramMemory& memory, int icopt, sunrealtype tout1, Settings settings)
      : ida_mem_(ida_mem), memory_(memory), icopt_(icopt), tout1_(tout1), settings_(std::move(settings))
  {
  }

  int operator()();

 private:
  int ida_calc_ic() { return memory_.ida->IDACalcIC(ida_mem_, icopt_, tout1_); }
  [[nodiscard]] N_Vector vector_of_ida() const;
  [[nodiscard]] bool has_sensitivities() const;
  [[nodiscard]] std::string why_forwarded(N_Vector like) const;
  int forward(const std::string& reason);
  int quiet_ida_calc_ic();
  int serve(N_Vector like);
  int serve_elements(const Guess& guess);
  int serve_opaque(const Guess& guess);
  int keep_answer_of_ida(Attempts& attempts, int flag, bool examined);
  template <class Attempt>
  int succeed(Attempt& attempt, const std::string& remark);
  template <class Attempt>
  int fail(Attempt& attempt, int flag, int flag_of_ida);
  [[nodiscard]] bool solves_iteratively() const;
  void attach_error_control(Served served);
  void restore_nonlinear_options();
  void report(IDACIMem ci, const std::string& remark);
  void warn(const std::string& text) const
  {
    if (!text.empty()) say(memory_.errors, IDA_WARNING, text.c_str());
  }

  void* ida_mem_;
  ProgramMemory& memory_;
  int icopt_;
  sunrealtype tout1_;
  Settings settings_;
};

int Call::operator()()
{
  warn(settings_.complaint);
  N_Vector like = vector_of_ida();
  const std::string reason = why_forwarded(like);
  return reason.empty() ? serve(like) : forward(reason);
}

// One of IDA's own vectors, as a template: the program's may be gone. NULL before IDAInit.
N_Vector Call::vector_of_ida() const
{
  sunrealtype t = 0, cj = 0;
  N_Vector predicted = nullptr, yp_predicted = nullptr, y = nullptr, yp = nullptr, residual = nullptr;
  void* user_data = nullptr;
  memory_.ida->IDAGetNonlinearSystemData(ida_mem_, &t, &predicted, &yp_predicted, &y, &yp, &residual, &cj, &user_data);
  return predicted;
}

// IDAS calls it an error to ask where there are none.
bool Call::has_sensitivities() const
{
  const auto count_residuals = memory_.ida->IDAGetNumResEvalsSens;
  if (count_residuals == nullptr) return false;
  const QuietIda quiet(ida_mem_, memory_);
  long int count = 0;
  return count_residuals(ida_mem_, &count) == IDA_SUCCESS;
}

// Empty: it is not.
std::string Call::why_forwarded(N_Vector like) const
{
  if (memory_.residual == nullptr || like == nullptr) return "its IDAInit was not seen.";
  if (icopt_ != IDA_YA_YDP_INIT && icopt_ != IDA_Y_INIT) return "the option icopt is none of IDA's.";
  if (icopt_ == IDA_YA_YDP_INIT && memory_.id == nullptr) return "IDA_YA_YDP_INIT needs IDASetId.";
  std::string opaque = support::has_element_access(like) ? "" : OpaqueAttempt::why_not(memory_, icopt_);
  if (!opaque.empty()) return opaque;
  sunrealtype t0 = 0;
  memory_.ida->IDAGetCurrentTime(ida_mem_, &t0);
  if (t0 == tout1_) return "tout1 is the initial time.";
  if (has_sensitivities()) {
    return "the sensitivities need consistent initial values as well.";
  }
  return "";
}

int Call::forward(const std::string& reason)
{
  if (!settings_.report.empty()) warn(write_report_of_forwarding(reason, settings_.report));
  if (settings_.mode == Mode::force) warn("IDACalcIC is left to IDA: " + reason);
  return ida_calc_ic();
}

int Call::serve(N_Vector like)
{
  const support::VectorHandle y = support::clone(like);
  const support::VectorHandle yp = support::clone(like);
  Guess guess;
  guess.y = y.get();
  guess.yp = yp.get();
  if (memory_.ida->IDAGetConsistentIC(ida_mem_, guess.y, guess.yp) != IDA_SUCCESS) {
    return forward("IDA has already taken steps from its initial values.");
  }
  memory_.ida->IDAGetCurrentTime(ida_mem_, &guess.t0);
  memory_.ida->IDAGetUserData(ida_mem_, &guess.user_data);
  return support::has_element_access(like) ? serve_elements(guess) : serve_opaque(guess);
}

int Call::quiet_ida_calc_ic()
{
  const QuietIda quiet(ida_mem_, memory_);
  return ida_calc_ic();
}

int Call::serve_elements(const Guess& guess)
{
  Attempts attempts(ida_mem_, memory_, icopt_, guess);
  const bool examined = settings_.mode == Mode::force || attempts.is_cheap_to_examine();
  if (examined) attempts.examine();
  const bool low_index = attempts.regular_index() == 0 || attempts.regular_index() == 1;
  const bool ida_first = settings_.mode == Mode::automatic && (low_index || !examined);
  int flag_of_ida = IDA_SUCCESS;
  if (ida_first) {
    flag_of_ida = quiet_ida_calc_ic();
    if (flag_of_ida >= 0) return keep_answer_of_ida(attempts, flag_of_ida, examined);
  }
  if (!examined) attempts.examine();
  const int flag = attempts.solve(true);
  return flag >= 0 ? succeed(attempts, attempts.released()) : fail(attempts, flag, flag_of_ida);
}

int Call::serve_opaque(const Guess& guess)
{
  OpaqueAttempt attempt(ida_mem_, memory_, guess);
  const bool ida_first = settings_.mode == Mode::automatic && attempt.has_index_1();
  // Preconditioners of programs ask IDA for its error weights, which it has not before it has tried.
  int flag_of_ida = IDA_SUCCESS;
  if (ida_first || memory_.preconditioner_solve != nullptr) flag_of_ida = quiet_ida_calc_ic();
  if (ida_first && flag_of_ida >= 0) {
    if (!settings_.report.empty()) {
      warn(
          write_report_of_forwarding("the index is 1, it succeeded, and its answer was kept; IDA_CONSISTENT_INIT=force "
                                     "replaces it.",
                                     settings_.report));
    }
    return flag_of_ida;
  }
  const int flag = attempt.solve();
  return flag >= 0 ? succeed(attempt, "") : fail(attempt, flag, flag_of_ida);
}

int Call::keep_answer_of_ida(Attempts& attempts, int flag, bool examined)
{
  if (settings_.report.empty()) return flag;
  if (!examined) {
    warn(write_report_of_forwarding("the system is large, and it succeeded; IDA_CONSISTENT_INIT=force examines it.",
                                    settings_.report));
    return flag;
  }
  attempts.solve(false);
  report(attempts.handle(),
         "The index is below 2 and IDACalcIC succeeded: its answer was kept (IDA_CONSISTENT_INIT=force takes "
         "the values of this report instead).");
  return flag;
}

template <class Attempt>
int Call::succeed(Attempt& attempt, const std::string& remark)
{
  warn(remark);
  const bool is_high = attempt.handle()->result->index >= 2;
  report(attempt.handle(), remark);
  if (is_high && settings_.error_control != ErrorControlChoice::off) attach_error_control(attempt.release());
  return IDA_SUCCESS;
}

template <class Attempt>
int Call::fail(Attempt& attempt, int flag, int flag_of_ida)
{
  const std::string text = IDACIGetLastMessage(attempt.handle());
  report(attempt.handle(), "");
  if (settings_.mode == Mode::force) {
    say(memory_.errors, ida_flag_of(flag), text.c_str());
    return ida_flag_of(flag);
  }
  const bool asked_already = flag_of_ida < 0;
  const int answer = asked_already ? flag_of_ida : ida_calc_ic();
  if (answer < 0) {
    say(memory_.errors, answer,
        support::format("Neither IDACalcIC nor ida_consistent_init found consistent values. ({}: {})",
                        IDACIGetReturnFlagName(flag), text)
            .c_str());
  } else if (settings_.error_control == ErrorControlChoice::on && attempt.handle()->result &&
             attempt.handle()->result->index >= 2) {
    attach_error_control(attempt.release());
  }
  return answer;
}

// Krylov solvers stop at a part of IDA's own tolerance: too early for the tighter Newton test of the attached control,
// which then fails step after step. Of index 2 they need no more than that the algebraic variables are not tested.
bool Call::solves_iteratively() const
{
  return memory_.linear_solver != nullptr && SUNLinSolGetType(memory_.linear_solver) == SUNLINEARSOLVER_ITERATIVE;
}

void Call::attach_error_control(Served served)
{
  if (memory_.has_own_nonlinear_solver) {
    warn("The error control for index 2 and higher was left out: the program has set a nonlinear solver of its own.");
    return;
  }
  if (served.consistent_init->result->index == 2 && memory_.id != nullptr && solves_iteratively()) {
    memory_.ida->IDASetSuppressAlg(ida_mem_, SUNTRUE);
    return;
  }
  served.consistent_init->ida_mem = ida_mem_;
  IDACIMem ci = served.consistent_init.get();
  memory_.attached.push_back(std::move(served));
  if (IDACIAttachErrorControl(ci) < 0) {
    warn(std::string("The error control for index 2 and higher was left out: ") + IDACIGetLastMessage(ci));
    return;
  }
  memory_.error_control_attached = true;
  memory_.attached.erase(memory_.attached.begin(), memory_.attached.end() - 1);
  restore_nonlinear_options();
}

// A new nonlinear solver has IDA's defaults.
void Call::restore_nonlinear_options()
{
  if (memory_.most_nonlinear_iterations) {
    memory_.ida->IDASetMaxNonlinIters(ida_mem_, *memory_.most_nonlinear_iterations);
  }
  if (memory_.nonlinear_residual) memory_.ida->IDASetNlsResFn(ida_mem_, *memory_.nonlinear_residual);
}

void Call::report(IDACIMem ci, const std::string& remark)
{
  if (settings_.report.empty() || ci == nullptr || !ci->result) return;
  if (!remark.empty()) ci->result->messages.push_back(remark);
  warn(write_report(ci, settings_.report));
}

}  // namespace

// What goes wrong on our side is no reason for a program to fail that would not do so without us.
int calc_ic(void* ida_mem, ProgramMemory& memory, int icopt, sunrealtype tout1)
{
  const PassThrough our_calls_go_to_ida;
  Mode mode = Mode::off;
  int flag = IDA_MEM_FAIL;
  try {
    Settings settings = read_settings();
    mode = settings.mode;
    if (mode != Mode::off) return Call(ida_mem, memory, icopt, tout1, std::move(settings))();
  } catch (const support::Error& error) {
    flag = ida_flag_of(error.flag());
    say(memory.errors, mode == Mode::force ? flag : IDA_WARNING, error.what());
  } catch (...) {
    // Memory is short, or the residual has thrown in a call of IDA's, which it will do again.
    if (mode == Mode::force) say(memory.errors, flag, "Memory is short.");
  }
  return mode == Mode::force ? flag : memory.ida->IDACalcIC(ida_mem, icopt, tout1);
}

}  // namespace ida_consistent_init::dropin
