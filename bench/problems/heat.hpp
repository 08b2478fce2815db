/* Heat conduction in a square, index 1: differential inside, and on the edges the algebraic balance of what is
   conducted there with what is radiated, u^4. m^2 unknowns. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_HEAT_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_HEAT_HPP

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

class Heat final : public Problem
{
 public:
  explicit Heat(int n) : Heat(std::max(3, static_cast<int>(std::sqrt(n))), 0) {}

 private:
  static constexpr double kRadiation = 0.2;

  Heat(int side, int) : Problem(side * side, 1), side_(side)
  {
    std::mt19937 generator(9);
    std::uniform_real_distribution<double> uniform(-1, 1);
    State known{std::vector<double>(size()), std::vector<double>(size())};
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        known.y[row * side + column] = 1 + 0.3 * std::sin(4.0 * row / side) * std::cos(3.0 * column / side);
      }
    }
    for (double& value : known.yp) value = uniform(generator);
    set_known(std::move(known));
  }

  int inside(int k) const { return std::clamp(k, 1, side_ - 2); }

  /* visit(point, inner neighbour) on the edges, visit(point, -1) inside. */
  template <class Visit>
  void for_each_point(Visit visit) const
  {
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        const int here = row * side_ + column, inner = inside(row) * side_ + inside(column);
        visit(here, inner == here ? -1 : inner);
      }
    }
  }

  void model(const double* y, const double* yp, double* r) const override
  {
    const double per_square = static_cast<double>(side_ - 1) * (side_ - 1);
    for_each_point([&](int here, int inner) {
      const double u = y[here];
      if (inner >= 0) {
        r[here] = (side_ - 1) * (u - y[inner]) + kRadiation * u * u * u * u;
      } else {
        const double sum = y[here - 1] + y[here + 1] + y[here - side_] + y[here + side_];
        r[here] = yp[here] - per_square * (sum - 4 * u);
      }
    });
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    const double per_square = static_cast<double>(side_ - 1) * (side_ - 1);
    for_each_point([&](int here, int inner) {
      if (inner >= 0) {
        entries.add(here, here, side_ - 1 + 4 * kRadiation * y[here] * y[here] * y[here]);
        entries.add(here, inner, 1 - side_);
        return;
      }
      entries.add(here, here, cj + 4 * per_square);
      for (const int step : {-1, 1, -side_, side_}) entries.add(here, here + step, -per_square);
    });
  }

  int side_;
};

}  // namespace ida_consistent_init::bench

#endif
