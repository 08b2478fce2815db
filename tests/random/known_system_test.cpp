/// Random systems with known answers through the C interface: right, refused or wrong. Wrong answers must not exist.
/// The environment variable IDACI_RANDOM_SYSTEMS sets the number a class (scripts/soak).
#include <fmt/format.h>
#include <ida_consistent_init/ida_consistent_init.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "random/known_system.hpp"
#include "support/sundials_handles.hpp"

namespace {

using namespace random_systems;

constexpr double initial_time = 0.3;

int call_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void* user_data)
{
  const auto& system = *static_cast<const KnownSystem*>(user_data);
  const Eigen::Map<const VectorXd> y_view(N_VGetArrayPointer(y), system.size());
  const Eigen::Map<const VectorXd> yp_view(N_VGetArrayPointer(yp), system.size());
  VectorXd result(system.size());
  system.residual(t, y_view, yp_view, result);
  std::copy(result.begin(), result.end(), N_VGetArrayPointer(r));
  return 0;
}

/// How a class of systems fared with a method.
struct Statistic
{
  long right = 0, wrong = 0;
  std::map<int, long> refused;  // by flag

  [[nodiscard]] long refusals() const
  {
    long sum = 0;
    for (const auto& [flag, count] : refused) sum += count;
    return sum;
  }
};

void print(const std::string& name, const Statistic& statistic)
{
  fmt::print("{:44} right {:5} wrong {:2} refused {:4}", name, statistic.right, statistic.wrong, statistic.refusals());
  for (const auto& [flag, count] : statistic.refused) fmt::print("  {} {}", IDACIGetReturnFlagName(flag), count);
  fmt::print("\n");
}

struct Answer
{
  int flag = 0;
  VectorXd y, yp;
  bool yp_determined = false;  // all of y'
  std::string message;
};

/// What the construction says against the answer; y' counts where the library says that it is determined.
double violation_of(const KnownSystem& system, const Answer& answer)
{
  const double of_y = system.violation(initial_time, answer.y);
  return answer.yp_determined ? std::max(of_y, system.violation(initial_time, answer.y, answer.yp)) : of_y;
}

Answer solve(KnownSystem& system, const VectorXd& guess, const VectorXd& held, IDACIMethod method)
{
  const example::Context context;
  const auto as_vector = [&](const VectorXd& values) {
    return example::serial_vector({values.data(), static_cast<std::size_t>(values.size())}, context);
  };
  const example::VectorHandle y = as_vector(guess), yp = as_vector(VectorXd::Zero(guess.size())),
                              fixed = as_vector(held);
  IDACIMem ci = IDACICreate(nullptr, call_residual, y.get(), yp.get(), context.get());
  IDACISetUserData(ci, &system);
  IDACISetInitialTime(ci, initial_time);
  IDACISetFixed(ci, fixed.get());
  IDACISetMethod(ci, method);
  Answer answer;
  answer.flag = IDACISolve(ci);
  answer.message = IDACIGetLastMessage(ci);
  if (answer.flag == IDACI_SUCCESS) {
    IDACIGetDerivativesDetermined(ci, fixed.get());
    answer.yp_determined = N_VMin(fixed.get()) == 1;
  }
  answer.y = Eigen::Map<VectorXd>(N_VGetArrayPointer(y.get()), guess.size());
  answer.yp = Eigen::Map<VectorXd>(N_VGetArrayPointer(yp.get()), guess.size());
  IDACIFree(&ci);
  return answer;
}

long systems_a_class(long usual)
{
  const char* wanted = std::getenv("IDACI_RANDOM_SYSTEMS");
  return wanted != nullptr ? std::atol(wanted) : usual;
}

/// The distance of the guess from consistent values: nothing, little, some, far.
constexpr double distances[] = {0, 1e-3, 0.3, 10};

using Make = std::function<std::unique_ptr<KnownSystem>(Generator&)>;

/// Nothing is held: every system has to be solved.
Statistic solve_all(const std::string& name, const Make& make, IDACIMethod method, long count, int distance_kinds)
{
  Statistic statistic;
  for (unsigned seed = 0; seed < static_cast<unsigned>(count); ++seed) {
    Generator generator(seed);
    const std::unique_ptr<KnownSystem> system = make(generator);
    const VectorXd start = system->consistent(initial_time, generator);
    const double distance = distances[pick(generator, 0, distance_kinds - 1)];
    const VectorXd guess = start + random_vector(generator, system->size(), distance);
    const Answer answer = solve(*system, guess, VectorXd::Zero(system->size()), method);
    if (answer.flag != IDACI_SUCCESS) {
      ++statistic.refused[answer.flag];
      BOOST_TEST(!answer.message.empty());
      continue;
    }
    constexpr double tolerance = 1e-6;
    const double violation = violation_of(*system, answer);
    const bool right = violation <= tolerance;
    ++(right ? statistic.right : statistic.wrong);
    BOOST_TEST(right, name << ", seed " << seed << ": success is claimed, constraints are violated by " << violation
                           << ", by y alone " << system->violation(initial_time, answer.y));
  }
  print(name, statistic);
  BOOST_TEST(statistic.right > 0);
  return statistic;
}

const char* name_of(Mixing mixing)
{
  if (mixing == Mixing::permuted) return "permuted";
  return mixing == Mixing::sparse ? "sparse" : "dense";
}

void solve_kronecker_systems(double curvature, IDACIMethod method, const std::string& kind, long count)
{
  for (const Mixing mixing : {Mixing::permuted, Mixing::sparse, Mixing::dense}) {
    for (int index = 0; index <= 5; ++index) {
      const auto make = [&](Generator& generator) {
        return kronecker_system(generator, index, mixing, curvature);
      };
      const std::string name = fmt::format("{}, {}, index {}", kind, name_of(mixing), index);
      const bool linear = curvature == 0;
      solve_all(name, make, method, systems_a_class(count), linear ? 4 : 3);
    }
  }
}

/// What is held, and whether values exist that agree with it. Undecided: too close to call.
enum class Held
{
  possible,
  contradictory,
  undecided,
};

Held judge_held_set(const LinearConstraints& constraints, const VectorXd& guess, const VectorXd& held)
{
  constexpr double clearly = 1e-3;
  MatrixXd free = constraints.matrix;
  VectorXd missing = constraints.value;
  for (Eigen::Index j = 0; j < held.size(); ++j) {
    if (held[j] == 0) continue;
    missing -= constraints.matrix.col(j) * guess[j];
    free.col(j).setZero();
  }
  if (missing.size() == 0) return Held::possible;
  const Eigen::JacobiSVD<MatrixXd> svd(free, Eigen::ComputeThinU | Eigen::ComputeThinV);
  double outside = missing.squaredNorm();
  for (Eigen::Index k = 0; k < svd.singularValues().size(); ++k) {
    const double value = svd.singularValues()[k];
    if (value > 1e-12 && value < clearly) return Held::undecided;
    if (value >= clearly) outside -= std::pow(svd.matrixU().col(k).dot(missing), 2);
  }
  outside = std::sqrt(std::max(outside, 0.0));
  if (outside > clearly) return Held::contradictory;
  return outside < 1e-6 ? Held::possible : Held::undecided;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(random_systems_with_known_answers)

BOOST_AUTO_TEST_CASE(linear_systems_of_index_0_to_5_are_never_solved_wrongly)
{
  solve_kronecker_systems(0, IDACI_AUTO, "linear", 60);
}

BOOST_AUTO_TEST_CASE(linear_systems_are_never_solved_wrongly_by_least_squares)
{
  solve_kronecker_systems(0, IDACI_LEAST_SQUARES, "linear, least squares", 12);
}

BOOST_AUTO_TEST_CASE(linear_systems_are_never_solved_wrongly_step_by_step)
{
  const auto make = [](Generator& generator) {
    return kronecker_system(generator, pick(generator, 0, 5), Mixing::permuted, 0);
  };
  solve_all("linear, step by step, permuted", make, IDACI_STEP_BY_STEP, systems_a_class(200), 4);
}

BOOST_AUTO_TEST_CASE(nonlinear_systems_of_index_0_to_5_are_never_solved_wrongly)
{
  solve_kronecker_systems(0.05, IDACI_AUTO, "nonlinear", 30);
}

BOOST_AUTO_TEST_CASE(linkages_and_networks_are_never_solved_wrongly)
{
  solve_all("linkages", linkage, IDACI_AUTO, systems_a_class(200), 3);
  solve_all("networks", network, IDACI_AUTO, systems_a_class(200), 4);
}

BOOST_AUTO_TEST_CASE(held_values_are_kept_and_contradictions_are_refused)
{
  std::map<Held, Statistic> statistics;
  const long count = systems_a_class(600);
  for (unsigned seed = 0; seed < static_cast<unsigned>(count); ++seed) {
    Generator generator(seed);
    const std::unique_ptr<KnownSystem> system =
        kronecker_system(generator, pick(generator, 0, 3), static_cast<Mixing>(pick(generator, 0, 2)), 0);
    VectorXd guess = system->consistent(initial_time, generator);
    if (pick(generator, 0, 1) == 0) guess += random_vector(generator, system->size(), 1);
    const int one_in = pick(generator, 1, 4);
    const VectorXd held =
        VectorXd::NullaryExpr(system->size(), [&] { return pick(generator, 1, one_in) == 1 ? 1.0 : 0.0; });
    const Held expected = judge_held_set(linear_constraints(*system, initial_time), guess, held);
    if (expected == Held::undecided) continue;
    const Answer answer = solve(*system, guess, held, IDACI_AUTO);
    Statistic& statistic = statistics[expected];
    if (answer.flag != IDACI_SUCCESS) {
      ++statistic.refused[answer.flag];
      continue;
    }
    const double moved = (answer.y - guess).cwiseProduct(held).cwiseAbs().maxCoeff();
    const bool right = expected == Held::possible && moved == 0 && violation_of(*system, answer) <= 1e-6;
    ++(right ? statistic.right : statistic.wrong);
    BOOST_TEST(right, "seed " << seed << ": held values moved by " << moved);
  }
  print("held values, possible", statistics[Held::possible]);
  print("held values, contradictory", statistics[Held::contradictory]);
  const Statistic& refused = statistics[Held::contradictory];
  BOOST_TEST(refused.refusals() > 0);
  BOOST_TEST(refused.refused.count(IDACI_OVERDETERMINED) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
