#include "ida_consistent_init/methods/impulse/impulse.hpp"

#include <ida_consistent_init/ida_consistent_init_flags.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "ida_consistent_init/methods/impulse/stage_run.hpp"
#include "ida_consistent_init/methods/impulse/vector_operations.hpp"
#include "ida_consistent_init/support/error.hpp"
#include "ida_consistent_init/support/format.hpp"
#include "ida_consistent_init/support/vectors.hpp"

namespace ida_consistent_init::methods::impulse {

namespace {

using support::Error;

/// Corrections of the verification beyond this many times the noise are no noise.
constexpr double verification_margin = 30;
/// Noise in units of the tolerance above which a value is not known at all (relative 1e-3 by default).
constexpr double hopeless_noise = 1e5;

class Impulse
{
 public:
  Impulse(const System& system, const VectorOffsets& offsets, const Options& options, Findings& findings)
      : system_(system), offsets_(offsets), options_(options), findings_(findings), calls_(system)
  {
  }

  Answer operator()();

 private:
  void check_guess(N_Vector f);
  double rate(N_Vector base);
  Answer attempt();
  void solve_stages(StageRun& run, Answer& answer);
  [[nodiscard]] bool wants_algebraic_derivatives() const;
  void check_explicit_residual(Answer& answer);
  void verify(StageRun& run, Answer& answer);
  [[nodiscard]] StageFacts new_stage(int k, N_Vector work) const;
  void count_calls();

  const System& system_;
  const VectorOffsets& offsets_;
  const Options& options_;
  Findings& findings_;
  ResidualCalls calls_;
  std::unique_ptr<SystemSolver> solver_;
};

void Impulse::check_guess(N_Vector f)
{
  if (calls_.evaluate(system_.t0, system_.guess_y, system_.guess_yp, f)) return;
  throw Error(calls_.was_recoverable() ? IDACI_RES_FAIL : IDACI_RES_NOT_FINITE,
              calls_.was_recoverable()
                  ? "The residual returned a positive value (recoverable error) at the guess; give a guess inside its "
                    "domain."
                  : "The residual is not finite at the guess; give a guess inside its domain, or check that the "
                    "residual sets all its components.");
}

/// base: F at the guess. For the unit of cj: |F_y v| / |F_y' v| for v = |y| + atol / rtol: how fast the system is.
double Impulse::rate(N_Vector base)
{
  constexpr double relative = 1e-6;
  const auto v = system_.new_vector(), moved = system_.new_vector(), value = system_.new_vector();
  N_VAbs(system_.guess_y, v.get());
  N_VAddConst(v.get(), options_.rtol > 0 ? options_.atol / options_.rtol : 1, v.get());
  double size[2] = {0, 0};
  for (const int of_derivative : {0, 1}) {
    N_VLinearSum(1, of_derivative ? system_.guess_yp : system_.guess_y, relative, v.get(), moved.get());
    N_Vector y = of_derivative ? system_.guess_y : moved.get();
    N_Vector yp = of_derivative ? moved.get() : system_.guess_yp;
    if (!calls_.evaluate(system_.t0, y, yp, value.get())) return 1;
    N_VLinearSum(1, value.get(), -1, base, value.get());
    size[of_derivative] = N_VMaxNorm(value.get());
  }
  const double ratio = size[0] / size[1];
  return std::isfinite(ratio) && ratio > 0 ? ratio : 1;
}

StageFacts Impulse::new_stage(int k, N_Vector work) const
{
  StageFacts facts;
  facts.k = k;
  mask_at_least(-k, offsets_.equation.get(), work);
  facts.equations = count(work);
  mask_at_least(-k, offsets_.variable.get(), work);
  facts.unknowns = count(work);
  return facts;
}

/// Where components of y' are held they may be among them.
bool Impulse::wants_algebraic_derivatives() const
{
  return options_.algebraic_derivatives || (system_.held_yp != nullptr && N_VMaxNorm(system_.held_yp) > 0);
}

/// Stages -max d .. 0 have to succeed. Stage 1 gives y' of the variables with d = 0, which no equation needs.
void Impulse::solve_stages(StageRun& run, Answer& answer)
{
  findings_.stages.clear();
  findings_.highest_known = false;
  const bool algebraic = wants_algebraic_derivatives();
  for (int k = -offsets_.largest_equation; k <= (algebraic ? 1 : 0); ++k) {
    StageFacts facts = new_stage(k, answer.y_error.get());
    options_.tell(support::format("stage {}: {} equations, {} unknowns", k, facts.equations, facts.unknowns));
    const bool solved = run.solve(k, facts);
    if (k <= 0 || solved) findings_.stages.push_back(facts);
    if (k == 1) {
      findings_.highest_known = solved;
    } else if (!solved) {
      throw Error(IDACI_CONV_FAIL,
                  support::format("Stage {} of the method impulse did not converge: {}.", k, run.why()));
    }
  }
  if (algebraic && !findings_.highest_known) {
    N_VConst(0, answer.jet.derivative(offsets_.largest_variable + 1));
    findings_.messages.emplace_back(
        "y' of the variables that occur undifferentiated only could not be resolved; IDA does not need it.");
  }
}

/// Small corrections do not prove small residuals if the solver is no match for A: F must be no larger than what a
/// change of y and y' by the tolerance makes of it.
void Impulse::check_explicit_residual(Answer& answer)
{
  constexpr double margin = 10;
  N_Vector y = answer.jet.derivative(0), yp = answer.jet.derivative(1);
  const auto y_moved = system_.new_vector(), yp_moved = system_.new_vector(), f = system_.new_vector(),
             g = system_.new_vector();
  const double relative = std::max(options_.rtol, 1e-12);
  if (!calls_.evaluate(system_.t0, y, yp, f.get())) {
    throw Error(IDACI_VERIFY_FAIL, "The residual cannot be evaluated at the computed values.");
  }
  findings_.explicit_norm = N_VMaxNorm(f.get());
  for (const auto& [from, to] : {std::pair{y, y_moved.get()}, std::pair{yp, yp_moved.get()}}) {
    N_VAbs(from, to);
    N_VScale(relative, to, to);
    N_VAddConst(to, options_.atol, to);
    N_VLinearSum(1, from, 1, to, to);
  }
  if (!calls_.evaluate(system_.t0, y_moved.get(), yp_moved.get(), g.get())) return;
  N_VLinearSum(1, g.get(), -1, f.get(), g.get());
  const double allowed = margin * N_VMaxNorm(g.get());
  if (findings_.explicit_norm <= allowed) return;
  throw Error(IDACI_VERIFY_FAIL,
              support::format("The residual at the computed values is {:.1e}, where the tolerance allows {:.1e}: the "
                              "linear solver does not solve with the Jacobian.",
                              findings_.explicit_norm, allowed));
}

void Impulse::verify(StageRun& run, Answer& answer)
{
  N_VConst(0, answer.y_error.get());
  N_VConst(0, answer.yp_error.get());
  findings_.hidden_norm = 0;
  options_.tell("verification");
  // One wrong value of F among the differences makes a pivot that hides what it should correct.
  const bool by_differences = system_.solver != nullptr && system_.matrix != nullptr && system_.jacobian == nullptr;
  if (by_differences && !run.refresh()) {
    throw Error(IDACI_VERIFY_FAIL, support::format("The matrix cannot be made at the computed values: {}.", run.why()));
  }
  for (const StageFacts& stage : findings_.stages) {
    const StageRun::Check check = run.verify(stage, answer.y_error.get(), answer.yp_error.get());
    if (stage.k > 0) continue;
    if (!check.evaluated) {
      throw Error(IDACI_VERIFY_FAIL,
                  support::format("Stage {} cannot be evaluated with other differences: {}.", stage.k, run.why()));
    }
    findings_.hidden_norm = std::max(findings_.hidden_norm, check.hidden_residual);
    if (check.correction > 1 + verification_margin * (stage.noise + check.noise) || check.noise > hopeless_noise) {
      throw Error(IDACI_VERIFY_FAIL,
                  support::format("Verification of stage {} with another difference formula moves values by {:.1e} "
                                  "tolerances with a noise of {:.1e}: the residual may not be smooth at t0, its "
                                  "Jacobian may be wrong, or the offsets may be too small.",
                                  stage.k, check.correction, check.noise));
    }
  }
}

void Impulse::count_calls()
{
  findings_.residual_evaluations = calls_.evaluations();
  findings_.jacobian_evaluations = solver_->jacobian_evaluations();
  findings_.factorizations = solver_->factorizations();
  findings_.solves = solver_->solves();
  findings_.krylov_iterations = solver_->krylov_iterations();
}

Answer Impulse::attempt()
{
  Answer answer{VectorJet(system_, offsets_.largest_variable + 1), system_.new_vector(), system_.new_vector()};
  try {
    {
      StageRun run(system_, offsets_, options_, calls_, *solver_, answer.jet, findings_.cj);
      solve_stages(run, answer);
      verify(run, answer);
    }
    check_explicit_residual(answer);
  } catch (...) {
    count_calls();
    throw;
  }
  count_calls();
  return answer;
}

Answer Impulse::operator()()
{
  double unit = 1;
  {
    const support::VectorHandle f = system_.new_vector();
    check_guess(f.get());
    if (system_.solver != nullptr) unit = rate(f.get());
  }
  solver_ = make_solver(system_, offsets_, calls_);
  if (system_.solver == nullptr) return attempt();
  std::optional<Error> refused;
  // Large enough that A(cj) is near its limit J, small enough for round-off; what is not known is found by trying.
  for (const double cj : {1e5 * unit, 1e7 * unit, 1e3 * unit, 1e9 * unit, 1e5, 1e9}) {
    findings_.cj = cj;
    options_.tell(support::format("A(cj) with cj = {:g}", findings_.cj));
    findings_.messages.clear();
    try {
      return attempt();
    } catch (const Error& error) {
      const bool another_try = error.flag() == IDACI_CONV_FAIL || error.flag() == IDACI_VERIFY_FAIL;
      if (!another_try || calls_.are_spent()) throw;
      if (!refused) refused = error;
    }
  }
  throw Error(
      refused->flag(),
      support::format("{} No other cj does better (tried: {:.1e} to {:.1e}). If the solver and its preconditioner are "
                      "right, the offsets are not those of these equations.",
                      refused->what(), std::min(1e3 * unit, 1e5), std::max(1e9 * unit, 1e9)));
}

}  // namespace

Answer solve(const System& system, const VectorOffsets& offsets, const Options& options, Findings& findings)
{
  return Impulse(system, offsets, options, findings)();
}

}  // namespace ida_consistent_init::methods::impulse
