/* Modified nodal analysis: node voltages, then the currents of inductors, then those of voltage sources. Rows:
   Kirchhoff's current law of each node, then the element equations. A source with a capacitor across it makes the
   index 2. */
#ifndef IDA_CONSISTENT_INIT_BENCH_PROBLEMS_CIRCUIT_HPP
#define IDA_CONSISTENT_INIT_BENCH_PROBLEMS_CIRCUIT_HPP

#include <algorithm>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace ida_consistent_init::bench {

struct Netlist
{
  static constexpr int kGround = -1;
  /* A capacitance, conductance or inductance between two nodes; positive currents flow from a to b. */
  struct Element
  {
    int a, b;
    double value;
  };
  int nodes = 0;
  std::vector<Element> capacitors, conductors, inductors;
  std::vector<int> sources;  // the node that each one ties to a voltage against ground
};

class Circuit final : public Problem
{
 public:
  Circuit(Netlist net, int index)
      : Problem(net.nodes + static_cast<int>(net.inductors.size() + net.sources.size()), index), net_(std::move(net))
  {
    set_known(random_state(size(), 2));
  }

 private:
  /* i = g (u + kCubic u^3) in a conductor, and a resistance in series with each inductance. */
  static constexpr double kCubic = 0.3, kSeriesResistance = 0.1;

  static double at(const double* node_values, int node) { return node == Netlist::kGround ? 0 : node_values[node]; }

  static void flow(const Netlist::Element& element, double current, double* r)
  {
    if (element.a != Netlist::kGround) r[element.a] += current;
    if (element.b != Netlist::kGround) r[element.b] -= current;
  }

  void model(const double* y, const double* yp, double* r) const override
  {
    std::fill_n(r, size(), 0.0);
    for (const auto& c : net_.capacitors) flow(c, c.value * (at(yp, c.a) - at(yp, c.b)), r);
    for (const auto& g : net_.conductors) {
      const double u = at(y, g.a) - at(y, g.b);
      flow(g, g.value * u * (1 + kCubic * u * u), r);
    }
    int row = net_.nodes;
    for (const auto& l : net_.inductors) {
      flow(l, y[row], r);
      r[row] = l.value * yp[row] + kSeriesResistance * y[row] - at(y, l.a) + at(y, l.b);
      ++row;
    }
    for (const int node : net_.sources) {
      r[node] += y[row];
      r[row++] = y[node];
    }
  }

  static void stamp(const Netlist::Element& element, double value, Entries& entries)
  {
    const auto [a, b, unused] = element;
    if (a != Netlist::kGround) entries.add(a, a, value);
    if (b != Netlist::kGround) entries.add(b, b, value);
    if (a == Netlist::kGround || b == Netlist::kGround) return;
    entries.add(a, b, -value);
    entries.add(b, a, -value);
  }

  void entries(double cj, const double* y, Entries& entries) const override
  {
    for (const auto& c : net_.capacitors) stamp(c, cj * c.value, entries);
    for (const auto& g : net_.conductors) {
      const double u = at(y, g.a) - at(y, g.b);
      stamp(g, g.value * (1 + 3 * kCubic * u * u), entries);
    }
    int row = net_.nodes;
    for (const auto& l : net_.inductors) {
      entries.add(row, row, cj * l.value + kSeriesResistance);
      if (l.a != Netlist::kGround) {
        entries.add(l.a, row, 1);
        entries.add(row, l.a, -1);
      }
      if (l.b != Netlist::kGround) {
        entries.add(l.b, row, -1);
        entries.add(row, l.b, 1);
      }
      ++row;
    }
    for (const int node : net_.sources) {
      entries.add(node, row, 1);
      entries.add(row++, node, 1);
    }
  }

  Netlist net_;
};

}  // namespace ida_consistent_init::bench

#endif
