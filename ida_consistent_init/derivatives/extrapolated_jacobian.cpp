#include "ida_consistent_init/derivatives/extrapolated_jacobian.hpp"

#include <limits>
#include <map>

#include "ida_consistent_init/derivatives/increment.hpp"

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
    JacobianPair value{EntryValues(entries), EntryValues(entries), {}}, change = value;
    magnitude_ = Vector::Zero(sparsity_.n);
    for (int color = 0; color < coloring_.count; ++color) {
      if (!differentiate(color, false, value.y, change.y) || !differentiate(color, true, value.yp, change.yp))
        return {};
    }
    if (!explained(value, change)) return {};
    value.magnitude = magnitude_;
    for (int i = 0; i < sparsity_.n; ++i) drop_roundoff(i, value);
    return value;
  }

  void clean(JacobianPair& pair);

 private:
  bool differentiate(int color, bool by_slope, EntryValues& value, EntryValues& change);
  [[nodiscard]] bool differences(const Vector& step, bool by_slope, Vector& result);
  void drop_roundoff(int equation, JacobianPair& pair) const;
  void clean_part(const Vector& terms, bool by_slope, EntryValues& entries);
  [[nodiscard]] double terms(int equation, const JacobianPair& value) const;
  [[nodiscard]] bool explained(const JacobianPair& value, const JacobianPair& change) const;

  const problem::Problem& problem_;
  const problem::Sparsity& sparsity_;
  const Coloring& coloring_;
  double t_;
  const Vector &y_, &yp_;
  Vector magnitude_;  // largest |F_i| seen
};

/// F(x + step) - F(x - step) for y or y' as x.
bool Extrapolation::differences(const Vector& step, bool by_slope, Vector& result)
{
  Vector below;
  const Vector forward = (by_slope ? yp_ : y_) + step, backward = (by_slope ? yp_ : y_) - step;
  const auto evaluate = [&](const Vector& x, Vector& r) {
    return problem_.residual->evaluate(t_, by_slope ? y_ : x, by_slope ? x : yp_, r) == Outcome::ok;
  };
  if (!evaluate(forward, result) || !evaluate(backward, below)) return false;
  magnitude_ = magnitude_.cwiseMax(result.cwiseAbs()).cwiseMax(below.cwiseAbs());
  result -= below;
  return true;
}

/// Columns of one colour. change: what the last extrapolation changed.
bool Extrapolation::differentiate(int color, bool by_slope, EntryValues& value, EntryValues& change)
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

/// Sum of the magnitudes of an equation's terms, as its entries tell.
double Extrapolation::terms(int equation, const JacobianPair& value) const
{
  double sum = 0;
  for (int k = sparsity_.row_start[equation]; k < sparsity_.row_start[equation + 1]; ++k) {
    const int j = sparsity_.column[k];
    sum +=
        std::abs(value.y[k]) * std::max(std::abs(y_[j]), 1.0) + std::abs(value.yp[k]) * std::max(std::abs(yp_[j]), 1.0);
  }
  return std::max(sum, magnitude_[equation]);
}

bool Extrapolation::explained(const JacobianPair& value, const JacobianPair& change) const
{
  constexpr double relative = 1e-13, margin = 16;
  for (int i = 0; i < sparsity_.n; ++i) {
    const double size = margin * machine_epsilon * terms(i, value);
    for (int k = sparsity_.row_start[i]; k < sparsity_.row_start[i + 1]; ++k) {
      const int j = sparsity_.column[k];
      const auto within = [&](double entry, double changed, double at) {
        return std::abs(changed) <= relative * std::abs(entry) + size / narrowest_of_extrapolation(at);
      };
      if (!within(value.y[k], change.y[k], y_[j]) || !within(value.yp[k], change.yp[k], yp_[j])) return false;
    }
  }
  return true;
}

/// Of an extrapolated pair.
void Extrapolation::drop_roundoff(int equation, JacobianPair& pair) const
{
  const double size = 4 * machine_epsilon * terms(equation, pair);
  for (int k = sparsity_.row_start[equation]; k < sparsity_.row_start[equation + 1]; ++k) {
    const int j = sparsity_.column[k];
    if (std::abs(pair.y[k]) <= size / narrowest_of_extrapolation(y_[j])) pair.y[k] = 0;
    if (std::abs(pair.yp[k]) <= size / narrowest_of_extrapolation(yp_[j])) pair.yp[k] = 0;
  }
}

/// Of a pair of plain differences, those entries whose size round-off or what steps of their width leave of third
/// derivatives explains.
void Extrapolation::clean(JacobianPair& pair)
{
  magnitude_ = pair.magnitude;
  Vector size(sparsity_.n);
  for (int i = 0; i < sparsity_.n; ++i) size[i] = terms(i, pair);
  clean_part(size, false, pair.y);
  clean_part(size, true, pair.yp);
}

void Extrapolation::clean_part(const Vector& terms, bool by_slope, EntryValues& entries)
{
  constexpr double margin = 4;
  constexpr double truncation_share = 1e-8;  // of the terms: the square of an increment of values of size 10
  const Vector& x = by_slope ? yp_ : y_;
  struct Place
  {
    int equation, entry;
  };
  std::map<int, std::vector<Place>> doubtful;  // by colour
  for (int i = 0; i < sparsity_.n; ++i) {
    for (int k = sparsity_.row_start[i]; k < sparsity_.row_start[i + 1]; ++k) {
      const int j = sparsity_.column[k];
      const double noise = machine_epsilon * terms[i] / increment(x[j]);
      const double truncation = truncation_share * terms[i] / std::max(std::abs(x[j]), 1.0);
      const bool explained = std::abs(entries[k]) <= std::max(noise, truncation);
      if (entries[k] != 0 && explained) doubtful[coloring_.color_of_column[j]].push_back({i, k});
    }
  }
  EntryValues value(doubtful.empty() ? 0 : entries.size()), change = value;
  for (const auto& [color, places] : doubtful) {
    if (!differentiate(color, by_slope, value, change)) continue;
    for (const auto& [i, k] : places) {
      const double size = machine_epsilon * std::max(terms[i], magnitude_[i]);
      const double bound = margin * size / narrowest_of_extrapolation(x[sparsity_.column[k]]);
      if (std::abs(value[k]) <= bound && std::abs(change[k]) <= bound) entries[k] = 0;
    }
  }
}

}  // namespace

std::optional<JacobianPair> extrapolated_jacobian(const problem::Problem& problem, const problem::Sparsity& sparsity,
                                                  const Coloring& coloring, double t, const Vector& y, const Vector& yp)
{
  return Extrapolation(problem, sparsity, coloring, t, y, yp).run();
}

void remove_mere_roundoff(const problem::Problem& problem, const problem::Sparsity& sparsity, const Coloring& coloring,
                          double t, const Vector& y, const Vector& yp, JacobianPair& pair)
{
  Extrapolation(problem, sparsity, coloring, t, y, yp).clean(pair);
}

}  // namespace ida_consistent_init::derivatives
