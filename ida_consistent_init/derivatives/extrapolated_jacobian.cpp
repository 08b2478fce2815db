#include "ida_consistent_init/derivatives/extrapolated_jacobian.hpp"

#include <limits>

namespace ida_consistent_init::derivatives {
namespace {

using problem::Outcome;

constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

class Extrapolation
{
 public:
  Extrapolation(const problem::Problem& problem, const problem::Sparsity& sparsity, const Coloring& coloring, double t,
                const Vector& y, const Vector& yp)
      : problem_(problem), sparsity_(sparsity), coloring_(coloring), t_(t), y_(y), yp_(yp)
  {
  }

  std::optional<JacobianPair> run()
  {
    const std::size_t entries = sparsity_.column.size();
    JacobianPair value{std::vector<double>(entries), std::vector<double>(entries)}, change = value;
    for (int color = 0; color < coloring_.count; ++color) {
      if (!differentiate(color, false, value.y, change.y) || !differentiate(color, true, value.yp, change.yp))
        return {};
    }
    if (!explained(value, change)) return {};
    return value;
  }

 private:
  bool differentiate(int color, bool by_slope, std::vector<double>& value, std::vector<double>& change);
  [[nodiscard]] bool differences(const Vector& step, bool by_slope, Vector& result) const;
  [[nodiscard]] bool explained(const JacobianPair& value, const JacobianPair& change) const;

  const problem::Problem& problem_;
  const problem::Sparsity& sparsity_;
  const Coloring& coloring_;
  double t_;
  const Vector &y_, &yp_;
};

/// F(x + step) - F(x - step) for y or y' as x.
bool Extrapolation::differences(const Vector& step, bool by_slope, Vector& result) const
{
  Vector below;
  const Vector forward = (by_slope ? yp_ : y_) + step, backward = (by_slope ? yp_ : y_) - step;
  const auto evaluate = [&](const Vector& x, Vector& r) {
    return problem_.residual->evaluate(t_, by_slope ? y_ : x, by_slope ? x : yp_, r) == Outcome::ok;
  };
  if (!evaluate(forward, result) || !evaluate(backward, below)) return false;
  result -= below;
  return true;
}

/// Columns of one colour. change: what the last extrapolation changed.
bool Extrapolation::differentiate(int color, bool by_slope, std::vector<double>& value, std::vector<double>& change)
{
  const Vector& x = by_slope ? yp_ : y_;
  Vector step = Vector::Zero(sparsity_.n);
  for (int j = 0; j < sparsity_.n; ++j) {
    if (coloring_.color_of_column[j] == color) step[j] = widest_of_extrapolation(x[j]);
  }
  Vector wide, middle, narrow;
  if (!differences(step, by_slope, wide) || !differences(step / 2, by_slope, middle) ||
      !differences(step / 4, by_slope, narrow)) {
    return false;
  }
  for (int i = 0; i < sparsity_.n; ++i) {
    for (int k = sparsity_.row_start[i]; k < sparsity_.row_start[i + 1]; ++k) {
      const int j = sparsity_.column[k];
      if (coloring_.color_of_column[j] != color) continue;
      // Powers of two divide without round-off.
      const double at_wide = wide[i] / (2 * step[j]), at_middle = middle[i] / step[j],
                   at_narrow = narrow[i] * 2 / step[j];
      const double coarse = at_middle + (at_middle - at_wide) / 3, fine = at_narrow + (at_narrow - at_middle) / 3;
      change[k] = (fine - coarse) / 15;
      value[k] = fine + change[k];
    }
  }
  return true;
}

/// By the round-off of the terms of F, as large as its entries make them.
bool Extrapolation::explained(const JacobianPair& value, const JacobianPair& change) const
{
  constexpr double relative = 1e-13, margin = 16;
  for (int i = 0; i < sparsity_.n; ++i) {
    double terms = 0;
    for (int k = sparsity_.row_start[i]; k < sparsity_.row_start[i + 1]; ++k) {
      const int j = sparsity_.column[k];
      terms += std::abs(value.y[k]) * std::max(std::abs(y_[j]), 1.0) +
               std::abs(value.yp[k]) * std::max(std::abs(yp_[j]), 1.0);
    }
    for (int k = sparsity_.row_start[i]; k < sparsity_.row_start[i + 1]; ++k) {
      const int j = sparsity_.column[k];
      const auto within = [&](double entry, double changed, double at) {
        const double noise = margin * machine_epsilon * terms / narrowest_of_extrapolation(at);
        return std::abs(changed) <= relative * std::abs(entry) + noise;
      };
      if (!within(value.y[k], change.y[k], y_[j]) || !within(value.yp[k], change.yp[k], yp_[j])) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<JacobianPair> extrapolated_jacobian(const problem::Problem& problem, const problem::Sparsity& sparsity,
                                                  const Coloring& coloring, double t, const Vector& y, const Vector& yp)
{
  return Extrapolation(problem, sparsity, coloring, t, y, yp).run();
}

}  // namespace ida_consistent_init::derivatives
