/* A random network of chain reactions with mass action, index 1. Stable species x and short-lived intermediates z in
   turns; the intermediates are quasi-stationary, 0 = production - consumption. For each pair (x, z), with partners
   within eight pairs: x + x_a -> z, z + x_b -> z_c + x_b and 2 z -> x. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_REACTIONS_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_REACTIONS_HPP

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

class Reactions final : public Problem
{
 public:
  explicit Reactions(int n) : Problem(2 * std::max(2, n / 2), 1)
  {
    std::mt19937 generator(11);
    std::uniform_real_distribution<double> uniform(0.5, 1.5);
    const int pairs = size() / 2;
    pairs_.resize(pairs);
    for (int k = 0; k < pairs; ++k) {
      std::uniform_int_distribution<int> near(std::max(0, k - 8), std::min(pairs - 1, k + 8));
      pairs_[k] = {2 * near(generator),      2 * near(generator), 2 * near(generator) + 1,
                   0.5 * uniform(generator), uniform(generator),  uniform(generator)};
    }
    State known{std::vector<double>(size()), std::vector<double>(size())};
    for (double& value : known.y) value = uniform(generator);
    for (double& value : known.yp) value = uniform(generator);
    set_known(std::move(known));
  }

 private:
  struct Pair
  {
    int a, b, c;  // components of x_a, x_b, z_c
    double start, transfer, end;
  };

  void model(const double* y, const double* yp, double* r) const override
  {
    for (int j = 0; j < size(); ++j) r[j] = j % 2 == 0 ? yp[j] : 0;
    for (int k = 0; k < size() / 2; ++k) {
      const Pair& pair = pairs_[k];
      const int x = 2 * k, z = x + 1;
      const double start = pair.start * y[x] * y[pair.a], transfer = pair.transfer * y[z] * y[pair.b];
      const double end = pair.end * y[z] * y[z];
      r[x] += start - end;
      r[pair.a] += start;
      r[z] += transfer + 2 * end - start;
      r[pair.c] -= transfer;
    }
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    for (int k = 0; k < size() / 2; ++k) {
      const Pair& pair = pairs_[k];
      const int x = 2 * k, z = x + 1;
      entries.add(x, x, cj);
      for (const int row : {x, pair.a, z}) {
        const double sign = row == z ? -1 : 1;
        entries.add(row, x, sign * pair.start * y[pair.a]);
        entries.add(row, pair.a, sign * pair.start * y[x]);
      }
      for (const double sign : {1.0, -1.0}) {
        const int row = sign > 0 ? z : pair.c;
        entries.add(row, z, sign * pair.transfer * y[pair.b]);
        entries.add(row, pair.b, sign * pair.transfer * y[z]);
      }
      entries.add(x, z, -2 * pair.end * y[z]);
      entries.add(z, z, 4 * pair.end * y[z]);
    }
  }

  std::vector<Pair> pairs_;
};

}  // namespace ida_consistent_init::bench

#endif
