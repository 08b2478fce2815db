// A broken set-up of a small model: its equations, names, guess and what the user asked for. Solved through the C
// interface, as the user would, with names for everything.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <functional>
#include <string>
#include <vector>

namespace diagnosis {

using Values = std::vector<double>;

struct Setup
{
  std::vector<std::string> variables, equations;
  Values y, yp;
  std::function<void(double t, const Values& y, const Values& yp, Values& r)> residual;
  std::vector<std::string> held{}, held_derivatives{};                             // by name
  std::function<void(IDACIMem)> ask{};                                             // further calls
  std::function<void(const Values& y, const Values& yp, Values& b)> conditions{};  // `condition_count` of them
  int condition_count = 0;
  Values bounds{};  // of IDACISetConstraints
  double t0 = 0;

  [[nodiscard]] int place(const std::string& variable) const;
};

struct Answer
{
  int flag = 0;
  std::string message, report;
  long degrees_of_freedom = -1;
  Values y, yp, determined;  // determined: empty after a failure

  /// Every one of these words is in the message.
  [[nodiscard]] bool names(const std::vector<std::string>& words) const;
  [[nodiscard]] std::string shown() const;
};

Answer solve(const Setup& setup);
Answer check(const Setup& setup);

struct StockAnswer
{
  int flag = 0;  // of IDACalcIC
  Values y, yp;  // after it
};

/// IDACalcIC with a dense solver, as a program without this library calls it. id: of IDASetId.
StockAnswer stock_calc_ic(const Setup& setup, const Values& id, int kind);

/// IDACISolve and IDACIAttachErrorControl with the variable indices that a program believes in.
Answer attach_with_indices(const Setup& setup, const Values& index);

}  // namespace diagnosis
