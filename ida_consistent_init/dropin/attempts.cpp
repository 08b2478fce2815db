#include "ida_consistent_init/dropin/attempts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ida_consistent_init/c_api/handle.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::dropin {

namespace {

// Distance weight of algebraic components beside 1 for differential ones: what is held moves last, and only where the
// constraints leave no other way.
constexpr double weight_of_algebraic = 1e-3;

bool any(const std::vector<char>& mask)
{
  return std::find(mask.begin(), mask.end(), 1) != mask.end();
}

// Failures that held components can be the reason of.
bool may_come_from_holding(int flag)
{
  return flag == IDACI_OVERDETERMINED || flag == IDACI_CONV_FAIL || flag == IDACI_VERIFY_FAIL ||
         flag == IDACI_CONSTRAINT_FAIL;
}

// Failures that a wrong Jacobian can be the reason of; Newton's method of IDA gets along with approximate ones.
bool may_come_from_jacobian(int flag)
{
  return may_come_from_holding(flag) || flag == IDACI_JAC_FAIL || flag == IDACI_STRUCTURALLY_SINGULAR ||
         flag == IDACI_NOT_SUPPORTED || flag == IDACI_INDEX_TOO_HIGH;
}

}  // namespace

void require(int flag, IDACIMem ci)
{
  if (flag < 0) throw support::Error(flag, IDACIGetLastMessage(ci));
}

Handle new_handle(const ProgramMemory& memory, const Guess& guess, const Served& vectors)
{
  Handle ci(IDACICreate(nullptr, memory.residual, vectors.y.get(), vectors.yp.get(), memory.context));
  if (!ci) throw support::Error(IDACI_MEM_FAIL, "A working vector could not be allocated.");
  require(IDACISetInitialTime(ci.get(), guess.t0), ci.get());
  require(IDACISetUserData(ci.get(), guess.user_data), ci.get());
  return ci;
}

Attempts::Attempts(void* ida_mem, const ProgramMemory& memory, int icopt, const Guess& guess)
    : ida_mem_(ida_mem),
      memory_(memory),
      holds_derivatives_(icopt == IDA_Y_INIT),
      guess_(guess),
      served_{copy_of(guess.y), copy_of(guess.yp), nullptr}
{
  served_.consistent_init = make_handle(has_jacobian());
}

bool Attempts::is_cheap_to_examine() const
{
  constexpr int most_unknowns_by_residual = 5000;  // 0.3 s for a cheap residual
  constexpr int most_unknowns_by_jacobian = 100000;
  return support::length(guess_.y) <= (has_jacobian() ? most_unknowns_by_jacobian : most_unknowns_by_residual);
}

void Attempts::examine()
{
  outlook_ = solver::look_ahead(c_api::problem_of(*handle(), guess_.t0, guess_.y, guess_.yp), handle()->options);
  wanted_ = held_by_program();
}

// Of a kind that this library reads; a program may have a kind of its own.
bool Attempts::has_jacobian() const
{
  if (memory_.jacobian == nullptr || memory_.matrix == nullptr) return false;
  const SUNMatrix_ID id = SUNMatGetID(memory_.matrix);
  return id == SUNMATRIX_DENSE || id == SUNMATRIX_BAND || id == SUNMATRIX_SPARSE;
}

std::vector<char> Attempts::held_by_program() const
{
  std::vector<char> held(support::length(guess_.y), 0);
  if (memory_.id != nullptr) {
    const auto id = support::view(memory_.id.get());
    for (std::size_t j = 0; j < held.size(); ++j) held[j] = id[static_cast<Eigen::Index>(j)] != 0 ? 1 : 0;
  } else if (holds_derivatives_ && !outlook_.derivative_occurs.empty()) {
    held = outlook_.derivative_occurs;
  }
  return held;
}

Handle Attempts::make_handle(bool with_jacobian) const
{
  Handle ci = new_handle(memory_, guess_, served_);
  if (with_jacobian) require(IDACISetJacFn(ci.get(), memory_.jacobian, memory_.matrix), ci.get());
  if (memory_.constraints) require(IDACISetConstraints(ci.get(), memory_.constraints.get()), ci.get());
  const methods::Options usual;
  const double rtol = memory_.rtol > 0 ? std::min(memory_.rtol, usual.rtol) : usual.rtol;
  const double atol = memory_.atol > 0 ? std::min(memory_.atol, usual.atol) : usual.atol;
  require(IDACISetTolerances(ci.get(), rtol, atol), ci.get());
  if (memory_.id != nullptr && !holds_derivatives_) {
    const support::VectorHandle weights = support::clone(served_.y.get());
    const auto id = support::view(memory_.id.get());
    auto weight = support::view(weights.get());
    for (Eigen::Index j = 0; j < id.size(); ++j) weight[j] = id[j] != 0 ? 1 : weight_of_algebraic;
    require(IDACISetWeights(ci.get(), weights.get()), ci.get());
  }
  return ci;
}

int Attempts::try_holding(const std::vector<char>& held, bool with_jacobian, bool hand_over)
{
  N_VScale(1, guess_.y, served_.y.get());
  N_VScale(1, guess_.yp, served_.yp.get());
  served_.consistent_init = make_handle(with_jacobian);
  const support::VectorHandle fixed = support::clone(served_.y.get());
  for (std::size_t j = 0; j < held.size(); ++j) support::view(fixed.get())[static_cast<Eigen::Index>(j)] = held[j];
  require(holds_derivatives_ ? IDACISetFixedDerivatives(handle(), fixed.get()) : IDACISetFixed(handle(), fixed.get()),
          handle());
  if (hand_over) handle()->ida_mem = ida_mem_;
  return IDACISolve(handle());
}

int Attempts::solve(bool hand_over)
{
  int flag = solve_with(has_jacobian(), hand_over);
  if (flag < 0 && has_jacobian() && may_come_from_jacobian(flag)) flag = solve_with(false, hand_over);
  return flag;
}

// Held as asked for; else the nearest values show which components can stay.
int Attempts::solve_with(bool with_jacobian, bool hand_over)
{
  const int flag = try_holding(wanted_, with_jacobian, hand_over);
  if (flag >= 0 || !any(wanted_) || !may_come_from_holding(flag)) return flag;
  const std::vector<char> none(wanted_.size(), 0);
  const int nearest = try_holding(none, with_jacobian, false);
  if (nearest < 0) return nearest;
  const std::vector<char> held = unmoved(wanted_);
  if (any(held) && try_holding(held, with_jacobian, hand_over) >= 0) return IDACI_SUCCESS;
  return try_holding(none, with_jacobian, hand_over);
}

std::vector<char> Attempts::unmoved(const std::vector<char>& held) const
{
  constexpr double negligible = 1e-4;  // of the largest change
  std::vector<double> change(held.size(), 0);
  for (std::size_t j = 0; j < held.size(); ++j) {
    const report::VariableRow& row = handle()->result->variables[j];
    if (held[j] == 0) continue;
    change[j] = std::abs(holds_derivatives_ ? row.derivative - row.derivative_guess : row.value - row.guess);
  }
  const double largest = *std::max_element(change.begin(), change.end());
  std::vector<char> still(held.size(), 0);
  for (std::size_t j = 0; j < held.size(); ++j) still[j] = held[j] != 0 && change[j] <= negligible * largest ? 1 : 0;
  return still;
}

std::string Attempts::released() const
{
  constexpr int most = 6;
  constexpr double visible = 1e-8;
  std::string changes;
  int count = 0;
  for (std::size_t j = 0; j < wanted_.size(); ++j) {
    const report::VariableRow& row = handle()->result->variables[j];
    if (wanted_[j] == 0 || (holds_derivatives_ ? row.derivative_fixed : row.fixed)) continue;
    const double before = holds_derivatives_ ? row.derivative_guess : row.guess;
    const double after = holds_derivatives_ ? row.derivative : row.value;
    if (std::abs(after - before) <= visible * std::max(1.0, std::abs(before)) || ++count > most) continue;
    changes += support::format("{}{}{} from {:.6g} to {:.6g}", count > 1 ? ", " : "",
                               handle()->result->names.variable(static_cast<int>(j)), holds_derivatives_ ? "'" : "",
                               before, after);
  }
  if (count == 0) return "";
  return support::format("Hidden constraints do not allow every {} to be held; the smallest change was made: {}{}.",
                         holds_derivatives_ ? "y'" : "differential component", changes,
                         count > most ? support::format(" and {} more", count - most) : "");
}

}  // namespace ida_consistent_init::dropin
