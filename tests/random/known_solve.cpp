#include "random/known_solve.hpp"

#include <fmt/format.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "support/sundials_handles.hpp"

namespace random_systems {
namespace {

Eigen::Map<VectorXd> view(N_Vector vector)
{
  return {N_VGetArrayPointer(vector), N_VGetLength(vector)};
}

int call_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const auto& system = *static_cast<const KnownSystem*>(user_data);
  VectorXd result(system.size());
  system.residual(t, view(y), view(yp), result);
  view(r) = result;
  return 0;
}

int call_jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp, N_Vector, SUNMatrix J, void* user_data,
                  N_Vector, N_Vector, N_Vector)
{
  const auto& system = *static_cast<const KnownSystem*>(user_data);
  Eigen::Map<MatrixXd>(SUNDenseMatrix_Data(J), system.size(), system.size()) =
      system.exact()->jacobian(t, cj, view(y), view(yp));
  return 0;
}

int call_taylor(sunrealtype t, int order, const sunrealtype* jet, sunrealtype* derivatives, void* user_data)
{
  const auto& system = *static_cast<const KnownSystem*>(user_data);
  Eigen::Map<MatrixXd>(derivatives, system.size(), order + 1) =
      system.exact()->derivatives(t, Eigen::Map<const MatrixXd>(jet, system.size(), order + 2));
  return 0;
}

const char* name_of(Method method)
{
  switch (method) {
    case Method::automatic:
      return "automatic";
    case Method::least_squares:
      return "least squares";
    default:
      return "exact derivatives";
  }
}

const char* name_of(Mixing mixing)
{
  if (mixing == Mixing::permuted) return "permuted";
  return mixing == Mixing::sparse ? "sparse" : "dense";
}

/// All systems here have solutions near the guess or, where they are linear, anywhere. That differences in double
/// precision do not resolve an answer can be true nevertheless, and that Newton's method stops far from the solution of
/// a nonlinear system.
bool is_true_reason(const Answer& answer, Method method, bool linear, double distance)
{
  constexpr double far = 0.3;
  if (answer.flag == IDACI_VERIFY_FAIL) return method != Method::exact_derivatives;
  return answer.flag == IDACI_CONV_FAIL && !linear && distance >= far;
}

double setting(const char* name, double usual)
{
  const char* wanted = std::getenv(name);
  return wanted != nullptr ? std::atof(wanted) : usual;
}

}  // namespace

long Statistic::refused_without_reason() const
{
  return std::accumulate(unreasoned.begin(), unreasoned.end(), 0L,
                         [](long sum, const auto& of_flag) { return sum + of_flag.second; });
}

void judge(const std::string& name, Method method, const Statistic& statistic, double share)
{
  fmt::print("| {:36} | {:17} | {:6} | {:5} | {:5} | {:5} |", name, name_of(method), statistic.right,
             statistic.reasoned, statistic.refused_without_reason(), statistic.wrong);
  for (const auto& [flag, count] : statistic.unreasoned) fmt::print(" {} {}", flag, count);
  fmt::print("\n");
  std::fflush(stdout);
  BOOST_TEST(statistic.wrong == 0);
  BOOST_TEST(static_cast<double>(statistic.refused_without_reason()) <=
             std::ceil(share * static_cast<double>(statistic.systems())));
}

Answer solve(KnownSystem& system, const VectorXd& guess, const VectorXd& held, Method method)
{
  const example::Context context;
  const auto as_vector = [&](const VectorXd& values) {
    return example::serial_vector({values.data(), static_cast<std::size_t>(values.size())}, context);
  };
  const example::VectorHandle y = as_vector(guess), yp = as_vector(VectorXd::Zero(guess.size())),
                              fixed = as_vector(held);
  const example::MatrixHandle J(SUNDenseMatrix(guess.size(), guess.size(), context.get()));
  IDACIMem ci = IDACICreate(nullptr, call_residual, y.get(), yp.get(), context.get());
  IDACISetUserData(ci, &system);
  IDACISetInitialTime(ci, initial_time);
  IDACISetFixed(ci, fixed.get());
  IDACISetMethod(ci, method == Method::least_squares ? IDACI_LEAST_SQUARES : IDACI_AUTO);
  if (method == Method::exact_derivatives) {
    IDACISetJacFn(ci, call_jacobian, J.get());
    IDACISetTaylorFn(ci, call_taylor);
  }
  Answer answer;
  answer.flag = IDACISolve(ci);
  answer.message = IDACIGetLastMessage(ci);
  const example::VectorHandle y_error = as_vector(guess), yp_error = as_vector(guess);
  if (answer.flag == IDACI_SUCCESS) {
    IDACIGetDerivativesDetermined(ci, fixed.get());
    IDACIGetErrorEstimate(ci, y_error.get(), yp_error.get());
  }
  answer.y = view(y.get());
  answer.yp = view(yp.get());
  answer.determined = view(fixed.get());
  answer.y_error = view(y_error.get());
  answer.yp_error = view(yp_error.get());
  IDACIFree(&ci);
  return answer;
}

double error_of(const KnownSystem& system, const Answer& answer)
{
  const Values known = system.known(initial_time, answer.y);
  double size = 1, slope = 1, worst = 0;
  for (int j = 0; j < system.size(); ++j) {
    size = std::fmax(size, std::abs(known.y[j]));
    slope = std::fmax(slope, std::abs(known.yp[j]));
  }
  for (int j = 0; j < system.size(); ++j) {
    worst = std::fmax(worst, std::abs(answer.y[j] - known.y[j]) / size);
    if (answer.determined[j] == 0) continue;
    worst = std::fmax(worst, std::abs(answer.yp[j] - known.yp[j]) / std::max(size, slope));
  }
  return worst;
}

bool errors_are_stated(const KnownSystem& system, const Answer& answer)
{
  constexpr double margin = 10, negligible = 1e-7;
  const Values known = system.known(initial_time, answer.y);
  const auto explained = [](double value, double expected, double estimate) {
    return std::isnan(expected) ||
           std::abs(value - expected) <= margin * estimate + negligible * std::fmax(1, std::abs(expected));
  };
  for (int j = 0; j < system.size(); ++j) {
    if (!explained(answer.y[j], known.y[j], answer.y_error[j])) return false;
    if (answer.determined[j] != 0 && !explained(answer.yp[j], known.yp[j], answer.yp_error[j])) return false;
  }
  return true;
}

std::vector<unsigned> seeds(double usual_count)
{
  constexpr double few = 12;
  const double factor =
      setting("IDACI_RANDOM_SYSTEMS", 1) * (usual_count <= few ? setting("IDACI_RANDOM_RARE", 1) : 1.0);
  std::vector<unsigned> list(static_cast<std::size_t>(std::ceil(usual_count * factor)));
  std::iota(list.begin(), list.end(), static_cast<unsigned>(setting("IDACI_RANDOM_SEED", 0)));
  return list;
}

void solve_one(const Class& systems, Method method, unsigned seed, Statistic& statistic)
{
  constexpr double distances[] = {0, 1e-3, 0.3, 10};
  Generator generator(seed);
  const std::unique_ptr<KnownSystem> system = systems.make(generator);
  const VectorXd start = system->consistent(initial_time, generator);
  const double distance = distances[pick(generator, 0, systems.linear ? 3 : 2)];
  const VectorXd guess = start + random_vector(generator, system->size(), distance);
  const Answer answer = solve(*system, guess, VectorXd::Zero(system->size()), method);
  if (answer.flag != IDACI_SUCCESS) {
    BOOST_TEST(!answer.message.empty());
    if (is_true_reason(answer, method, systems.linear, distance)) {
      ++statistic.reasoned;
    } else {
      ++statistic.unreasoned[fmt::format("{} (seed {})", IDACIGetReturnFlagName(answer.flag), seed)];
    }
    return;
  }
  const double error = error_of(*system, answer);
  const bool right = error <= right_below(systems.index);
  ++(right ? statistic.right : statistic.wrong);
  BOOST_TEST(right, systems.name << ", seed " << seed << ": success is claimed for an error of " << error);
  BOOST_TEST(errors_are_stated(*system, answer),
             systems.name << ", seed " << seed << ": an error is larger than its estimate tells");
}

void solve_all(const Class& systems, Method method, double usual_count)
{
  Statistic statistic;
  for (const unsigned seed : seeds(usual_count)) solve_one(systems, method, seed, statistic);
  judge(systems.name, method, statistic, unreasoned_below(systems.index));
}

Class kronecker_class(double curvature, Mixing mixing, int index)
{
  const bool linear = curvature == 0;
  return {fmt::format("{}, {}, index {}", linear ? "linear" : "nonlinear", name_of(mixing), index), index, linear,
          [=](Generator& generator) {
            return kronecker_system(generator, index, mixing, curvature);
          }};
}

Statistic solve_listed(double curvature, const std::vector<Listed>& systems)
{
  Statistic statistic;
  for (const auto& [mixing, index, seed] : systems) {
    solve_one(kronecker_class(curvature, mixing, index), Method::automatic, seed, statistic);
  }
  return statistic;
}

void solve_kronecker_systems(double curvature, Mixing mixing, Method method, const std::vector<double>& usual_counts)
{
  for (std::size_t index = 0; index < usual_counts.size(); ++index) {
    if (usual_counts[index] == 0) continue;
    solve_all(kronecker_class(curvature, mixing, static_cast<int>(index)), method, usual_counts[index]);
  }
}

}  // namespace random_systems
