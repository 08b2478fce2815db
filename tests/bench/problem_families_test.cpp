/* The families of bench/problems, small: their Jacobians, and that initialisation finds the values they were made from.
   What is wrong here would be measured wrong at scale. */
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "problems/families.hpp"
#include "session.hpp"

using namespace ida_consistent_init;
using namespace ida_consistent_init::bench;

namespace {

constexpr int kSizes[] = {10, 30, 100};
constexpr double kAmplitude = 0.01;

std::vector<double> residual_at(const Problem& problem, double t, const std::vector<double>& y,
                                const std::vector<double>& yp)
{
  std::vector<double> r(problem.size());
  problem.residual(t, y.data(), yp.data(), r.data());
  return r;
}

/* Largest difference between the columns of the Jacobian and centred differences of the residual. */
double error_of_jacobian(const Problem& problem, double cj)
{
  const double step = 1e-5;
  const std::vector<double> y = problem.displaced(0.1), yp(problem.size(), 0.5);
  const Pattern& pattern = problem.pattern();
  std::vector<double> values(pattern.row.size());
  problem.jacobian(cj, y.data(), values.data());
  double worst = 0;
  for (int j = 0; j < problem.size(); ++j) {
    std::vector<double> column(problem.size());
    for (const double sign : {1.0, -1.0}) {
      std::vector<double> moved = y, moved_derivative = yp;
      moved[j] += sign * step;
      moved_derivative[j] += sign * step * cj;
      const std::vector<double> r = residual_at(problem, 0, moved, moved_derivative);
      for (int i = 0; i < problem.size(); ++i) column[i] += sign * r[i] / (2 * step);
    }
    for (int k = pattern.column_start[j]; k < pattern.column_start[j + 1]; ++k) column[pattern.row[k]] -= values[k];
    for (const double difference : column) worst = std::max(worst, std::abs(difference));
  }
  return worst;
}

enum class Given
{
  jacobian,
  pattern,
  residual
};

void check_solution(const Family& family, int n, Given given)
{
  const std::unique_ptr<Problem> problem = family.make(n);
  Session session(*problem);
  session.start(kAmplitude);
  BOOST_TEST_CONTEXT(family.name << " with " << problem->size() << " unknowns, given " << static_cast<int>(given))
  {
    BOOST_TEST(session.gap(problem->known()) > 1e-3);  // the guess is inconsistent
    const Owned<IDACIMem> ci(IDACICreate(nullptr, call_residual, session.y(), session.yp(), session.context()));
    BOOST_REQUIRE(ci != nullptr);
    IDACISetUserData(ci.get(), session.user_data());
    if (given == Given::jacobian) IDACISetJacFn(ci.get(), call_jacobian, session.matrix());
    if (given == Given::pattern) IDACISetSparsity(ci.get(), session.matrix());
    for (const double amplitude : {kAmplitude, -0.5 * kAmplitude}) {
      session.start(amplitude);
      BOOST_TEST(IDACISolve(ci.get()) == IDACI_SUCCESS, IDACIGetLastMessage(ci.get()));
      int index = -1;
      IDACIGetIndex(ci.get(), &index);
      BOOST_TEST(index == problem->index());
      BOOST_TEST(session.gap(problem->known()) < 1e-7);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(jacobians_of_all_families_agree_with_differences_of_their_residuals)
{
  for (const Family& family : families()) {
    const std::unique_ptr<Problem> problem = family.make(60);
    for (const double cj : {0.0, 2.0}) BOOST_TEST(error_of_jacobian(*problem, cj) < 1e-5, family.name);
  }
}

BOOST_AUTO_TEST_CASE(known_values_satisfy_every_family)
{
  for (const Family& family : families()) {
    const std::unique_ptr<Problem> problem = family.make(100);
    for (const double r : residual_at(*problem, 0, problem->known().y, problem->known().yp)) {
      BOOST_TEST(std::abs(r) < 1e-12, family.name);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_family_is_solved_and_solved_again_with_its_jacobian)
{
  for (const Family& family : families()) {
    for (const int n : kSizes) check_solution(family, n, Given::jacobian);
  }
}

BOOST_AUTO_TEST_CASE(every_family_is_solved_and_solved_again_from_its_pattern)
{
  for (const Family& family : families()) check_solution(family, 30, Given::pattern);
}

BOOST_AUTO_TEST_CASE(every_family_is_solved_and_solved_again_from_its_residual)
{
  for (const Family& family : families()) check_solution(family, 30, Given::residual);
}
