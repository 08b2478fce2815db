/* Incompressible flow in a network of pipes, index 2: inertia and friction along each pipe, and what enters a junction
   leaves it. Unknowns: flows, then pressures of all junctions but the reservoir. The network is a planar triangulated
   grid from which random pipes are missing. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_PIPES_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_PIPES_HPP

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

struct PipeNetwork
{
  static constexpr int kReservoir = -1;
  struct Pipe
  {
    int from, to;
    double inertia, friction;
  };
  int junctions = 0;  // without the reservoir
  std::vector<Pipe> pipes;
};

/* About 2.55 unknowns a junction: each of the pipes down and across is there with probability 0.28. */
inline PipeNetwork random_planar_pipes(int n)
{
  const int side = std::max(2, static_cast<int>(std::sqrt(n / 2.55)));
  std::mt19937 generator(4);
  std::uniform_real_distribution<double> uniform(0, 1);
  PipeNetwork network;
  network.junctions = side * side - 1;
  const auto lay = [&](int from, int to) {
    network.pipes.push_back({from - 1, to - 1, 0.5 + uniform(generator), 0.1 + 0.2 * uniform(generator)});
  };
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int here = row * side + column;
      const bool last_row = row + 1 == side, last_column = column + 1 == side;
      // The rows and the first column keep the network in one piece.
      if (!last_column) lay(here, here + 1);
      if (!last_row && (column == 0 || uniform(generator) < 0.28)) lay(here, here + side);
      if (!last_row && !last_column && uniform(generator) < 0.28) lay(here, here + side + 1);
    }
  }
  return network;
}

class Pipes final : public Problem
{
 public:
  explicit Pipes(PipeNetwork network)
      : Problem(network.junctions + static_cast<int>(network.pipes.size()), 2), network_(std::move(network))
  {
    set_known(random_state(size(), 5));
  }

 private:
  using Pipe = PipeNetwork::Pipe;

  void model(const double* y, const double* yp, double* r) const override
  {
    const int flows = static_cast<int>(network_.pipes.size());
    const double* pressure = y + flows;
    double* balance = r + flows;
    std::fill_n(balance, network_.junctions, 0.0);
    for (int k = 0; k < flows; ++k) {
      const Pipe& pipe = network_.pipes[k];
      r[k] = pipe.inertia * yp[k] + pipe.friction * y[k] * std::abs(y[k]) + pressure[pipe.to];
      balance[pipe.to] += y[k];
      if (pipe.from == PipeNetwork::kReservoir) continue;
      r[k] -= pressure[pipe.from];
      balance[pipe.from] -= y[k];
    }
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    const int flows = static_cast<int>(network_.pipes.size());
    for (int k = 0; k < flows; ++k) {
      const Pipe& pipe = network_.pipes[k];
      entries.add(k, k, cj * pipe.inertia + 2 * pipe.friction * std::abs(y[k]));
      entries.add(k, flows + pipe.to, 1);
      entries.add(flows + pipe.to, k, 1);
      if (pipe.from == PipeNetwork::kReservoir) continue;
      entries.add(k, flows + pipe.from, -1);
      entries.add(flows + pipe.from, k, -1);
    }
  }

  PipeNetwork network_;
};

}  // namespace ida_consistent_init::bench

#endif
