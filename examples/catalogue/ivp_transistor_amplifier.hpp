// Transistor amplifier of the IVP Test Set: eight nodes, two bipolar transistors. Every capacitor joins two nodes or a
// node and ground, so derivatives occur in pairs and the structure is deceptive: index 1, structurally 0.
#pragma once

#include <cmath>
#include <numbers>

namespace catalogue {

struct IvpTransistorAmplifier
{
  template <class Real>
  static void residual(const Real& t, const Real* u, const Real* up, Real* r)
  {
    using std::sin;
    constexpr double supply = 6.0;
    constexpr double alpha = 0.99;  // share of the emitter current that leaves the collector
    constexpr double source_resistance = 1000.0, resistance = 9000.0;
    constexpr double c1 = 1e-6, c2 = 2e-6, c3 = 3e-6, c4 = 4e-6, c5 = 5e-6;
    const Real input = 0.1 * sin(200.0 * std::numbers::pi * t);
    const Real first = emitter_current(u[1] - u[2]);
    const Real second = emitter_current(u[4] - u[5]);

    const Real into_coupling1 = c1 * (up[1] - up[0]);
    const Real into_coupling3 = c3 * (up[4] - up[3]);
    const Real into_coupling5 = c5 * (up[7] - up[6]);
    r[0] = into_coupling1 - (u[0] - input) / source_resistance;
    r[1] = -into_coupling1 - u[1] / resistance - (u[1] - supply) / resistance - (1.0 - alpha) * first;
    r[2] = -c2 * up[2] - u[2] / resistance + first;
    r[3] = into_coupling3 - (u[3] - supply) / resistance - alpha * first;
    r[4] = -into_coupling3 - u[4] / resistance - (u[4] - supply) / resistance - (1.0 - alpha) * second;
    r[5] = -c4 * up[5] - u[5] / resistance + second;
    r[6] = into_coupling5 - (u[6] - supply) / resistance - alpha * second;
    r[7] = -into_coupling5 - u[7] / resistance;
  }

 private:
  template <class Real>
  static Real emitter_current(const Real& base_emitter)
  {
    using std::exp;
    return 1e-6 * (exp(base_emitter / 0.026) - 1.0);
  }
};

}  // namespace catalogue
