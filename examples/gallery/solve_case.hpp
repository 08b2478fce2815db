// Solves one case of the catalogue through the public C API and judges the answer.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <string>
#include <vector>

#include "catalogue/case.hpp"

namespace gallery {

struct Settings
{
  IDACIMethod method = IDACI_STEP_BY_STEP;
  bool exact_jacobian = false;  // hand over F_y + cj F_y'; IDACI_IMPULSE always does
};

struct Answer
{
  int flag = 0;
  std::string flag_name;
  std::string message;  // IDACIGetLastMessage
  int index = -1;       // -1 if not found, as below
  long dof = -1;
  long residual_evaluations = -1;
  std::vector<double> y, yp;               // values on return: consistent ones on success, else the guess
  std::vector<double> y_error, yp_error;   // [n] the library's own estimates; empty after a failure
  std::vector<int> derivative_determined;  // [n] of y'
  std::string text_report, json_report;    // empty unless asked for
  std::string html_report;
};

enum class Reports
{
  none,
  wanted,
  html
};

// Throws std::runtime_error only if SUNDIALS itself cannot provide its objects or a setter refuses the case.
Answer solve_case(const catalogue::Case& the_case, const Settings& settings, Reports reports = Reports::none);

// max |y - reference| / max(scale, |reference|) after a success; infinite if a component is NaN.
double error_in_y(const catalogue::Case& the_case, const Answer& answer);

// The same for y', over the entries that the reference knows and the solver says it has determined.
double error_in_yp(const catalogue::Case& the_case, const Answer& answer);

enum class Verdict
{
  ok,
  refused_as_expected,
  refused,           // with an explanation, though a solution exists
  unexplained,       // refused without a message
  silently_wrong,    // success, but y is not the reference
  should_be_refused  // success where no consistent point exists
};

// A refusal is expected where no consistent point exists, and from the step-by-step method where structure misleads
// (structural index below the true one).
Verdict judge(const catalogue::Case& the_case, const Settings& settings, const Answer& answer);

// True for the verdicts that must not happen with any method.
bool is_failure(Verdict verdict);

// One phrase that says what happened and why.
std::string explain(const catalogue::Case& the_case, const Answer& answer, Verdict verdict);

}  // namespace gallery
