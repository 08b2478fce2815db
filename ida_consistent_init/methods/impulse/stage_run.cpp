#include "ida_consistent_init/methods/impulse/stage_run.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <vector>

#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/cancelled.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

/// Passes end at corrections this small, in units of the tolerance.
constexpr double converged = 1e-3;
/// Corrections that are this many times the noise of the differences, or less, may be nothing else.
constexpr double noise_factor = 4;
/// How far beyond the noise of the differences corrections may stagnate.
constexpr double noise_margin = 30;
/// A pass that gains less calls for a new factorization.
constexpr double slow_rate = 0.1;
constexpr double smallest_damping = 1e-3;

constexpr double usual_step = 0.125;
constexpr double longest_step = 0.5;
constexpr double shortest_step = 1e-13;
constexpr double step_ratio = 0.25;
/// Above this noise (in tolerances; about three digits) no step is good enough to end the search.
constexpr double coarse_noise = 1e5;
/// With so little noise there is no need to look for another step.
constexpr double good_noise = 0.1;
/// The same for stage 1, of which IDA needs nothing, and corrections that are the last ones there.
constexpr double good_noise_of_last = 1e3;
constexpr double converged_of_last = 10;
/// Of the verification, in units of the one that served the stage.
constexpr double other_step = 0.75;

derivatives::Stencil (*stencil_of(const Options& options))(int)
{
  return options.difference_kind == derivatives::DifferenceKind::one_sided ? derivatives::one_sided_stencil
                                                                           : derivatives::centered_stencil;
}

int order_of(const Options& options)
{
  return options.difference_order > 0 ? options.difference_order : derivatives::DifferenceOptions{}.order;
}

}  // namespace

StageRun::StageRun(const System& system, const VectorOffsets& offsets, const Options& options, ResidualCalls& calls,
                   SystemSolver& solver, VectorJet& jet, double cj)
    : offsets_(offsets),
      options_(options),
      solver_(solver),
      jet_(jet),
      cj_(cj),
      residual_(system, offsets, calls, stencil_of(options)),
      held_(HeldValues::of(system, offsets, calls, solver)),
      last_step_(system.difference_step > 0 ? system.difference_step : usual_step),
      r_(system.new_vector()),
      b_(system.new_vector()),
      x_(system.new_vector()),
      trial_(system.new_vector()),
      weights_(system.new_vector()),
      work_(system.new_vector())
{
}

void StageRun::begin(int k, int order)
{
  k_ = k;
  iteration_ = 0;
  residual_.prepare(k, order);
  set_weights();
  if (held_) held_->begin(k, jet_, weights_.get());
}

/// 1 / (rtol |y_j^(q)| + atol) with q = k + d_j, or q = 0 for variables that are not in the stage.
void StageRun::set_weights()
{
  if (support::has_element_access(weights_.get())) return set_weights_of_elements();
  N_VConst(0, weights_.get());
  for (int d = 0; d <= offsets_.largest_variable; ++d) {
    mask_equal(d, offsets_.variable.get(), trial_.get(), work_.get());
    N_VAbs(jet_.derivative(std::max(0, k_ + d)), work_.get());
    N_VScale(options_.rtol, work_.get(), work_.get());
    N_VAddConst(work_.get(), options_.atol, work_.get());
    N_VInv(work_.get(), work_.get());
    N_VProd(trial_.get(), work_.get(), work_.get());
    N_VLinearSum(1, weights_.get(), 1, work_.get(), weights_.get());
  }
}

void StageRun::set_weights_of_elements()
{
  std::vector<const double*> value;
  value.reserve(offsets_.largest_variable + 1);
  for (int d = 0; d <= offsets_.largest_variable; ++d) {
    value.push_back(support::view(jet_.derivative(std::max(0, k_ + d))).data());
  }
  const auto offset = support::view(offsets_.variable.get());
  auto weights = support::view(weights_.get());
  for (Eigen::Index j = 0; j < weights.size(); ++j) {
    weights[j] = 1 / options_.tolerance(value[static_cast<int>(offset[j])][j]);
  }
}

bool StageRun::refresh()
{
  set_up_ = solver_.set_up(jet_.derivative(0), jet_.derivative(1), weights_.get(), cj_);
  moved_ = false;
  if (!set_up_) why_ = solver_.why();
  return set_up_;
}

bool StageRun::correction(N_Vector r, N_Vector x, double& norm, bool held_return)
{
  N_VScale(-1, r, b_.get());
  if (!solver_.solve(b_.get(), x)) {
    why_ = solver_.why();
    return false;
  }
  keep_at_least(-k_, offsets_.variable.get(), x, b_.get());
  why_ = "the residual or the linear solver fails where components are held";
  if (held_ && !held_->adjust(x, held_return)) return false;
  norm = weighted_norm(x, weights_.get(), work_.get());
  why_ = "the correction is not finite";
  return std::isfinite(norm);
}

/// If one rank's monitor asks for the end, all ranks end here.
void StageRun::watch()
{
  if (options_.monitor == nullptr) return;
  std::optional<support::Cancelled> cancelled;
  const int iteration = iteration_++;
  try {
    options_.watch(k_, iteration, N_VMaxNorm(r_.get()));
  } catch (const support::Cancelled& by_this_rank) {
    cancelled = by_this_rank;
  }
  if (largest_of_ranks(cancelled ? 1 : 0, work_.get()) != 0) throw support::Cancelled{k_, iteration};
}

bool StageRun::correct_at_jet(N_Vector x, double& norm)
{
  why_ = "the residual refuses a point";
  if (!residual_.evaluate(jet_, r_.get(), nullptr)) return false;
  watch();
  return correction(r_.get(), x, norm);
}

/// y_j^(k+d_j) += factor x_j.
void StageRun::move(double factor, N_Vector x)
{
  if (support::has_element_access(x)) return move_elements(factor, x);
  for (int d = std::max(0, -k_); d <= offsets_.largest_variable; ++d) {
    const int q = k_ + d;
    mask_equal(d, offsets_.variable.get(), b_.get(), work_.get());
    N_VProd(b_.get(), x, b_.get());
    N_VLinearSum(1, jet_.derivative(q), factor, b_.get(), jet_.derivative(q));
    moved_ = moved_ || q <= 1;
  }
}

void StageRun::move_elements(double factor, N_Vector x)
{
  std::vector<double*> target(offsets_.largest_variable + 1, nullptr);
  for (int d = std::max(0, -k_); d <= offsets_.largest_variable; ++d) {
    target[d] = support::view(jet_.derivative(k_ + d)).data();
    moved_ = moved_ || k_ + d <= 1;
  }
  const auto offset = support::view(offsets_.variable.get()), change = support::view(x);
  for (Eigen::Index j = 0; j < change.size(); ++j) {
    double* values = target[static_cast<int>(offset[j])];
    if (values != nullptr) values[j] += factor * change[j];
  }
}

/// What formulas of two orders differ by, carried through the solve; infinite if there is no answer.
double StageRun::difference_at(double step)
{
  constexpr double none = std::numeric_limits<double>::infinity();
  residual_.set_step(step);
  double difference = none;
  const bool usable =
      residual_.evaluate(jet_, r_.get(), trial_.get()) && correction(trial_.get(), x_.get(), difference, false);
  return usable ? difference : none;
}

/// The step of the stage before, which has about the same time scale, will often do.
bool StageRun::choose_step(double first, double acceptable, double& noise)
{
  noise = 0;
  if (residual_.highest() < 1) return true;
  noise = difference_at(first);
  return noise <= acceptable || search_step(acceptable, noise);
}

/// The step with the least noise in the unknowns, or one that is good. From the one tried first the way goes on where
/// there is less noise. Both formulas may round alike at one step by chance, so that a step that is not good is no
/// better than the better one of its neighbours.
bool StageRun::search_step(double acceptable, double& noise)
{
  constexpr double none = std::numeric_limits<double>::infinity();
  const double first = residual_.step();
  std::deque<double> tried{noise};  // from long steps to short ones, neighbours differ by step_ratio
  double longest = first, shortest = first;
  const auto robust = [&](std::size_t k) {
    const double longer = k > 0 ? tried[k - 1] : longest / step_ratio > longest_step ? tried[k] : none;
    const double shorter = k + 1 < tried.size() ? tried[k + 1] : none;
    return std::max(tried[k], std::min(longer, shorter));
  };
  std::size_t best = 0;
  for (;;) {
    const bool up = longest / step_ratio <= longest_step && (tried.size() == 1 || tried[0] <= tried[1]);
    const std::size_t end = tried.size() - 1;
    const bool down = shortest * step_ratio >= shortest_step &&
                      (end == 0 || tried[end] <= tried[end - 1] || robust(best) > coarse_noise);
    if (!up && !down) break;
    const double step = up ? longest / step_ratio : shortest * step_ratio;
    noise = difference_at(step);
    if (noise <= acceptable) return true;
    up ? tried.push_front(noise) : tried.push_back(noise);
    (up ? longest : shortest) = step;
    best = 0;
    for (std::size_t k = 1; k < tried.size(); ++k) {
      if (robust(k) < robust(best)) best = k;
    }
  }
  noise = robust(best);
  why_ = "no step of the differences is usable";
  const double step = longest * std::pow(step_ratio, static_cast<double>(best));
  return std::isfinite(noise) && (step == residual_.step() || std::isfinite(difference_at(step)));
}

/// The first correction. The differences follow the jet up to the derivatives that this stage is to find; without these
/// a step may seem good that is far too long. So there is one pass with such a step, and then the choice along the jet
/// that it gives.
bool StageRun::start(StageFacts& facts, double& norm)
{
  if (residual_.highest() < 1) return correct_at_jet(x_.get(), norm);
  const double good = k_ > 0 ? good_noise_of_last : good_noise;
  if (!choose_step(last_step_, good, facts.noise)) return false;
  watch();
  if (!correction(r_.get(), x_.get(), norm)) return false;
  ++facts.passes;
  move(1, x_.get());
  set_weights();
  facts.history = {weighted_norm(x_.get(), weights_.get(), work_.get())};
  if (!choose_step(residual_.step(), std::max(good, 2 * facts.noise), facts.noise)) return false;
  last_step_ = facts.step = residual_.step();
  watch();
  if (!correction(r_.get(), x_.get(), norm)) return false;
  // A Jacobian at this very point is cheaper than another pass with many residuals.
  const bool far_away = norm * norm > converged * facts.history.back();
  return !far_away || !moved_ || (refresh() && correction(r_.get(), x_.get(), norm));
}

/// Newton's method with the factorization at hand and damping; the limit error of A shows as a rate of convergence.
bool StageRun::iterate(StageFacts& facts, double norm)
{
  const double accepted = 1 + noise_margin * facts.noise;
  const double enough = std::max(k_ > 0 ? converged_of_last : converged, noise_factor * facts.noise);
  double damping = 1;
  facts.rate = facts.history.empty() ? 1 : norm / facts.history.back();
  facts.history.push_back(norm);
  bool stale = moved_;
  // What is left after a correction is about as much smaller as this one was than the one before; of large corrections
  // this need not be true, because components may converge one after the other.
  const auto is_last = [&] {
    return norm <= enough || (norm <= 1 && norm * facts.rate <= converged);
  };
  while (!is_last()) {
    if (++facts.passes > options_.max_iterations) {
      why_ = support::format("{} passes were not enough, the last correction is {:.1e} tolerances",
                             options_.max_iterations, norm);
      return false;
    }
    move(damping, x_.get());
    double next = 0;
    const bool usable = correct_at_jet(trial_.get(), next);
    if (usable && norm <= accepted && next > 0.5 * norm) break;  // round-off
    if (!usable || next > (1 - damping / 4) * norm) {
      // Back, then again with the Jacobian at this very point, then with shorter steps.
      move(-damping, x_.get());
      if (stale) {
        if (!refresh() || !correct_at_jet(x_.get(), norm)) return false;
        stale = false;
        continue;
      }
      damping /= 4;
      if (damping >= smallest_damping) continue;
      if (usable) why_ = support::format("corrections do not shrink: {:.1e} tolerances, then {:.1e}", norm, next);
      return false;
    }
    facts.rate = damping == 1 ? next / norm : 1;
    const bool slow = next > slow_rate * norm;
    std::swap(x_, trial_);
    norm = next;
    damping = std::min(1.0, 2 * damping);
    facts.history.push_back(norm);
    stale = moved_;
    if (slow && stale && norm > accepted) {
      if (!refresh() || !correction(r_.get(), x_.get(), norm)) return false;
      stale = false;
    }
  }
  if (is_last()) move(1, x_.get());
  return true;
}

/// Equations that are not differentiated in this stage can be met to round-off, whatever the noise of the others is.
bool StageRun::polish()
{
  constexpr int most_passes = 3;
  double norm = 0;
  for (int pass = 0; pass < most_passes; ++pass) {
    if (!residual_.evaluate_undifferentiated(jet_, r_.get())) return false;
    watch();
    if (!correction(r_.get(), x_.get(), norm, false)) return false;
    move(1, x_.get());
    if (norm <= converged) break;
  }
  return true;
}

bool StageRun::solve(int k, StageFacts& facts)
{
  begin(k, order_of(options_));
  if (!set_up_ && !refresh()) return false;
  double norm = 0;
  if (!start(facts, norm) || !iterate(facts, norm)) return false;
  if (k <= 0 && facts.history.back() > converged && !polish()) return false;
  facts.residual = N_VMaxNorm(r_.get());
  return true;
}

/// Adds |x_j| to y_error or yp_error where the stage's unknown is y_j or y_j'; returns the largest in units of the
/// tolerance. Of higher derivatives nothing is claimed. x: overwritten.
double StageRun::note_errors(N_Vector x, N_Vector y_error, N_Vector yp_error)
{
  N_VAbs(x, x);
  mask_at_least(2 - k_, offsets_.variable.get(), b_.get());
  N_VProd(x, b_.get(), b_.get());
  N_VLinearSum(1, x, -1, b_.get(), x);
  for (const int q : {0, 1}) {
    if (q - k_ < 0) continue;
    N_Vector target = q == 0 ? y_error : yp_error;
    mask_equal(q - k_, offsets_.variable.get(), b_.get(), work_.get());
    N_VProd(b_.get(), x, b_.get());
    N_VLinearSum(1, target, 1, b_.get(), target);
  }
  return weighted_norm(x, weights_.get(), work_.get());
}

StageRun::Check StageRun::verify(const StageFacts& stage, N_Vector y_error, N_Vector yp_error)
{
  Check check;
  begin(stage.k, order_of(options_) + 1);
  if (!choose_step(other_step * stage.step, std::max(1.0, 10 * stage.noise), check.noise)) return check;
  if (residual_.highest() > 0) {
    check.noise = note_errors(x_.get(), y_error, yp_error);
  } else if (!residual_.evaluate(jet_, r_.get(), nullptr)) {
    return check;
  }
  N_VScale(1, r_.get(), b_.get());
  keep_at_least(1 - stage.k, offsets_.equation.get(), b_.get(), work_.get());
  check.hidden_residual = N_VMaxNorm(b_.get());
  if (!correction(r_.get(), x_.get(), check.correction)) return check;
  check.correction = note_errors(x_.get(), y_error, yp_error);
  check.evaluated = true;
  return check;
}

}  // namespace ida_consistent_init::methods::impulse
