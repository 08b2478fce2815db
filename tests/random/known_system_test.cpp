/// Random systems with known answers through the C interface: right, refused or wrong. Wrong answers must not exist.
/// IDACI_RANDOM_SYSTEMS: that many times the usual number of systems; IDACI_RANDOM_SEED: the first seed (scripts/soak).
#include <fmt/format.h>
#include <ida_consistent_init/ida_consistent_init.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

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
  long right = 0, reasoned = 0, wrong = 0;
  std::map<std::string, long> unreasoned;  // refusals, by flag

  [[nodiscard]] long refused_without_reason() const
  {
    long sum = 0;
    for (const auto& [flag, count] : unreasoned) sum += count;
    return sum;
  }
  [[nodiscard]] long systems() const { return right + reasoned + refused_without_reason() + wrong; }
};

/// A line that scripts/soak adds up.
void print(const std::string& name, const Statistic& statistic)
{
  fmt::print("| {:46} | {:6} | {:5} | {:5} | {:5} |", name, statistic.right, statistic.reasoned,
             statistic.refused_without_reason(), statistic.wrong);
  for (const auto& [flag, count] : statistic.unreasoned) fmt::print(" {} {}", flag, count);
  fmt::print("\n");
  std::fflush(stdout);
}

/// No answer is wrong; refusals without a true reason are below the share that is promised for the index (and rounded
/// up: one in a small class).
void judge(const std::string& name, const Statistic& statistic, double share)
{
  print(name, statistic);
  BOOST_TEST(statistic.wrong == 0);
  BOOST_TEST(static_cast<double>(statistic.refused_without_reason()) <=
             std::ceil(share * static_cast<double>(statistic.systems())));
}

struct Answer
{
  int flag = 0;
  VectorXd y, yp, determined;  // determined: 1 where the library says that it knows the component of y'
  std::string message;
};

Answer solve(KnownSystem& system, const VectorXd& guess, const VectorXd& held, IDACIMethod method)
{
  const example::Context context;
  const auto as_vector = [&](const VectorXd& values) {
    return example::serial_vector({values.data(), static_cast<std::size_t>(values.size())}, context);
  };
  const example::VectorHandle y = as_vector(guess), yp = as_vector(VectorXd::Zero(guess.size())),
                              fixed = as_vector(held);
  const auto values_of = [&](const example::VectorHandle& vector) -> VectorXd {
    return Eigen::Map<VectorXd>(N_VGetArrayPointer(vector.get()), guess.size());
  };
  IDACIMem ci = IDACICreate(nullptr, call_residual, y.get(), yp.get(), context.get());
  IDACISetUserData(ci, &system);
  IDACISetInitialTime(ci, initial_time);
  IDACISetFixed(ci, fixed.get());
  IDACISetMethod(ci, method);
  Answer answer;
  answer.flag = IDACISolve(ci);
  answer.message = IDACIGetLastMessage(ci);
  if (answer.flag == IDACI_SUCCESS) IDACIGetDerivativesDetermined(ci, fixed.get());
  answer.y = values_of(y);
  answer.yp = values_of(yp);
  answer.determined = values_of(fixed);
  IDACIFree(&ci);
  return answer;
}

/// Largest difference to the known values, relative to the largest of these: of y, and of what is said to be known of
/// y'. Values without a known counterpart (NaN) do not count.
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

/// What an answer may deviate: differences lose about a digit and a half with each differentiation.
double right_below(int index)
{
  return index <= 3 ? 1e-6 : 1e-4;
}

/// Promised shares of refusals without a true reason.
double unreasoned_below(int index)
{
  return index <= 3 ? 0.005 : 0.02;
}

/// All systems here have solutions near the guess or, where they are linear, anywhere. That differences in double
/// precision do not resolve an answer can be true nevertheless, and that Newton's method stops far from the solution of
/// a nonlinear system.
bool is_true_reason(const Answer& answer, bool linear, double distance)
{
  constexpr double far = 0.3;
  return answer.flag == IDACI_VERIFY_FAIL || (answer.flag == IDACI_CONV_FAIL && !linear && distance >= far);
}

double setting(const char* name, double usual)
{
  const char* wanted = std::getenv(name);
  return wanted != nullptr ? std::atof(wanted) : usual;
}

std::vector<unsigned> seeds(double usual_count)
{
  std::vector<unsigned> list(static_cast<std::size_t>(std::ceil(usual_count * setting("IDACI_RANDOM_SYSTEMS", 1))));
  std::iota(list.begin(), list.end(), static_cast<unsigned>(setting("IDACI_RANDOM_SEED", 0)));
  return list;
}

using Make = std::function<std::unique_ptr<KnownSystem>(Generator&)>;

struct Class
{
  std::string name;
  int index;
  bool linear;
  Make make;
};

/// One system, from a guess that is exact, near, at some distance or (where it is linear) far.
void solve_one(const Class& systems, IDACIMethod method, unsigned seed, Statistic& statistic)
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
    if (is_true_reason(answer, systems.linear, distance)) {
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
}

/// Nothing is held: every system has to be solved.
void solve_all(const Class& systems, IDACIMethod method, double usual_count)
{
  Statistic statistic;
  for (const unsigned seed : seeds(usual_count)) solve_one(systems, method, seed, statistic);
  judge(systems.name, statistic, unreasoned_below(systems.index));
}

const char* name_of(Mixing mixing)
{
  if (mixing == Mixing::permuted) return "permuted";
  return mixing == Mixing::sparse ? "sparse" : "dense";
}

/// usual_counts: systems of each index for the three kinds of mixing, fewer where they take longer.
void solve_kronecker_systems(double curvature, IDACIMethod method, const std::string& kind,
                             const std::array<double, 3>& usual_counts)
{
  for (const Mixing mixing : {Mixing::permuted, Mixing::sparse, Mixing::dense}) {
    for (int index = 0; index <= 5; ++index) {
      const auto make = [&](Generator& generator) {
        return kronecker_system(generator, index, mixing, curvature);
      };
      const double slower = mixing == Mixing::permuted || index <= 2 ? 1 : index == 3 ? 0.5 : 0.2;
      solve_all({fmt::format("{}, {}, index {}", kind, name_of(mixing), index), index, curvature == 0, make}, method,
                slower * usual_counts[static_cast<std::size_t>(mixing)]);
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

/// The part of the constraints' values that no free variable can make up for.
Held judge_held_set(const LinearConstraints& constraints, const VectorXd& guess, const VectorXd& held)
{
  MatrixXd free = constraints.matrix;
  VectorXd missing = constraints.value;
  for (Eigen::Index j = 0; j < held.size(); ++j) {
    if (held[j] == 0) continue;
    missing -= constraints.matrix.col(j) * guess[j];
    free.col(j).setZero();
  }
  constexpr double clearly = 1e-3;
  const MatrixXd reached = orthonormal(free, clearly);
  if (reached.colwise().norm().sum() != orthonormal(free, 1e-10).colwise().norm().sum()) return Held::undecided;
  for (const auto& direction : reached.colwise()) missing -= direction.dot(missing) * direction;
  if (missing.norm() > clearly) return Held::contradictory;
  return missing.norm() < 1e-6 ? Held::possible : Held::undecided;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(random_systems_with_known_answers)

BOOST_AUTO_TEST_CASE(linear_systems_of_index_0_to_5_are_never_solved_wrongly)
{
  solve_kronecker_systems(0, IDACI_AUTO, "linear", {400, 60, 15});
}

BOOST_AUTO_TEST_CASE(linear_systems_are_never_solved_wrongly_by_least_squares)
{
  solve_kronecker_systems(0, IDACI_LEAST_SQUARES, "linear, least squares", {10, 10, 5});
}

BOOST_AUTO_TEST_CASE(small_entries_of_noise_hide_no_constraints)
{
  struct Found
  {
    int index;
    Mixing mixing;
    double curvature;
    unsigned seed;
  };
  // Ranks once counted noise that scaling had made as large as the rest; hidden constraints were missed.
  Statistic statistic;
  for (const auto& [index, mixing, curvature, seed] :
       {Found{3, Mixing::sparse, 0, 46}, Found{5, Mixing::sparse, 0, 38}, Found{2, Mixing::permuted, 0.05, 3},
        Found{3, Mixing::permuted, 0.05, 2}}) {
    const auto make = [index = index, mixing = mixing, curvature = curvature](Generator& generator) {
      return kronecker_system(generator, index, mixing, curvature);
    };
    solve_one({"found before", index, curvature == 0, make}, IDACI_AUTO, seed, statistic);
  }
  BOOST_TEST(statistic.right == 4);
}

// Run by scripts/soak only: docs/random_systems.md says what is still wrong here.
BOOST_AUTO_TEST_CASE(nonlinear_systems_of_index_0_to_5_are_never_solved_wrongly, *boost::unit_test::disabled())
{
  solve_kronecker_systems(0.05, IDACI_AUTO, "nonlinear", {10, 10, 5});
}

BOOST_AUTO_TEST_CASE(linkages_and_networks_are_never_solved_wrongly)
{
  solve_all({"linkages", 3, false, linkage}, IDACI_AUTO, 200);
  solve_all({"networks", 2, false, network}, IDACI_AUTO, 400);
}

BOOST_AUTO_TEST_CASE(held_values_are_kept_and_contradictions_are_refused, *boost::unit_test::disabled())
{
  std::map<Held, Statistic> statistics;
  for (const unsigned seed : seeds(400)) {
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
      const int true_reason = expected == Held::possible ? IDACI_VERIFY_FAIL : IDACI_OVERDETERMINED;
      if (answer.flag == true_reason) {
        ++statistic.reasoned;
      } else {
        ++statistic.unreasoned[fmt::format("{} (seed {})", IDACIGetReturnFlagName(answer.flag), seed)];
      }
      continue;
    }
    const double moved = (answer.y - guess).cwiseProduct(held).cwiseAbs().maxCoeff();
    const double error = error_of(*system, answer);
    const bool right = expected == Held::possible && moved == 0 && error <= right_below(3);
    ++(right ? statistic.right : statistic.wrong);
    BOOST_TEST(right, "seed " << seed << ": held values moved by " << moved << ", error " << error);
  }
  judge("held values, possible", statistics[Held::possible], unreasoned_below(3));
  judge("held values, contradictory", statistics[Held::contradictory], unreasoned_below(3));
  BOOST_TEST(statistics[Held::contradictory].reasoned > 0);
}

BOOST_AUTO_TEST_SUITE_END()
