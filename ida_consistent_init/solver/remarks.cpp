#include "ida_consistent_init/solver/remarks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"

namespace ida_consistent_init::solver {
namespace {

std::string of_freedom(const problem::Problem& problem, const Freedom& freedom)
{
  if (freedom.count == 0 || freedom.stayed.empty()) return "";
  const bool one = freedom.count == 1;
  std::string text = support::format("{} initial value{} free: {} stay{} as near to the guess as the equations allow.",
                                     freedom.count, one ? " is" : "s are", problem.names.variable_list(freedom.stayed),
                                     freedom.stayed.size() == 1 ? "s" : "");
  if (freedom.to_hold.empty()) return text + " Hold those that you know with IDACISetFixed.";
  return text + support::format(" To choose {}, set {} in y0 and hold {} there with IDACISetFixed.",
                                one ? "it" : "them", problem.names.variable_list(freedom.to_hold), one ? "it" : "them");
}

std::string of_dependence(const problem::Problem& problem, const Dependence& dependence)
{
  if (dependence.count == 0) return "";
  return support::format(
      "The equations are dependent: of {} {} follow{} from the others, and {} stay{} undetermined at all times. IDA "
      "cannot integrate this system. Put an equation that fixes one of these variables (a ground, a reference) in the "
      "place of one of these equations{}.",
      problem.names.equation_list(dependence.equations), dependence.count, dependence.count == 1 ? "s" : "",
      problem.names.variable_list(dependence.variables), dependence.variables.size() == 1 ? "s" : "",
      dependence.count == 1 ? "" : ", as often as there are redundant ones");
}

/// Derivatives that the differences did not resolve, or that stayed open.
std::string of_derivatives(const problem::Problem& problem, const report::Result& result)
{
  constexpr double hopeless = 1e-3;
  constexpr std::size_t most = 6;
  std::vector<std::string> names;
  bool occur = false;
  for (int j = 0; j < problem.n; ++j) {
    const report::VariableRow& row = result.variables[j];
    const double error = row.derivative_error_estimate;
    const bool resolved = row.derivative_determined && !(error > hopeless * std::max(1.0, std::abs(row.derivative)));
    if (resolved) continue;
    names.push_back(problem.names.derivative(j, 1));
    occur = occur || row.derivative_occurs;
  }
  if (names.empty()) return "";
  std::string list;
  for (std::size_t k = 0; k < std::min(most, names.size()); ++k) list += (k == 0 ? "" : ", ") + names[k];
  if (names.size() > most) list += support::format(" and {} more", names.size() - most);
  return support::format(
      "{} could not be determined: the equations leave {} open, or are not smooth enough at t0 for differences. {}",
      list, names.size() == 1 ? "it" : "them",
      occur ? "Hold what you know of them with IDACISetFixedDerivatives."
            : "The equations do not contain them, so IDA does not need them; do not rely on their entries in yp0.");
}

/// Values that are certain, but as small as the error that was allowed.
std::string of_tolerance(const problem::Problem& problem, const methods::Options& options, const report::Result& result)
{
  constexpr double certain = 1e3;
  std::vector<int> small;
  double smallest = std::numeric_limits<double>::infinity();
  for (int j = 0; j < problem.n; ++j) {
    const report::VariableRow& row = result.variables[j];
    const double size = std::abs(row.value);
    if (size == 0 || size > options.atol || !(size > certain * row.error_estimate)) continue;
    small.push_back(j);
    smallest = std::min(smallest, size);
  }
  if (small.empty()) return "";
  return support::format(
      "The values of {} (down to {:.1e}) are not larger than the absolute tolerance {:.1e}, so any error in them "
      "passes "
      "for none: give a smaller one, such as {:.0e}, to IDACISetTolerances and IDA, or use other units.",
      problem.names.variable_list(small), smallest, options.atol, 1e-8 * smallest);
}

/// Equations whose coefficients are far smaller or larger than those of the others.
std::string of_scaling(derivatives::DerivativeArray& array, const problem::Problem& problem,
                       const derivatives::Jet& jet)
{
  constexpr double far = 1e12;
  const derivatives::JacobianPair& pair = array.jacobians().at(problem.t0, jet.derivative(0), jet.derivative(1));
  const problem::Sparsity& sparsity = array.jacobians().sparsity();
  std::vector<double> size(problem.n, 0), sizes;
  for (int i = 0; i < problem.n; ++i) {
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      size[i] = std::max({size[i], std::abs(pair.y[k]), std::abs(pair.yp[k])});
    }
    if (size[i] > 0) sizes.push_back(size[i]);
  }
  if (sizes.empty()) return "";
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
  const double usual = sizes[sizes.size() / 2];
  std::vector<int> odd;
  for (int i = 0; i < problem.n; ++i) {
    if (size[i] > 0 && (size[i] < usual / far || size[i] > usual * far)) odd.push_back(i);
  }
  if (odd.empty()) return "";
  return support::format(
      "The equations are badly scaled: the largest coefficient of {} is {:.1e}, that of most others {:.1e}. This "
      "library "
      "scales equations, the linear solvers of IDA do not: multiply {} by about {:.0e}.",
      problem.names.equation(odd[0]), size[odd[0]], usual, problem.names.equation_list(odd), usual / size[odd[0]]);
}

}  // namespace

std::string remarks(derivatives::DerivativeArray& array, const problem::Problem& problem,
                    const methods::Options& options, const methods::MethodResult& found, const report::Result& result)
{
  std::string text;
  const auto add = [&](const std::string& remark) {
    if (!remark.empty()) text += (text.empty() ? "" : " ") + remark;
  };
  try {
    const bool undetermined = result.method == IDACI_LEAST_SQUARES && result.index < 0;
    if (undetermined) add(of_dependence(problem, find_dependence(array, problem, found.jet)));
    if (text.empty()) add(of_freedom(problem, find_freedom(array, problem, found, result)));
    add(of_derivatives(problem, result));
    add(of_tolerance(problem, options, result));
    add(of_scaling(array, problem, found.jet));
  } catch (const support::Error&) {
    // The values are verified; what cannot be found out about them beyond that stays unsaid.
  }
  return text;
}

}  // namespace ida_consistent_init::solver
