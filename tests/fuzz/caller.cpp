#include "fuzz/caller.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "fuzz/arguments.hpp"

namespace fuzz {
namespace {

constexpr int most_heavy_calls = 5;

std::vector<double> copy_of(N_Vector vector)
{
  const auto values = example::values(vector);
  return {values.begin(), values.end()};
}

/// Bit by bit: NaN equals itself, -0 differs from 0.
bool same_bits(const std::vector<double>& before, N_Vector vector)
{
  return std::memcmp(before.data(), N_VGetArrayPointer(vector), before.size() * sizeof(double)) == 0;
}

bool is_finite(N_Vector vector)
{
  const auto values = example::values(vector);
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

double largest(N_Vector vector)
{
  double size = 0;
  for (const double value : example::values(vector)) size = std::max(size, std::abs(value));
  return size;
}

}  // namespace

void demand(bool kept, const char* rule)
{
  if (kept) return;
  std::fprintf(stderr, "broken rule: %s\n", rule);
  std::abort();
}

Caller::Caller(Bytes& bytes)
    : bytes_(bytes), sink_(std::fopen("/dev/null", "w")), read_only_(std::fopen("/dev/null", "r"))
{
  model_.kind = static_cast<Kind>(bytes.pick(static_cast<int>(Kind::count)));
  const Guess guess = guess_of(model_.kind);
  n_ = static_cast<int>(guess.y.size());
  y_ = example::serial_vector(guess.y, context_);
  yp_ = example::serial_vector(guess.yp, context_);
  const int opening = bytes.pick(4);
  if (opening >= 2) IDACIPrepareVector(y_.get());
  if (opening >= 1) init_ida();
  create();
}

/// Both orders of freeing are allowed.
Caller::~Caller()
{
  if (bytes_.pick(2) == 1) ida_.reset();
  IDACIFree(&ci_);
  demand(ci_ == nullptr, "IDACIFree sets the handle to NULL");
  IDACIFree(&ci_);
}

/// A flag of the header, and a message that can be read.
void Caller::answered(int flag) const
{
  demand(std::strcmp(IDACIGetReturnFlagName(flag), "NONE") != 0, "every answer is a documented flag");
  const char* message = IDACIGetLastMessage(ci_);
  demand(message != nullptr, "there always is a message");
  demand(flag >= 0 || message[0] != '\0', "every failure has a message");
}

bool Caller::has_unchanged_values(const std::vector<double>& y, const std::vector<double>& yp) const
{
  return same_bits(y, y_.get()) && same_bits(yp, yp_.get());
}

std::vector<unsigned char> Caller::memory_of_ida() const
{
  if (!has_ida_) return {};
  const auto* bytes = static_cast<const unsigned char*>(ida_.get());
  return {bytes, bytes + malloc_usable_size(ida_.get())};
}

void Caller::create()
{
  if (ci_ != nullptr) return;
  const int choice = bytes_.pick(16);
  const example::VectorHandle longer(N_VNew_Serial(n_ + 1, context_.get()));
  void* ida = choice % 2 == 0 ? ida_.get() : nullptr;
  ci_ = IDACICreate(ida, choice == 14 ? nullptr : residual, choice == 13 ? nullptr : y_.get(),
                    choice == 15 ? longer.get() : yp_.get(), choice == 12 ? nullptr : context_.get());
  demand(ci_ == nullptr || choice < 12, "IDACICreate refuses NULL and vectors of different length");
  has_ida_ = ci_ != nullptr && ida != nullptr;
  default_accuracy_ = true;
  if (ci_ != nullptr && bytes_.pick(16) != 15) answered(IDACISetUserData(ci_, &model_));
}

void Caller::free_handle()
{
  if (ci_ != nullptr && has_ida_) lost_its_handle_ = true;
  IDACIFree(&ci_);
  demand(ci_ == nullptr, "IDACIFree sets the handle to NULL");
  has_ida_ = false;
}

/// A handle made with IDA memory that is gone is good for nothing but IDACIFree.
void Caller::free_ida()
{
  ida_.reset();
  may_step_ = lost_its_handle_ = false;
  if (has_ida_) IDACIFree(&ci_);
  has_ida_ = false;
  if (ci_ != nullptr) answered(IDACISetLinearSolver(ci_, nullptr, nullptr));  // it borrows the solver
  solver_.reset();
  matrix_.reset();
}

void Caller::init_ida()
{
  if (ida_ != nullptr) return;
  ida_.reset(IDACreate(context_.get()));
  IDASetErrHandlerFn(
      ida_.get(), [](int, const char*, const char*, char*, void*) {}, nullptr);
  const int omitted = bytes_.pick(16);
  if (omitted == 15) return;
  may_step_ = IDAInit(ida_.get(), residual, 0, y_.get(), yp_.get()) == IDA_SUCCESS;
  IDASetUserData(ida_.get(), &model_);
  if (omitted != 14) IDASStolerances(ida_.get(), 1e-6, 1e-6);
  IDASetMaxNumSteps(ida_.get(), 200);
  if (omitted == 13) return;
  matrix_.reset(SUNDenseMatrix(n_, n_, context_.get()));
  solver_.reset(SUNLinSol_Dense(y_.get(), matrix_.get(), context_.get()));
  IDASetLinearSolver(ida_.get(), solver_.get(), matrix_.get());
  // IDA's own difference quotients divide by infinite residuals.
  IDASetJacFn(ida_.get(), jacobian);
}

void Caller::solve()
{
  if (++heavy_calls_ > most_heavy_calls) return;
  const std::vector<double> y = copy_of(y_.get()), yp = copy_of(yp_.get());
  const std::vector<unsigned char> memory = memory_of_ida();
  const int flag = IDACISolve(ci_);
  if (ci_ == nullptr) return demand(flag == IDACI_MEM_NULL, "without a handle there is nothing to solve");
  answered(flag);
  demand(flag <= 0, "IDACISolve answers IDACI_SUCCESS or a negative flag");
  if (flag < 0) {
    demand(has_unchanged_values(y, yp), "a failing IDACISolve leaves y0 and yp0 alone");
    demand(memory_of_ida() == memory, "a failing IDACISolve leaves ida_mem alone");
    return;
  }
  demand(is_finite(y_.get()) && is_finite(yp_.get()), "consistent values are finite");
  const bool other_model = model_.misdeed == Misdeed::wrong_numbers && !model_.once;
  if (!default_accuracy_ || other_model) return;
  constexpr double generous = 1e-3;
  const double size = 1 + largest(y_.get()) + largest(yp_.get());
  double t = 0;
  if (has_ida_) IDAGetCurrentTime(ida_.get(), &t);
  const double left = undisturbed_residual(model_.kind, t, y_.get(), yp_.get());
  if (left <= generous * size * size) return;
  std::fprintf(stderr, "model %d, misdeed %d, max |F| = %g at", static_cast<int>(model_.kind),
               static_cast<int>(model_.misdeed), left);
  for (const double value : copy_of(y_.get())) std::fprintf(stderr, " %.17g", value);
  for (const double value : copy_of(yp_.get())) std::fprintf(stderr, " %.17g'", value);
  demand(false, "after success F is about 0");
}

void Caller::check()
{
  if (++heavy_calls_ > most_heavy_calls) return;
  const std::vector<double> y = copy_of(y_.get()), yp = copy_of(yp_.get());
  const std::vector<unsigned char> memory = memory_of_ida();
  const int flag = IDACICheck(ci_);
  if (ci_ != nullptr) answered(flag);
  demand(has_unchanged_values(y, yp), "IDACICheck leaves y0 and yp0 alone");
  demand(memory_of_ida() == memory, "IDACICheck leaves ida_mem alone");
}

void Caller::project()
{
  if (++heavy_calls_ > most_heavy_calls) return;
  const int choice = bytes_.pick(4);
  const double t = choice == 0 ? bytes_.real() : 0;
  const example::VectorHandle y = choice == 1 ? any_vector(bytes_, n_, context_) : nullptr;
  const example::VectorHandle yp = choice == 1 ? any_vector(bytes_, n_, context_) : nullptr;
  const std::vector<unsigned char> memory = memory_of_ida();
  if (choice == 1) {
    const int flag = IDACIProject(ci_, t, y.get(), yp.get());
    if (ci_ != nullptr) answered(flag);
    return;
  }
  const std::vector<double> y_before = copy_of(y_.get()), yp_before = copy_of(yp_.get());
  const int flag = IDACIProject(ci_, t, y_.get(), yp_.get());
  if (ci_ != nullptr) answered(flag);
  if (flag < 0) demand(has_unchanged_values(y_before, yp_before), "a failing IDACIProject leaves y and yp alone");
  demand(memory_of_ida() == memory, "IDACIProject leaves ida_mem alone");
}

void Caller::step_ida()
{
  if (!may_step_ || lost_its_handle_ || ++heavy_calls_ > most_heavy_calls) return;
  const example::VectorHandle y(N_VClone(y_.get())), yp(N_VClone(yp_.get()));
  double reached = 0;
  const double end = 0.01 * (1 + bytes_.pick(100));
  for (int step = 1 + bytes_.pick(8); step > 0; --step) {
    // An exception of the model passes through IDA, which is C; IDA is not to be used any more.
    try {
      if (IDASolve(ida_.get(), end, &reached, y.get(), yp.get(), IDA_ONE_STEP) < 0) return;
    } catch (const std::exception&) {
      may_step_ = false;
      return;
    }
  }
}

void Caller::disturb_model()
{
  model_.misdeed = static_cast<Misdeed>(bytes_.pick(static_cast<int>(Misdeed::count)));
  model_.once = bytes_.pick(2) == 0;
  model_.good_calls = bytes_.next() % 200;
}

void Caller::change_guess()
{
  const int choice = bytes_.pick(4);
  const Guess guess = guess_of(model_.kind);
  for (int j = 0; j < n_; ++j) {
    N_VGetArrayPointer(y_.get())[j] = choice == 0 ? guess.y[j] : bytes_.real();
    N_VGetArrayPointer(yp_.get())[j] = choice < 2 ? guess.yp[j] : bytes_.real();
  }
}

void Caller::make_call()
{
  const int call = bytes_.next();
  if (call < 48) return solve();
  if (call < 56) return check();
  if (call < 72) return project();
  if (call < 78) return free_handle();
  if (call < 90) return create();
  if (call < 94) return free_ida();
  if (call < 102) return init_ida();
  if (call < 112) return step_ida();
  if (call < 124) return disturb_model();
  if (call < 136) return change_guess();
  if (call < 168) return set_problem(call);
  if (call < 200) return set_method(call);
  if (call < 216) return get_vectors(call);
  if (call < 228) return get_scalars(call);
  if (call < 236) return write_report();
  control_errors(call);
}

void run_call_sequence(std::span<const std::uint8_t> all)
{
  Bytes bytes(all);
  Caller caller(bytes);
  constexpr int most_calls = 40;
  for (int call = 0; call < most_calls && !bytes.at_end(); ++call) caller.make_call();
}

}  // namespace fuzz
