// Two bit adding unit of the IVP Test Set: gates of 39 MOS transistors, formulated by the charges Q and potentials V of
// 175 nodes: Q' = f(t, V), 0 = Q - g(V). Thirteen groups of nodes have no capacitive path to ground; the charges of
// each sum up to zero identically, so the true index is 2 while the structure says 1.
#pragma once

#include <array>

#include "catalogue/ivp_mos.hpp"

namespace catalogue {

struct IvpTwoBitAdder
{
  enum Input : int
  {
    a0,
    b0,
    a1,
    b1,
    carry,
    no_input
  };
  enum Kind : int
  {
    load,
    single,
    pair,
    triple  // transistors in series are made as many times as strong
  };
  struct Transistor
  {
    int first_inner_node;  // source, drain, source bulk, drain bulk follow each other
    int source, drain;     // outer nodes; 0: ground, or the supply for the drain of a load
    int gate_node;         // 0: driven by the input
    Input input;
    Kind kind;
  };

  static constexpr int nodes = 175;
  static constexpr std::array<mos::Pulse, 5> inputs{
      {{20.0, 0.0, 10.0}, {40.0, 10.0, 30.0}, {80.0, 30.0, 70.0}, {160.0, 70.0, 150.0}, {320.0, 150.0, 310.0}}};
  static constexpr std::array<double, 4> betas{2.675, 8.74, 17.48, 26.22};  // by Kind
  static constexpr mos::Threshold depletion{-2.43, 0.2, 1.28}, enhancement{0.2, 0.035, 1.01};
  static constexpr std::array<int, 3> outputs{49, 130, 148};  // sum bits and carry, with a load to ground
  static constexpr double output_capacitance = 2.0, gate_capacitance = 0.6, junction_capacitance = 0.24;
  static constexpr double inner_resistance = 8e-4, bulk_resistance = 2e-3, saturation = 5e-11;
  static constexpr double supply = 5.0, bulk_supply = -2.5;
  static constexpr std::array<Transistor, 39> transistors{{
      {1, 5, 0, 5, no_input, load},
      {6, 0, 5, 0, a0, single},
      {10, 0, 5, 0, b0, single},
      {14, 18, 0, 18, no_input, load},
      {19, 0, 18, 5, no_input, single},
      {23, 27, 18, 0, b0, pair},
      {28, 0, 27, 0, a0, pair},
      {32, 36, 0, 36, no_input, load},
      {37, 0, 36, 18, no_input, single},
      {41, 0, 36, 0, carry, single},
      {45, 49, 0, 49, no_input, load},
      {50, 0, 49, 36, no_input, single},
      {54, 58, 49, 0, carry, pair},
      {59, 0, 58, 18, no_input, pair},
      {63, 67, 0, 67, no_input, load},
      {68, 0, 67, 5, no_input, single},
      {72, 76, 67, 0, carry, pair},
      {77, 0, 76, 18, no_input, pair},
      {81, 85, 0, 85, no_input, load},
      {86, 0, 85, 0, a1, single},
      {90, 0, 85, 0, b1, single},
      {94, 98, 0, 98, no_input, load},
      {99, 0, 98, 85, no_input, single},
      {103, 107, 98, 0, b1, pair},
      {108, 0, 107, 0, a1, pair},
      {112, 116, 0, 116, no_input, load},
      {117, 121, 116, 67, no_input, pair},
      {122, 0, 121, 98, no_input, pair},
      {126, 130, 0, 130, no_input, load},
      {131, 135, 130, 116, no_input, pair},
      {136, 0, 135, 67, no_input, pair},
      {140, 0, 135, 98, no_input, pair},
      {144, 148, 0, 148, no_input, load},
      {149, 0, 148, 85, no_input, single},
      {153, 157, 148, 5, no_input, pair},
      {158, 0, 157, 98, no_input, pair},
      {162, 166, 148, 98, no_input, triple},
      {167, 171, 166, 18, no_input, triple},
      {172, 0, 171, 0, carry, triple},
  }};

  // Variables: charges, potentials. Equations: current laws, charges as functions of the potentials.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    const Real* charge = y;
    const Real* potential = y + nodes;
    for (int node = 0; node < nodes; ++node) {
      r[node] = yp[node];
      r[nodes + node] = charge[node];
    }
    for (const Transistor& transistor : transistors) {
      add_currents(transistor, t, potential, r);
      subtract_charges(transistor, potential, r + nodes);
    }
    for (const int node : outputs) r[nodes + node - 1] -= output_capacitance * potential[node - 1];
  }

 private:
  // The test set's own program has a node of the next gate here where the drain's node must have been meant; its
  // reference values belong to this equation.
  static int node_of_drain_charge(const Transistor& transistor)
  {
    const bool second_input_of_nor =
        transistor.first_inner_node == 10 || transistor.first_inner_node == 41 || transistor.first_inner_node == 90;
    return second_input_of_nor ? transistor.first_inner_node + 5 : transistor.drain;
  }

  template <class Real>
  static void add_currents(const Transistor& transistor, const Real& t, const Real* potential, Real* r)
  {
    const auto [first, source, drain, gate, input, kind] = transistor;
    const int inner = first - 1;
    const Real source_potential = source ? potential[source - 1] : Real(0.0);
    const Real drain_potential = drain ? potential[drain - 1] : Real(supply);
    const Real gate_potential = gate ? potential[gate - 1] : inputs[input].value(t);
    const Real source_bulk = potential[inner + 2] - source_potential;
    const Real drain_bulk = potential[inner + 3] - drain_potential;

    const Real channel =
        mos::current<Real>(kind == load ? depletion : enhancement, betas[kind], betas[kind],
                           {gate_potential, potential[inner], potential[inner + 1], source_bulk, drain_bulk});
    const Real through_source = (potential[inner] - source_potential) / inner_resistance;
    const Real through_drain = (potential[inner + 1] - drain_potential) / inner_resistance;
    const Real source_leak = mos::junction_current(saturation, source_bulk);
    const Real drain_leak = mos::junction_current(saturation, drain_bulk);

    r[inner] += through_source + channel;
    r[inner + 1] += through_drain - channel;
    r[inner + 2] += (potential[inner + 2] - bulk_supply) / bulk_resistance - source_leak;
    r[inner + 3] += (potential[inner + 3] - bulk_supply) / bulk_resistance - drain_leak;
    if (source) r[source - 1] += source_leak - through_source;
    if (drain) r[drain - 1] += drain_leak - through_drain;
    if (!gate) {
      const double through_gate = gate_capacitance * inputs[input].rate(t);
      r[inner] -= through_gate;
      r[inner + 1] -= through_gate;
    }
  }

  // A charge against an input or the supply counts the inner node's potential alone.
  template <class Real>
  static void subtract_charges(const Transistor& transistor, const Real* potential, Real* r)
  {
    const auto [first, source, drain, gate, input, kind] = transistor;
    const int inner = first - 1;
    const auto at = [&](int node) {
      return node ? potential[node - 1] : Real(0.0);
    };
    const Real source_bulk = potential[inner + 2] - at(source);
    const Real drain_bulk = potential[inner + 3] - (drain ? at(drain) : Real(supply));
    const Real source_junction = mos::junction_capacitance(junction_capacitance, source_bulk);
    const Real drain_junction = mos::junction_capacitance(junction_capacitance, drain_bulk);
    const Real gate_to_source = gate_capacitance * (at(gate) - potential[inner]);
    const Real gate_to_drain = gate_capacitance * (at(gate) - potential[inner + 1]);

    r[inner] += gate_to_source;
    r[inner + 1] += gate_to_drain;
    r[inner + 2] -= source_junction * source_bulk;
    r[inner + 3] -= drain_junction * (potential[inner + 3] - at(node_of_drain_charge(transistor)));
    if (gate) r[gate - 1] -= gate_to_source + gate_to_drain;
    if (source) r[source - 1] += source_junction * source_bulk;
    if (drain) r[drain - 1] += drain_junction * drain_bulk;
  }
};

}  // namespace catalogue
