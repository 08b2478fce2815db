#include "ida_consistent_init/integration/filtered_norm.hpp"

#include <ida/ida_ls.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::integration {

namespace {

// A velocity in the sense of section 5: of index 2, and its derivative occurs.
bool is_velocity(const FilterProblem& problem, std::size_t j)
{
  return problem.variable_index[j] == 2 && problem.differential[j];
}

bool has_velocities(const FilterProblem& problem)
{
  for (std::size_t j = 0; j < problem.variable_index.size(); ++j) {
    if (is_velocity(problem, j)) return true;
  }
  return false;
}

}  // namespace

FilteredNorm::FilteredNorm(void* ida_mem, FilterProblem problem, N_Vector template_vector,
                           const SUNNonlinSolLSolveFn* tapped)
    : ida_mem_(ida_mem),
      problem_(std::move(problem)),
      velocities_present_(has_velocities(problem_)),
      tapped_(tapped),
      base_(support::clone(template_vector)),
      moved_(support::clone(template_vector)),
      direction_(support::clone(template_vector)),
      work_(support::clone(template_vector)),
      error_(support::clone(template_vector))
{
}

// A set-up belongs to the Newton iteration that is under way: cj does not change in between. The counter starts anew
// with IDAReInit, but before the first step is done every iteration sets up.
void FilteredNorm::newton_iterates(int iteration)
{
  base_is_current_ = false;
  if (iteration == 0) matrix_is_new_ = false;
  long int setups = 0, steps = 0;
  if (IDAGetNumLinSolvSetups(ida_mem_, &setups) != IDA_SUCCESS || IDAGetNumSteps(ida_mem_, &steps) != IDA_SUCCESS) {
    return;
  }
  if (setups == setups_ && steps > 0) return;
  setups_ = setups;
  matrix_is_new_ = IDAGetCurrentCj(ida_mem_, &setup_cj_) == IDA_SUCCESS;
}

bool FilteredNorm::linear_solver_is_direct() const
{
  long int iterations = 0;
  return IDAGetNumLinIters(ida_mem_, &iterations) == IDALS_SUCCESS && iterations == 0;
}

// Before its first Newton iteration IDA takes the norm of y' for the size of its first step.
bool FilteredNorm::usable() const
{
  long int iterations = 0;
  return *tapped_ != nullptr && setup_cj_ != 0 && IDAGetNumNonlinSolvIters(ida_mem_, &iterations) == IDA_SUCCESS &&
         iterations > 0 && linear_solver_is_direct();
}

std::optional<FilteredNorm::Point> FilteredNorm::point() const
{
  Point point{};
  N_Vector y_predicted = nullptr, yp_predicted = nullptr, residual = nullptr;
  if (IDAGetNonlinearSystemData(ida_mem_, &point.t, &y_predicted, &yp_predicted, &point.y, &point.yp, &residual,
                                &point.cj, &point.user_data) != IDA_SUCCESS) {
    return {};
  }
  if (problem_.user_data) point.user_data = *problem_.user_data;
  return point;
}

std::optional<sunrealtype> FilteredNorm::of(N_Vector x, N_Vector weights) noexcept
{
  if (!usable()) return {};
  const auto point = this->point();
  if (!point || is_solution(*point, x) || !evaluate_base(*point) || !filter(*point, x)) return {};
  if (velocities_present_ && !filter_velocities(*point)) return {};
  return norm(weights);
}

// Between two steps IDA takes the norm of y itself, to see whether the tolerances ask for more than round-off allows.
bool FilteredNorm::is_solution(const Point& point, N_Vector x)
{
  constexpr sunrealtype round_off_of_update = 1e-8;
  N_VLinearSum(1, x, -1, point.y, moved_.get());
  return N_VMaxNorm(moved_.get()) <= round_off_of_update * N_VMaxNorm(x);
}

bool FilteredNorm::evaluate_base(const Point& point)
{
  if (base_is_current_) return true;
  base_is_current_ = problem_.residual(point.t, point.y, point.yp, base_.get(), point.user_data) == 0;
  return base_is_current_;
}

// work_ = F_y direction or F_y' direction. F is linear in y' and velocities in most models, so the step need not be
// small: a hundred-thousandth of the values leaves eleven digits to the differences.
bool FilteredNorm::differentiate(const Point& point, N_Vector direction, bool along_derivatives)
{
  constexpr sunrealtype relative_step = 1e-5;
  const sunrealtype length = N_VMaxNorm(direction);
  if (!std::isfinite(length)) return false;
  if (length == 0) {
    N_VConst(0, work_.get());
    return true;
  }
  N_Vector from = along_derivatives ? point.yp : point.y;
  const sunrealtype step = relative_step * std::max(sunrealtype(1), N_VMaxNorm(from)) / length;
  N_VLinearSum(1, from, step, direction, moved_.get());
  N_Vector y = along_derivatives ? point.y : moved_.get();
  N_Vector yp = along_derivatives ? moved_.get() : point.yp;
  if (problem_.residual(point.t, y, yp, work_.get(), point.user_data) != 0) return false;
  N_VLinearSum(1 / step, work_.get(), -1 / step, base_.get(), work_.get());
  return true;
}

// right_hand_side becomes the solution, without the factor by which IDA allows for a matrix of another cj.
bool FilteredNorm::solve(const Point& point, N_Vector right_hand_side) const
{
  if ((*tapped_)(right_hand_side, ida_mem_) != 0) return false;
  N_VScale((1 + point.cj / setup_cj_) / 2, right_hand_side, right_hand_side);
  return true;
}

// error_ = e of (5.1).
bool FilteredNorm::filter(const Point& point, N_Vector x)
{
  N_VScale(1, x, direction_.get());
  auto direction = support::view(direction_.get());
  for (std::size_t j = 0; j < problem_.differential.size(); ++j) {
    if (!problem_.differential[j]) direction[static_cast<Eigen::Index>(j)] = 0;
  }
  if (!differentiate(point, direction_.get(), true)) return false;
  N_VScale(setup_cj_, work_.get(), error_.get());
  return solve(point, error_.get());
}

// error_ with its velocities replaced by v of (5.5).
bool FilteredNorm::filter_velocities(const Point& point)
{
  auto direction = support::view(direction_.get());
  auto error = support::view(error_.get());
  const auto n = static_cast<Eigen::Index>(problem_.differential.size());
  for (Eigen::Index j = 0; j < n; ++j) direction[j] = is_velocity(problem_, static_cast<std::size_t>(j)) ? error[j] : 0;
  if (!differentiate(point, direction_.get(), false)) return false;

  auto impulse = support::view(work_.get());
  for (Eigen::Index i = 0; i < n; ++i) {
    impulse[i] = problem_.kinematic[static_cast<std::size_t>(i)] ? -setup_cj_ * impulse[i] : 0;
  }
  if (!solve(point, work_.get())) return false;
  for (Eigen::Index j = 0; j < n; ++j) {
    if (is_velocity(problem_, static_cast<std::size_t>(j))) {
      error[j] += impulse[j] / setup_cj_;
    }
  }
  return true;
}

// The maximum norm, as section 5 advises: a mean over all components would let those that do not count, or hardly move,
// hide the error of the others.
sunrealtype FilteredNorm::norm(N_Vector weights) const
{
  const auto error = support::view(error_.get());
  const auto weight = support::view(weights);
  sunrealtype largest = 0;
  for (std::size_t j = 0; j < problem_.variable_index.size(); ++j) {
    if (problem_.variable_index[j] > 1 && !is_velocity(problem_, j)) continue;
    const auto k = static_cast<Eigen::Index>(j);
    largest = std::max(largest, std::abs(error[k]) * weight[k]);
  }
  return largest;
}

}  // namespace ida_consistent_init::integration
