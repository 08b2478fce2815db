#include "ida_consistent_init/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ida_consistent_init/linear/error_propagation.hpp"
#include "ida_consistent_init/methods/step_by_step/stage_step.hpp"
#include "ida_consistent_init/methods/step_by_step/system_jacobian.hpp"
#include "ida_consistent_init/verify/natural_unit.hpp"

namespace ida_consistent_init::verify {

namespace {

/// How far beyond the estimated noise of the two formulas a correction may lie.
constexpr double noise_margin = 30;
/// Values whose differences are this uncertain (relative to the value or its unit) are not known at all.
constexpr double hopeless = 1e-3;

class Verifier
{
 public:
  Verifier(derivatives::DerivativeArray& array, const problem::Problem& problem, const Claim& claim,
           const methods::Options& options, methods::MethodResult& result)
      : array_(array),
        problem_(problem),
        claim_(claim),
        options_(options),
        result_(result),
        term_scale_(array.term_scale(result.jet))
  {
  }

  Verification run()
  {
    measure_constraints();
    refuse_runaway_slopes();
    for (const methods::StageRecord& record : result_.stages) correct(record);
    if (!seen_regular_) check_rank();
    verification_.passed = verification_.complaint.empty();
    if (missed_ > 0) {
      verification_.remark = fmt::format(
          "The tolerance asked for is beyond what differences give here: it is missed by "
          "{} components, the worst is {}.",
          missed_, worst_);
    }
    return verification_;
  }

 private:
  void measure_constraints();
  void refuse_runaway_slopes();
  void check_rank();
  void correct(const methods::StageRecord& record);
  void compare_ranks(const methods::StageRecord& record, int rank);
  /// How far the other formula moves an unknown, what of it is noise, and which size would matter.
  struct Deviation
  {
    double correction, noise, unit;
    const std::string& doubtful_row;  // the equation whose differences disagree most; "" if none is differentiated
  };
  [[nodiscard]] std::string least_certain_row(const methods::Stage& stage, const Vector& error) const;
  Vector term_sizes(const methods::Stage& stage);
  void judge(const methods::Column& column, const Deviation& deviation, const methods::StageRecord& record);
  void note_missed_tolerance(const std::string& name, double value, double error);
  [[nodiscard]] double most_uncertain() const;
  void complain(const std::string& text)
  {
    if (verification_.complaint.empty()) verification_.complaint = text;
  }

  derivatives::DerivativeArray& array_;
  const problem::Problem& problem_;
  const Claim& claim_;
  const methods::Options& options_;
  methods::MethodResult& result_;
  Vector term_scale_;
  /// Terms of high derivatives give no unit of values beyond the largest; nor of slopes, if differences alone say which
  /// derivatives matter.
  double largest_value_ = std::max(1.0, result_.jet.derivative(0).lpNorm<Eigen::Infinity>());
  double largest_slope_ = std::max(largest_value_, result_.jet.derivative(1).lpNorm<Eigen::Infinity>());
  Verification verification_;
  bool seen_regular_ = false;  // the system Jacobian
  int missed_ = 0;
  double worst_ratio_ = 1;
  std::string worst_;
};

/// Where ranks alone tell what is a constraint, noise may have hidden one long before values are lost in it:
/// differences resolve more than they do then. Each differentiation costs about a digit and a half.
double Verifier::most_uncertain() const
{
  if (!claim_.by_ranks_alone) return hopeless;
  const auto most = std::max_element(claim_.differentiations.begin(), claim_.differentiations.end());
  return *most <= 3 ? 1e-5 : 2e-4;
}

void Verifier::measure_constraints()
{
  std::vector<methods::Row> rows;
  rows.reserve(2 * static_cast<std::size_t>(problem_.n));
  for (int i = 0; i < problem_.n; ++i) rows.push_back({i, 0});
  for (int i = 0; i < problem_.n; ++i) {
    for (int order = 1; order <= claim_.differentiations[i]; ++order) rows.push_back({i, order});
  }
  const auto residual = array_.residual(rows, result_.jet, term_scale_);
  verification_.equation_residual = residual.value.head(problem_.n);
  verification_.explicit_norm = verification_.equation_residual.cwiseAbs().maxCoeff();
  for (Eigen::Index k = problem_.n; k < residual.value.size(); ++k) {
    verification_.hidden.push_back({rows[k].equation, rows[k].order, residual.value[k]});
    verification_.hidden_norm = std::max(verification_.hidden_norm, std::abs(residual.value[k]));
  }
  if (residual.outcome != problem::Outcome::ok) complain("The residual cannot be evaluated at the computed values.");
}

/// Slopes may run off along a direction in which they vanish from F but for its curvature, until the round-off of their
/// terms covers whatever F says of y; any y then passes. What F says of y is seen at the slopes of the guess.
void Verifier::refuse_runaway_slopes()
{
  constexpr double runaway = 1e11;  // slopes beside values
  if (!(largest_slope_ > runaway * largest_value_)) return;
  const Vector y = result_.jet.derivative(0);
  const derivatives::JacobianPair& pair = array_.jacobians().at(problem_.t0, y, problem_.guess_yp);
  const problem::Sparsity& sparsity = array_.jacobians().sparsity();
  for (int i = 0; i < problem_.n; ++i) {
    double terms = 0;
    for (int k = sparsity.row_start[i]; k < sparsity.row_start[i + 1]; ++k) {
      terms += std::abs(pair.y[k] * y[sparsity.column[k]]);
    }
    const double residual = std::abs(verification_.equation_residual[i]);
    if (!(terms > 0 && residual > hopeless * terms)) continue;
    complain(fmt::format(
        "Derivatives ran off to {:.1e}: the round-off of their terms in {}, which is {:.1e} there, hides what "
        "it says about the values. Start nearer, or hold other components.",
        largest_slope_, problem_.names.equation(i), residual));
    return;
  }
}

void Verifier::check_rank()
{
  if (claim_.regular_offsets == nullptr) return;
  const int rank = methods::system_jacobian_rank(array_, *claim_.regular_offsets, result_.jet);
  if (rank == problem_.n) return;
  // It explains what the stages may have complained of.
  verification_.complaint = fmt::format(
      "The system Jacobian is singular at the computed values (rank {} of {}): they lie on a branch "
      "point, or the true index is higher than the structural one. Try least squares "
      "(IDACI_LEAST_SQUARES) or another guess.",
      rank, problem_.n);
}

/// One step of the stage with the other formula; its length is the error.
void Verifier::correct(const methods::StageRecord& record)
{
  const methods::Stage& stage = record.stage;
  const auto columns = static_cast<Eigen::Index>(stage.columns.size());
  if (columns == 0) return;
  const auto residual = array_.residual(stage.rows, result_.jet, term_scale_);
  Eigen::SparseMatrix<double> error;
  const auto matrix =
      array_.jacobian(stage.rows, stage.columns, result_.jet, !stage.merged(), stage.merged() ? &error : nullptr);
  const Vector weight = methods::wish_weights(problem_, stage);
  const auto step = methods::stage_step(stage, matrix, weight, array_.jacobians().noise(), error);
  if (step == nullptr) {
    complain(fmt::format("The equations of {} are singular at the computed values.", stage.name()));
    return;
  }
  if (stage.by_ranks) compare_ranks(record, step->rank());
  // The matrix of a whole stage 0 is the system Jacobian.
  const bool whole = stage.last == 0 && !stage.merged() && columns == problem_.n &&
                     methods::factorization_shows_rank(array_, problem_.n);
  seen_regular_ = seen_regular_ || (whole && step->rank() == problem_.n);
  const Vector none = Vector::Zero(columns);
  const Vector correction = step->solve(-residual.value, none);
  const Vector noise = linear::propagated_error(*step, residual.error, columns);
  Vector values(columns), uncertainty = noise;
  for (Eigen::Index k = 0; k < columns; ++k) {
    const auto [j, order] = stage.columns[k];
    values[k] = result_.jet(j, order);
    uncertainty[k] += result_.error(j, order);
  }
  Vector units = Vector::Ones(columns);
  const std::string row = least_certain_row(stage, residual.error);
  const bool doubtful = (uncertainty.array() > most_uncertain()).any();
  if (doubtful) units = natural_units(matrix, error, values, term_sizes(stage)).cwiseMax(units);
  for (Eigen::Index k = 0; k < columns; ++k) {
    judge(stage.columns[k], {std::abs(correction[k]), noise[k], units[k], row}, record);
  }
}

/// Equations that the other formula does not tell from sums of others: their corrections would be those of others.
void Verifier::compare_ranks(const methods::StageRecord& record, int rank)
{
  const int claimed = std::min(record.rank, static_cast<int>(record.stage.rows.size()));
  if (rank >= claimed) return;
  complain(
      fmt::format("With another difference formula only {} of {} independent equations of {} are left: what the others "
                  "say is lost in the errors of differences. Give a Jacobian (IDACISetJacFn) or exact derivatives "
                  "(IDACISetTaylorFn).",
                  rank, claimed, record.stage.name()));
}

std::string Verifier::least_certain_row(const methods::Stage& stage, const Vector& error) const
{
  int worst = -1;
  for (std::size_t k = 0; k < stage.rows.size(); ++k) {
    if (stage.rows[k].order == 0 || !(error[k] > 0)) continue;
    if (worst < 0 || error[k] > error[worst]) worst = static_cast<int>(k);
  }
  if (worst < 0) return "";
  const auto [equation, order] = stage.rows[worst];
  return fmt::format(" (most of all {}, where differences disagree by {:.1e})", problem_.row_name(equation, order),
                     error[worst]);
}

/// Terms of F divided by powers of the time in which their derivatives were resolved.
Vector Verifier::term_sizes(const methods::Stage& stage)
{
  int highest = 0;
  for (const methods::Row& row : stage.rows) highest = std::max(highest, row.order);
  Vector time(highest + 1);
  if (highest > 0) {
    for (const derivatives::NodeSet& set : array_.differences().node_sets(result_.jet, highest, term_scale_)) {
      for (int order = set.lowest; order <= set.highest; ++order) time[order] = set.interval();
    }
  }
  Vector sizes = Vector::Zero(static_cast<Eigen::Index>(stage.rows.size()));
  for (std::size_t k = 0; k < stage.rows.size(); ++k) {
    const auto [equation, order] = stage.rows[k];
    if (equation < problem_.n)
      sizes[k] = order == 0 ? term_scale_[equation] : term_scale_[equation] / std::pow(time[order], order);
  }
  return sizes;
}

void Verifier::judge(const methods::Column& column, const Deviation& deviation, const methods::StageRecord& record)
{
  const auto [j, order] = column;
  const auto& [correction, noise, unit, row] = deviation;
  if (result_.known(j, order) == 0) return;  // nothing is claimed
  const double value = result_.jet(j, order);
  double& error = result_.error(j, order);
  const double explained = options_.tolerance(value) + noise_margin * (noise + error);
  const std::string name = problem_.names.derivative(j, order);
  const bool about_the_answer = order <= 1 && record.stage.last <= 0;
  if (about_the_answer && correction > explained) {
    complain(
        fmt::format("Verification with another difference formula moves {} = {:.6g} by {:.2e} ({}), more "
                    "than tolerance and noise explain{}: the residual may not be smooth at t0, or its Jacobian is "
                    "wrong.",
                    name, value, correction, record.stage.name(), row));
  }
  const double uncertainty = problem_.taylor == nullptr ? std::max(noise + error, correction) : error;
  const double most = order == 0 ? largest_value_ : claim_.by_ranks_alone ? largest_slope_ : unit;
  const double significant = std::min(unit, most);
  if (about_the_answer && uncertainty > most_uncertain() * std::max(std::abs(value), significant)) {
    complain(
        fmt::format("{} = {:.6g} is uncertain by {:.2e}: the time derivatives of the residual that determine it{} "
                    "cannot be resolved by differences; the residual may not be smooth at t0. If something switches "
                    "there, start just after it; if it is smooth, give exact derivatives (IDACISetTaylorFn).",
                    name, value, uncertainty, row));
  }
  // Exact derivatives are not as uncertain as the differences that check them.
  if (problem_.taylor == nullptr || correction > noise_margin * noise) error = std::max(error, correction);
  if (about_the_answer) note_missed_tolerance(name, value, error);
}

/// Not a failure: differences in double precision give no more, and the user is told what they gave.
void Verifier::note_missed_tolerance(const std::string& name, double value, double error)
{
  const double ratio = error / options_.tolerance(value);
  if (ratio <= 1) return;
  ++missed_;
  if (ratio <= worst_ratio_) return;
  worst_ratio_ = ratio;
  worst_ = fmt::format("{} = {:.6g} with an estimated error of {:.1e}", name, value, error);
}

}  // namespace

derivatives::DifferenceOptions independent_options(const derivatives::DifferenceOptions& of_method)
{
  derivatives::DifferenceOptions options = of_method;
  options.order = derivatives::independent_order(of_method.order);
  options.step_factor = 0.71;
  return options;
}

Verification verify(derivatives::DerivativeArray& array, const problem::Problem& problem, const Claim& claim,
                    const methods::Options& options, methods::MethodResult& result)
{
  return Verifier(array, problem, claim, options, result).run();
}

}  // namespace ida_consistent_init::verify
