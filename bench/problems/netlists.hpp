/* The circuits: an RLC ladder, an RLC grid, and a random network of resistors and capacitors. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_NETLISTS_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_NETLISTS_HPP

#include <algorithm>
#include <cmath>
#include <random>

#include "circuit.hpp"

namespace ida_consistent_init::bench {

/* Sections of inductor, plain node, resistor and capacitor; neighbouring capacitors are coupled, every eighth one has a
   source across it. About 25/8 unknowns a section. */
inline Netlist rlc_ladder(int n)
{
  const int sections = std::max(2, 8 * n / 25);
  Netlist net;
  net.nodes = 2 * sections;
  for (int k = 0; k < sections; ++k) {
    const int before = k == 0 ? Netlist::kGround : 2 * k - 1, plain = 2 * k, node = 2 * k + 1;
    net.inductors.push_back({before, plain, 1.0 + 0.1 * (k % 3)});
    net.conductors.push_back({plain, node, 1.0 + 0.2 * (k % 5)});
    net.capacitors.push_back({node, Netlist::kGround, 1.0 + 0.3 * (k % 2)});
    if (k > 0) net.capacitors.push_back({before, node, 0.2});
    if (k % 8 == 0) net.sources.push_back(node);
  }
  return net;
}

/* A square grid of nodes with capacitors: resistors and coupling capacitors along the rows, inductors down the columns,
   sources across the capacitors of the first column. 2 m^2 unknowns. */
inline Netlist rlc_grid(int n)
{
  const int side = std::max(2, static_cast<int>(std::sqrt(n / 2.0)));
  Netlist net;
  net.nodes = side * side;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int node = row * side + column;
      net.capacitors.push_back({node, Netlist::kGround, 1.0 + 0.1 * ((row + column) % 4)});
      if (column + 1 < side) {
        net.conductors.push_back({node, node + 1, 1.0 + 0.1 * (row % 3)});
        net.capacitors.push_back({node, node + 1, 0.2});
      }
      if (row + 1 < side) net.inductors.push_back({node, node + side, 1.0 + 0.1 * (column % 5)});
      if (column == 0) net.sources.push_back(node);
    }
  }
  return net;
}

/* Every node is joined to one of the eight before it, every second one to another; half the nodes have a capacitor. */
inline Netlist rc_network(int n)
{
  std::mt19937 generator(3);
  std::uniform_int_distribution<int> step(1, 8), coin(0, 1);
  std::uniform_real_distribution<double> conductance(0.5, 2);
  Netlist net;
  net.nodes = n;
  for (int node = 0; node < n; ++node) {
    net.conductors.push_back({node, Netlist::kGround, 0.1});
    // The first two nodes decide that both kinds exist in the smallest network.
    if (node < 2 ? node == 0 : coin(generator) == 1) net.capacitors.push_back({node, Netlist::kGround, 1});
    const int others = node == 0 ? 0 : 1 + coin(generator);
    for (int k = 0; k < others; ++k) {
      net.conductors.push_back({node, std::max(0, node - step(generator)), conductance(generator)});
    }
  }
  return net;
}

}  // namespace ida_consistent_init::bench

#endif
