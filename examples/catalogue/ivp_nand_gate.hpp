// NAND gate of the IVP Test Set: a load transistor and two switching transistors in series; node 5 is the output, node
// 10 lies between the two. C(y) y' = f(t, y) with a regular C, so it is an implicit ODE (index 0).
#pragma once

#include <array>

#include "catalogue/ivp_mos.hpp"

namespace catalogue {

struct IvpNandGate
{
  struct Transistor
  {
    int first_inner_node;  // source, drain, source bulk, drain bulk follow each other
    int source, drain;     // outer nodes; 0: ground, or the supply for the load's drain
    int gate_node;         // 0: driven by an input
    mos::Pulse input;
    mos::Threshold threshold;
    double beta, beta_reversed;
  };
  static constexpr mos::Threshold depletion{-2.43, 0.2, 1.28}, enhancement{0.2, 0.035, 1.01};
  static constexpr std::array<Transistor, 3> transistors{{
      {1, 5, 0, 5, {}, depletion, 5.35e-4, 5.35e-4},
      {6, 10, 5, 0, {20.0, 5.0, 15.0}, enhancement, 1.748e-3, 1.748e-4},
      {11, 0, 10, 0, {40.0, 15.0, 35.0}, enhancement, 1.748e-3, 1.748e-4},
  }};
  static constexpr double inner_resistance = 4.0, bulk_resistance = 10.0;
  static constexpr double gate_capacitance = 0.6e-4, junction_capacitance = 2.4e-5, node_capacitance = 0.5e-4;
  static constexpr double saturation = 1e-14, supply = 5.0, bulk_supply = -2.5;

  // Every equation is Kirchhoff's current law of the node with its number: currents that leave it sum up to zero.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    r[5 - 1] = node_capacitance * yp[5 - 1];
    r[10 - 1] = node_capacitance * yp[10 - 1];
    for (const Transistor& transistor : transistors) add_transistor(transistor, t, y, yp, r);
  }

 private:
  template <class Real>
  static void add_transistor(const Transistor& transistor, const Real& t, const Real* y, const Real* yp, Real* r)
  {
    const auto [first, source, drain, gate, input, threshold, beta, beta_reversed] = transistor;
    const int inner = first - 1;
    const Real source_voltage = source ? y[source - 1] : Real(0.0), source_rate = source ? yp[source - 1] : Real(0.0);
    const Real drain_voltage = drain ? y[drain - 1] : Real(supply), drain_rate = drain ? yp[drain - 1] : Real(0.0);
    const Real gate_voltage = gate ? y[gate - 1] : input.value(t),
               gate_rate = gate ? yp[gate - 1] : Real(input.rate(t));
    const Real source_bulk = y[inner + 2] - source_voltage, drain_bulk = y[inner + 3] - drain_voltage;

    const Real channel = mos::current<Real>(threshold, beta, beta_reversed,
                                            {gate_voltage, y[inner], y[inner + 1], source_bulk, drain_bulk});
    const Real through_source = (y[inner] - source_voltage) / inner_resistance;
    const Real through_drain = (y[inner + 1] - drain_voltage) / inner_resistance;
    const Real gate_to_source = gate_capacitance * (gate_rate - yp[inner]);
    const Real gate_to_drain = gate_capacitance * (gate_rate - yp[inner + 1]);
    const Real source_junction =
        mos::junction_capacitance(junction_capacitance, source_bulk) * (yp[inner + 2] - source_rate) -
        mos::junction_current(saturation, source_bulk);
    const Real drain_junction =
        mos::junction_capacitance(junction_capacitance, drain_bulk) * (yp[inner + 3] - drain_rate) -
        mos::junction_current(saturation, drain_bulk);

    r[inner] = through_source - gate_to_source + channel;
    r[inner + 1] = through_drain - gate_to_drain - channel;
    r[inner + 2] = source_junction + (y[inner + 2] - bulk_supply) / bulk_resistance;
    r[inner + 3] = drain_junction + (y[inner + 3] - bulk_supply) / bulk_resistance;
    if (gate) r[gate - 1] += gate_to_source + gate_to_drain;
    if (source) r[source - 1] -= through_source + source_junction;
    if (drain) r[drain - 1] -= through_drain + drain_junction;
  }
};

}  // namespace catalogue
