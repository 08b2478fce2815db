/* Prey c and predators w that spread over a square without leaving it, index 1. The predators live fast: their balance
   of growth and spreading is algebraic, 0 = w (c - 1/2 - w) + 0.05 w_xx + 0.05 w_yy, beside
   c' = c (1 - c - w) + c_xx + c_yy. 2 m^2 unknowns. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_FOOD_WEB_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_FOOD_WEB_HPP

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

class FoodWeb final : public Problem
{
 public:
  explicit FoodWeb(int n) : FoodWeb(std::max(2, static_cast<int>(std::sqrt(n / 2.0))), 0) {}

 private:
  static constexpr double kSpreadOfPrey = 1, kSpreadOfPredators = 0.05, kDeath = 0.5;

  FoodWeb(int side, int) : Problem(2 * side * side, 1), side_(side)
  {
    std::mt19937 generator(10);
    std::uniform_real_distribution<double> uniform(-1, 1);
    State known{std::vector<double>(size()), std::vector<double>(size())};
    for (int cell = 0; cell < side * side; ++cell) {
      const double x = (cell % side + 0.5) / side, z = (static_cast<double>(cell / side) + 0.5) / side;
      known.y[2 * cell] = 1 + 0.2 * std::cos(3 * x) * std::cos(2 * z);
      known.y[2 * cell + 1] = 0.5 + 0.1 * std::cos(2 * x + z);
    }
    for (double& value : known.yp) value = uniform(generator);
    set_known(std::move(known));
  }

  /* visit(cell, neighbours): the four cells around it; at an edge the cell itself, which is the mirror image. */
  template <class Visit>
  void for_each_cell(Visit visit) const
  {
    for (int row = 0; row < side_; ++row) {
      for (int column = 0; column < side_; ++column) {
        const int cell = row * side_ + column;
        const int neighbour[4] = {column > 0 ? cell - 1 : cell, column + 1 < side_ ? cell + 1 : cell,
                                  row > 0 ? cell - side_ : cell, row + 1 < side_ ? cell + side_ : cell};
        visit(cell, neighbour);
      }
    }
  }

  void model(const double* y, const double* yp, double* r) const override
  {
    const double per_square = static_cast<double>(side_) * side_;
    for_each_cell([&](int cell, const int* neighbour) {
      const int prey = 2 * cell, predators = prey + 1;
      const double c = y[prey], w = y[predators];
      double spread_c = -4 * c, spread_w = -4 * w;
      for (int k = 0; k < 4; ++k) {
        spread_c += y[2 * neighbour[k]];
        spread_w += y[2 * neighbour[k] + 1];
      }
      r[prey] = yp[prey] - c * (1 - c - w) - kSpreadOfPrey * per_square * spread_c;
      r[predators] = -w * (c - kDeath - w) - kSpreadOfPredators * per_square * spread_w;
    });
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    const double per_square = static_cast<double>(side_) * side_;
    const double rate[2] = {kSpreadOfPrey * per_square, kSpreadOfPredators * per_square};
    for_each_cell([&](int cell, const int* neighbour) {
      const int prey = 2 * cell, predators = prey + 1;
      const double c = y[prey], w = y[predators];
      entries.add(prey, prey, cj - 1 + 2 * c + w);
      entries.add(prey, predators, c);
      entries.add(predators, prey, -w);
      entries.add(predators, predators, kDeath - c + 2 * w);
      for (int species = 0; species < 2; ++species) {
        entries.add(prey + species, prey + species, 4 * rate[species]);
        for (int k = 0; k < 4; ++k) entries.add(prey + species, 2 * neighbour[k] + species, -rate[species]);
      }
    });
  }

  int side_;
};

}  // namespace ida_consistent_init::bench

#endif
