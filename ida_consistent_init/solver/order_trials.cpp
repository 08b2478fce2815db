#include "ida_consistent_init/solver/order_trials.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ida_consistent_init/derivatives/difference_source.hpp"

namespace ida_consistent_init::solver {

namespace {

/// After the first. High ones pay where derivatives are smooth, the low one where they are not; the last ones improve
/// answers that are there, if only too uncertain ones.
constexpr std::array other_orders = {12, 5, 14, derivatives::most_difference_order};
constexpr std::size_t searching_orders = 2;
constexpr int most_dead_ends = 2;

/// Largest estimated error of y and y' in units of the tolerance.
double missed_tolerance(const report::Result& result, const methods::Options& options)
{
  double worst = 0;
  const auto compare = [&](double value, double error) {
    if (!std::isnan(error)) worst = std::max(worst, error / options.tolerance(value));
  };
  for (const report::VariableRow& row : result.variables) {
    compare(row.value, row.error_estimate);
    compare(row.derivative, row.derivative_error_estimate);
  }
  return worst;
}

}  // namespace

OrderTrials::OrderTrials(const methods::Options& options) : options_(options) {}

std::optional<int> OrderTrials::next()
{
  if (best_ && missed_tolerance(*best_, options_) <= 1) return std::nullopt;
  const bool something_to_improve = best_ || index_of_refused_ >= 0;
  if (!something_to_improve && dead_ends_ >= most_dead_ends) return std::nullopt;
  if (tried_ >= (something_to_improve ? other_orders.size() : searching_orders)) return std::nullopt;
  return other_orders[tried_++];
}

void OrderTrials::accept(const report::Result& answer)
{
  const auto standing = [&](const report::Result& result) {
    return std::pair(result.degrees_of_freedom, missed_tolerance(result, options_));
  };
  if (!best_ || standing(answer) < standing(*best_)) best_ = answer;
}

void OrderTrials::refuse(const support::Error& error, int index, bool system_is_regular)
{
  if (!refusal_) refusal_ = error;
  index_of_refused_ = std::max(index_of_refused_, index);
  if (error.flag() == IDACI_CONV_FAIL) dead_ends_ += system_is_regular ? most_dead_ends : 1;
}

const report::Result& OrderTrials::best() const
{
  if (!best_ || best_->index < index_of_refused_) throw support::Error(*refusal_);
  return *best_;
}

}  // namespace ida_consistent_init::solver
