#pragma once
/// Room `problem`. Enters: what the user gave through the C API. Leaves: one description of F(t, y, y') = 0 with its
/// guess, held components, weights and names, which the other rooms read and never change.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ida_consistent_init/problem/combination.hpp"
#include "ida_consistent_init/problem/conditions.hpp"
#include "ida_consistent_init/problem/names.hpp"
#include "ida_consistent_init/problem/residual.hpp"
#include "ida_consistent_init/problem/sparsity.hpp"
#include "ida_consistent_init/problem/taylor_function.hpp"
#include "ida_consistent_init/problem/user_jacobian.hpp"

namespace ida_consistent_init::problem {

/// Mask over components.
using Mask = std::vector<char>;

struct Problem
{
  int n = 0;
  double t0 = 0;
  std::shared_ptr<Residual> residual;
  std::shared_ptr<UserJacobian> jacobian;  // null: differences
  std::shared_ptr<TaylorFunction> taylor;  // null: differences
  std::shared_ptr<Conditions> conditions;  // null: none
  std::optional<Sparsity> sparsity;        // given by the user
  Vector guess_y, guess_yp;
  Mask fixed_y, fixed_yp;        // n each, 1 = held
  Vector weights;                // n, > 0
  std::vector<int> constraints;  // n, coding of IDASetConstraints; empty: none
  Names names;

  /// Some component of y or y' is held, or there are extra conditions.
  [[nodiscard]] bool holds_anything() const;
  [[nodiscard]] int condition_count() const { return conditions ? conditions->count() : 0; }
  /// Name of equation i differentiated `order` times; n, n + 1, ... are the extra conditions.
  [[nodiscard]] std::string row_name(int equation, int order) const;
  [[nodiscard]] std::vector<int> held_variables() const;
  /// The same problem with some of its equations combined. A pattern that the user gave does not hold for it.
  [[nodiscard]] Problem combined(const Combination& combination) const;
};

/// Refuses a guess that is not finite, Error(IDACI_ILL_INPUT) naming the component.
void validate(const Problem& problem);

/// 1 where the value breaks its constraint (0 and the strict kinds: 0 itself breaks them).
bool breaks_constraint(int constraint, double value);

/// The nearest allowed value for the bounds that include 0; other values as they are.
double clipped(int constraint, double value);

/// A value on the allowed side, as far from the bound as the offending one was beyond it.
double moved_inside(int constraint, double value);

}  // namespace ida_consistent_init::problem
