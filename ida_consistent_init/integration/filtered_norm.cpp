#include "ida_consistent_init/integration/filtered_norm.hpp"

#include <ida/ida_ls.h>

#include <algorithm>
#include <cmath>
#include <limits>
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
      moved_slope_(support::clone(template_vector)),
      direction_(support::clone(template_vector)),
      slope_(support::clone(template_vector)),
      load_(support::clone(template_vector)),
      velocity_(support::clone(template_vector)),
      correction_(support::clone(template_vector)),
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
  if (velocities_present_ && !matrix_is_new_ && !refine_until_settled(*point, weights)) return {};
  // The largest of several numbers would hide one that is not a number.
  if (!support::view(error_.get()).allFinite() || !support::view(velocity_.get()).allFinite()) return {};
  return norm(weights);
}

// Between two steps IDA takes the norm of y itself, to see whether the tolerances ask for more than round-off allows.
bool FilteredNorm::is_solution(const Point& point, N_Vector x)
{
  constexpr sunrealtype round_off_of_update = 1e-8;
  N_VLinearSum(1, x, -1, point.y, moved_.get());
  return N_VMaxNorm(moved_.get()) <= round_off_of_update * N_VMaxNorm(x);
}

// The residual may be C++ code that throws; between it and us there is only IDA's C code, which called us.
bool FilteredNorm::residual_at(const Point& point, N_Vector y, N_Vector yp, N_Vector r)
{
  try {
    return problem_.residual(point.t, y, yp, r, point.user_data) == 0;
  } catch (...) {
    return false;
  }
}

bool FilteredNorm::evaluate_base(const Point& point)
{
  if (base_is_current_) return true;
  base_is_current_ = residual_at(point, point.y, point.yp, base_.get());
  return base_is_current_;
}

// image = F_y u + F_y' w for the directions that are given (NULL: none). The step need not be small: F is linear in y',
// velocities and multipliers in most models, and a hundred-thousandth of the values leaves eleven digits to the
// differences.
bool FilteredNorm::differentiate(const Point& point, N_Vector u, N_Vector w, N_Vector image)
{
  constexpr sunrealtype relative_step = 1e-5;
  sunrealtype step = std::numeric_limits<sunrealtype>::infinity();
  for (const auto& [from, direction] : {std::pair{point.y, u}, std::pair{point.yp, w}}) {
    if (direction == nullptr) continue;
    const sunrealtype length = N_VMaxNorm(direction);
    if (!std::isfinite(length)) return false;
    if (length > 0) step = std::min(step, relative_step * std::max(sunrealtype(1), N_VMaxNorm(from)) / length);
  }
  N_VConst(0, image);
  if (!std::isfinite(step)) return true;
  if (u != nullptr) N_VLinearSum(1, point.y, step, u, moved_.get());
  if (w != nullptr) N_VLinearSum(1, point.yp, step, w, moved_slope_.get());
  N_Vector y = u != nullptr ? moved_.get() : point.y;
  N_Vector yp = w != nullptr ? moved_slope_.get() : point.yp;
  if (!residual_at(point, y, yp, image)) return false;
  N_VLinearSum(1 / step, image, -1 / step, base_.get(), image);
  return true;
}

// to = the components of from of one kind, else 0.
template <class Kind>
void FilteredNorm::select(N_Vector from, Kind kind, N_Vector to) const
{
  const auto source = support::view(from);
  auto target = support::view(to);
  for (std::size_t j = 0; j < problem_.variable_index.size(); ++j) {
    const auto k = static_cast<Eigen::Index>(j);
    target[k] = kind(j) ? source[k] : 0;
  }
}

// right_hand_side becomes the solution, without the factor by which IDA allows for a matrix of another cj.
bool FilteredNorm::solve(const Point& point, N_Vector right_hand_side) const
{
  if ((*tapped_)(right_hand_side, ida_mem_) != 0) return false;
  N_VScale((1 + point.cj / setup_cj_) / 2, right_hand_side, right_hand_side);
  return true;
}

// velocity_ = the solution v of the second equation, load_ = its right-hand side, error_ = e of the first.
bool FilteredNorm::filter(const Point& point, N_Vector x)
{
  select(
      x, [this](std::size_t j) { return is_velocity(problem_, j); }, direction_.get());
  if (!differentiate(point, nullptr, direction_.get(), load_.get())) return false;
  N_VScale(setup_cj_, load_.get(), load_.get());
  N_VScale(1, load_.get(), velocity_.get());
  if (velocities_present_ && !solve(point, velocity_.get())) return false;

  select(
      x, [this](std::size_t j) { return problem_.differential[j] && !is_velocity(problem_, j); }, direction_.get());
  if (!differentiate(point, nullptr, direction_.get(), error_.get())) return false;
  N_VLinearSum(setup_cj_, error_.get(), 1, load_.get(), error_.get());
  return solve(point, error_.get());
}

// One sweep of iterative refinement of velocity_ with the derivatives of F of now; correction_ is what it adds.
// Multipliers are differentiated along separately: they are so much larger than what belongs to them in velocities and
// positions that those would drown in round-off.
bool FilteredNorm::refine(const Point& point)
{
  select(
      velocity_.get(), [this](std::size_t j) { return !problem_.differential[j]; }, direction_.get());
  if (!differentiate(point, direction_.get(), nullptr, correction_.get())) return false;
  N_VLinearSum(1, load_.get(), -1, correction_.get(), correction_.get());

  select(
      velocity_.get(), [this](std::size_t j) { return problem_.differential[j]; }, direction_.get());
  N_VScale(setup_cj_, direction_.get(), slope_.get());
  if (!differentiate(point, direction_.get(), slope_.get(), work_.get())) return false;
  N_VLinearSum(1, correction_.get(), -1, work_.get(), correction_.get());
  if (!solve(point, correction_.get())) return false;
  N_VLinearSum(1, velocity_.get(), 1, correction_.get(), velocity_.get());
  return true;
}

// An old matrix projects against the constraints of then. The part of x_v that does not count is much larger than the
// part that does, up to 1/h times, so that even a slight turn lets much of it pass.
bool FilteredNorm::refine_until_settled(const Point& point, N_Vector weights)
{
  constexpr int most_sweeps = 4;
  constexpr sunrealtype settled = 0.1;  // relative, for an error estimate
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    if (!refine(point)) return false;
    const sunrealtype change = largest_velocity(correction_.get(), weights);
    const sunrealtype size = std::max(largest_velocity(velocity_.get(), weights), settled);
    if (change <= settled * size) return true;
  }
  return true;
}

sunrealtype FilteredNorm::largest_velocity(N_Vector vector, N_Vector weights) const
{
  const auto value = support::view(vector);
  const auto weight = support::view(weights);
  sunrealtype largest = 0;
  for (std::size_t j = 0; j < problem_.variable_index.size(); ++j) {
    const auto k = static_cast<Eigen::Index>(j);
    if (is_velocity(problem_, j)) largest = std::max(largest, std::abs(value[k]) * weight[k]);
  }
  return largest;
}

// The maximum norm, as section 5 advises: a mean over all components would let those that do not count, or hardly move,
// hide the error of the others.
sunrealtype FilteredNorm::norm(N_Vector weights) const
{
  const auto error = support::view(error_.get());
  const auto weight = support::view(weights);
  sunrealtype largest = largest_velocity(velocity_.get(), weights);
  for (std::size_t j = 0; j < problem_.variable_index.size(); ++j) {
    const auto k = static_cast<Eigen::Index>(j);
    if (problem_.variable_index[j] <= 1) largest = std::max(largest, std::abs(error[k]) * weight[k]);
  }
  return largest;
}

}  // namespace ida_consistent_init::integration
