#include "gallery/solve_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>

#include "gallery/sundials_handles.hpp"

namespace gallery {
namespace {

using catalogue::Case;

int evaluate_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const Case& the_case = *static_cast<const Case*>(user_data);
  the_case.residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), N_VGetArrayPointer(r));
  return 0;
}

int evaluate_jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector /*r*/, SUNMatrix J,
                      void* user_data, N_Vector /*tmp1*/, N_Vector /*tmp2*/, N_Vector /*tmp3*/)
{
  const Case& the_case = *static_cast<const Case*>(user_data);
  the_case.jacobian(the_case.n, t, cj, N_VGetArrayPointer(y), N_VGetArrayPointer(yp), SM_DATA_D(J));
  return 0;
}

void require(IDACIMem ci, int flag, const char* call)
{
  if (flag != IDACI_SUCCESS)
    throw std::runtime_error(fmt::format("{}: {}, {}", call, IDACIGetReturnFlagName(flag), IDACIGetLastMessage(ci)));
}

void describe_problem(IDACIMem ci, const Case& the_case, SUNContext context)
{
  require(ci, IDACISetUserData(ci, const_cast<Case*>(&the_case)), "IDACISetUserData");
  require(ci, IDACISetInitialTime(ci, the_case.t0), "IDACISetInitialTime");
  require(ci, IDACISetFixed(ci, make_vector(the_case.fixed, context).get()), "IDACISetFixed");
  require(ci, IDACISetFixedDerivatives(ci, make_vector(the_case.fixed_derivatives, context).get()),
          "IDACISetFixedDerivatives");
  if (!the_case.constraints.empty())
    require(ci, IDACISetConstraints(ci, make_vector(the_case.constraints, context).get()), "IDACISetConstraints");
  std::vector<const char*> names;
  for (const std::string& variable : the_case.variables) names.push_back(variable.c_str());
  require(ci, IDACISetNames(ci, names.data(), nullptr), "IDACISetNames");
  // A charge of 1e-13 C needs an absolute tolerance to match, as it does in IDA.
  const double smallest = *std::min_element(the_case.scale_y.begin(), the_case.scale_y.end());
  require(ci, IDACISetTolerances(ci, 1e-8, 1e-10 * smallest), "IDACISetTolerances");
}

std::string report_of(IDACIMem ci, IDACIReportFormat format)
{
  const std::unique_ptr<FILE, int (*)(FILE*)> file(std::tmpfile(), std::fclose);
  if (!file) throw std::runtime_error("no temporary file for the report");
  require(ci, IDACIWriteReport(ci, file.get(), format), "IDACIWriteReport");
  std::rewind(file.get());
  std::string text;
  for (int c = std::fgetc(file.get()); c != EOF; c = std::fgetc(file.get())) text.push_back(static_cast<char>(c));
  return text;
}

// Results that a failed solve did not reach keep the default of Answer.
void read_results(IDACIMem ci, Answer& answer, SUNContext context)
{
  int index = 0;
  if (IDACIGetIndex(ci, &index) == IDACI_SUCCESS) answer.index = index;
  long int dof = 0;
  if (IDACIGetDegreesOfFreedom(ci, &dof) == IDACI_SUCCESS) answer.dof = dof;
  long int evaluations = 0;
  if (IDACIGetNumResEvals(ci, &evaluations) == IDACI_SUCCESS) answer.residual_evaluations = evaluations;
  const Vector determined = make_vector(std::vector<int>(answer.y.size(), 0), context);
  if (answer.flag == IDACI_SUCCESS) {
    require(ci, IDACIGetDerivativesDetermined(ci, determined.get()), "IDACIGetDerivativesDetermined");
    const Vector y_error = make_vector(answer.y, context);
    const Vector yp_error = make_vector(answer.y, context);
    require(ci, IDACIGetErrorEstimate(ci, y_error.get(), yp_error.get()), "IDACIGetErrorEstimate");
    answer.y_error = values_of(y_error);
    answer.yp_error = values_of(yp_error);
    for (const double entry : values_of(determined)) answer.derivative_determined.push_back(entry > 0 ? 1 : 0);
  }
}

double largest_error(const std::vector<double>& actual, const std::vector<double>& reference,
                     const std::vector<double>& scale, const std::vector<int>& counts)
{
  double largest = 0;
  for (std::size_t j = 0; j < reference.size(); ++j) {
    if (!counts[j] || std::isnan(reference[j])) continue;
    const double error = std::abs(actual[j] - reference[j]) / std::max(scale[j], std::abs(reference[j]));
    if (std::isnan(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest;
}

bool structure_misleads(const Case& the_case)
{
  return the_case.structural_index < the_case.differentiation_index;
}

std::string first_sentence(const std::string& text)
{
  return text.substr(0, std::min(text.find(". "), text.find('\n')));
}

}  // namespace

Answer solve_case(const Case& the_case, const Settings& settings, Reports reports)
{
  const Context context = make_context();
  const Vector y = make_vector(the_case.guess_y, context.get());
  const Vector yp = make_vector(the_case.guess_yp, context.get());
  const Matrix jacobian = make_dense_matrix(the_case.n, context.get());
  const LinearSolver linear_solver = make_dense_solver(y.get(), jacobian.get(), context.get());
  const Handle handle = make_handle(evaluate_residual, y.get(), yp.get(), context.get());
  IDACIMem ci = handle.get();

  describe_problem(ci, the_case, context.get());
  require(ci, IDACISetMethod(ci, settings.method), "IDACISetMethod");
  const bool impulse = settings.method == IDACI_IMPULSE;
  if (settings.exact_jacobian || impulse)
    require(ci, IDACISetJacFn(ci, evaluate_jacobian, jacobian.get()), "IDACISetJacFn");
  if (impulse) require(ci, IDACISetLinearSolver(ci, linear_solver.get(), jacobian.get()), "IDACISetLinearSolver");

  Answer answer;
  answer.flag = IDACISolve(ci);
  answer.flag_name = IDACIGetReturnFlagName(answer.flag);
  answer.message = IDACIGetLastMessage(ci);
  answer.y = values_of(y);
  answer.yp = values_of(yp);
  read_results(ci, answer, context.get());
  if (reports == Reports::wanted) {
    answer.text_report = report_of(ci, IDACI_REPORT_TEXT);
    answer.json_report = report_of(ci, IDACI_REPORT_JSON);
  }
  if (reports != Reports::none) answer.html_report = report_of(ci, IDACI_REPORT_HTML);
  return answer;
}

double error_in_y(const Case& the_case, const Answer& answer)
{
  return largest_error(answer.y, the_case.consistent_y, the_case.scale_y, std::vector<int>(the_case.n, 1));
}

double error_in_yp(const Case& the_case, const Answer& answer)
{
  return largest_error(answer.yp, the_case.consistent_yp, the_case.scale_yp, answer.derivative_determined);
}

Verdict judge(const Case& the_case, const Settings& settings, const Answer& answer)
{
  if (answer.flag != IDACI_SUCCESS) {
    if (answer.message.empty()) return Verdict::unexplained;
    const bool step_by_step_must_refuse = settings.method == IDACI_STEP_BY_STEP && structure_misleads(the_case);
    return the_case.refusal_expected || step_by_step_must_refuse ? Verdict::refused_as_expected : Verdict::refused;
  }
  if (the_case.refusal_expected) return Verdict::should_be_refused;
  return error_in_y(the_case, answer) <= 1e-7 ? Verdict::ok : Verdict::silently_wrong;
}

bool is_failure(Verdict verdict)
{
  return verdict == Verdict::unexplained || verdict == Verdict::silently_wrong || verdict == Verdict::should_be_refused;
}

std::string explain(const Case& the_case, const Answer& answer, Verdict verdict)
{
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::refused_as_expected:
      return "refused as expected: " + first_sentence(answer.message);
    case Verdict::refused:
      return "FAILED: " + first_sentence(answer.message);
    case Verdict::unexplained:
      return "FAILED: refused without a message";
    case Verdict::silently_wrong:
      return fmt::format("FAILED: success is claimed, but y is off by {:.1e}", error_in_y(the_case, answer));
    case Verdict::should_be_refused:
      return "FAILED: success is claimed where no consistent point exists";
  }
  return {};
}

}  // namespace gallery
