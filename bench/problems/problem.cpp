#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <utility>
#include <vector>

namespace ida_consistent_init::bench {

State random_state(int size, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  State state{std::vector<double>(size), std::vector<double>(size)};
  for (double& value : state.y) value = uniform(generator);
  for (double& value : state.yp) value = uniform(generator);
  return state;
}

void Problem::residual(double t, const double* y, const double* yp, double* r) const
{
  model(y, yp, r);
  for (int i = 0; i < size_; ++i) r[i] -= forcing_[i] + t * forcing_slope_[i];
}

void Problem::jacobian(double cj, const double* y, double* values) const
{
  std::fill_n(values, pattern_.row.size(), 0.0);
  Entries sink(pattern_, values);
  entries(cj, y, sink);
}

void Problem::set_known(State known)
{
  known_ = std::move(known);
  {
    std::vector<Entries::Named> named;
    Entries recorder(named);
    entries(1, known_.y.data(), recorder);
    pattern_ = make_pattern(size_, named);
  }
  std::vector<double> f_y(pattern_.row.size()), sum(pattern_.row.size());
  jacobian(0, known_.y.data(), f_y.data());
  jacobian(1, known_.y.data(), sum.data());

  std::vector<bool> algebraic(size_, true);  // equations
  differential_.assign(size_, false);
  for (int j = 0; j < size_; ++j) {
    for (int k = pattern_.column_start[j]; k < pattern_.column_start[j + 1]; ++k) {
      if (sum[k] == f_y[k]) continue;
      algebraic[pattern_.row[k]] = false;
      differential_[j] = true;
    }
  }
  constraint_ = algebraic;
  forcing_.assign(size_, 0);
  forcing_slope_.assign(size_, 0);
  model(known_.y.data(), known_.yp.data(), forcing_.data());
  for (int j = 0; j < size_; ++j) {
    for (int k = pattern_.column_start[j]; k < pattern_.column_start[j + 1]; ++k) {
      const int row = pattern_.row[k];
      if (algebraic[row]) forcing_slope_[row] += f_y[k] * known_.yp[j];
      if (!differential_[j]) constraint_[row] = false;
    }
  }
}

std::vector<double> Problem::displaced(double amplitude) const
{
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-amplitude, amplitude);
  std::vector<double> multiplier(size_), multiplier_of_velocity(size_), y = known_.y, f_y(pattern_.row.size());
  for (double& m : multiplier) m = uniform(generator);
  for (double& m : multiplier_of_velocity) m = uniform(generator);
  jacobian(0, known_.y.data(), f_y.data());
  for (int j = 0; j < size_; ++j) {
    if (!differential_[j]) y[j] += uniform(generator);
    for (int k = pattern_.column_start[j]; k < pattern_.column_start[j + 1]; ++k) {
      const int row = pattern_.row[k];
      if (!constraint_[row]) continue;
      y[j] += f_y[k] * multiplier[row];
      if (velocity_offset() > 0) y[j + velocity_offset()] += f_y[k] * multiplier_of_velocity[row];
    }
  }
  return y;
}

double Problem::gap(const double* y, const double* yp, const State& reference) const
{
  double worst = 0;
  const auto compare = [&worst](double value, double right) {
    const double error = std::abs(value - right) / (1 + std::abs(right));
    worst = std::isnan(error) ? error : std::max(worst, error);
  };
  for (int j = 0; j < size_ && !std::isnan(worst); ++j) {
    compare(y[j], reference.y[j]);
    if (differential_[j]) compare(yp[j], reference.yp[j]);
  }
  return worst;
}

}  // namespace ida_consistent_init::bench
