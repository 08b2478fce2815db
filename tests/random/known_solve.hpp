/// Random systems with known answers through the C interface: right, refused or wrong.
#pragma once

#include <ida_consistent_init/ida_consistent_init.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "random/known_system.hpp"

namespace random_systems {

constexpr double initial_time = 0.3;

enum class Method
{
  automatic,
  least_squares,
  exact_derivatives,  // automatic, with IDACISetJacFn and IDACISetTaylorFn
};

/// How a class of systems fared with a method.
struct Statistic
{
  long right = 0, reasoned = 0, wrong = 0;
  std::map<std::string, long> unreasoned;  // refusals, by flag

  [[nodiscard]] long refused_without_reason() const;
  [[nodiscard]] long systems() const { return right + reasoned + refused_without_reason() + wrong; }
};

struct Answer
{
  int flag = 0;
  VectorXd y, yp, determined;  // determined: 1 where the library says that it knows the component of y'
  VectorXd y_error, yp_error;  // as the library estimates them
  std::string message;
};

Answer solve(KnownSystem& system, const VectorXd& guess, const VectorXd& held, Method method);

/// Largest difference to the known values, relative to the largest of these: of y, and of what is said to be known of
/// y'. Values without a known counterpart (NaN) do not count.
double error_of(const KnownSystem& system, const Answer& answer);

/// No error is more than ten times what the library says of it, nor worth mentioning.
bool errors_are_stated(const KnownSystem& system, const Answer& answer);

/// What an answer may deviate: differences lose about a digit and a half with each differentiation.
inline double right_below(int index)
{
  return index <= 3 ? 1e-6 : 1e-4;
}

/// Promised shares of refusals without a true reason.
inline double unreasoned_below(int index)
{
  return index <= 3 ? 0.005 : 0.02;
}

/// No answer is wrong; refusals without a true reason are below the share that is promised for the index (and rounded
/// up: one in a small class). Prints a line that scripts/soak adds up.
void judge(const std::string& name, Method method, const Statistic& statistic, double share);

/// As many as usual times IDACI_RANDOM_SYSTEMS, and where these are few (they take long) times IDACI_RANDOM_RARE; from
/// IDACI_RANDOM_SEED on (scripts/soak).
std::vector<unsigned> seeds(double usual_count);

struct Class
{
  std::string name;
  int index;
  bool linear;
  std::function<std::unique_ptr<KnownSystem>(Generator&)> make;
};

/// One system, from a guess that is exact, near, at some distance or (where it is linear) far.
void solve_one(const Class& systems, Method method, unsigned seed, Statistic& statistic);

/// Nothing is held: every system has to be solved.
void solve_all(const Class& systems, Method method, double usual_count);

Class kronecker_class(double curvature, Mixing mixing, int index);

/// A system of a Kronecker class that was once solved wrongly or not at all.
struct Listed
{
  Mixing mixing;
  int index;
  unsigned seed;
};

/// These systems by the automatic method.
Statistic solve_listed(double curvature, const std::vector<Listed>& systems);

/// usual_counts: systems of index 0, 1, 2, ...
void solve_kronecker_systems(double curvature, Mixing mixing, Method method, const std::vector<double>& usual_counts);

}  // namespace random_systems
