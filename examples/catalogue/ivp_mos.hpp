// MOS transistor and input signals of the digital circuits of the IVP Test Set (NAND gate, two bit adding unit).
//
// A transistor sits between an outer source and drain node and has four inner nodes: inner source, inner drain, bulk
// of the source junction, bulk of the drain junction. Branches are written so that a NaN in a voltage that the model
// contains reaches the result: the library finds the pattern of F by such probes.
#pragma once

#include <cmath>

namespace catalogue::mos {

struct Threshold
{
  double zero_bias, body_effect, surface_potential;

  template <class Real>
  Real at(const Real& bulk_voltage) const
  {
    using std::sqrt;
    return zero_bias + body_effect * (sqrt(surface_potential - bulk_voltage) - std::sqrt(surface_potential));
  }
};

// Current through the channel for drain_source >= 0; overdrive is gate voltage minus threshold.
template <class Real>
Real channel_current(double beta, const Real& overdrive, const Real& drain_source)
{
  constexpr double delta = 0.02;  // channel length modulation
  const Real strength = beta * (1.0 + delta * drain_source);
  if (overdrive <= 0.0) return 0.0 * drain_source;
  if (overdrive <= drain_source) return strength * overdrive * overdrive;
  return strength * drain_source * (2.0 * overdrive - drain_source);
}

template <class Real>
struct Voltages
{
  Real gate, source, drain;      // source, drain: inner nodes
  Real source_bulk, drain_bulk;  // junction voltages, bulk against outer node
};

// Positive from source to drain, that is minus the usual drain current. Below zero drain-source voltage the two ends
// change their parts, with a strength of its own (beta_reversed).
template <class Real>
Real current(const Threshold& threshold, double beta, double beta_reversed, const Voltages<Real>& v)
{
  const Real drain_source = v.drain - v.source;
  if (drain_source > 0.0)
    return -channel_current<Real>(beta, v.gate - v.source - threshold.at(v.source_bulk), drain_source);
  return channel_current<Real>(beta_reversed, v.gate - v.drain - threshold.at(v.drain_bulk), -drain_source);
}

// Leakage of a junction diode that is never driven forward.
template <class Real>
Real junction_current(double saturation, const Real& voltage)
{
  using std::exp;
  constexpr double thermal_voltage = 25.85;
  if (voltage > 0.0) return 0.0 * voltage;
  return -saturation * (exp(voltage / thermal_voltage) - 1.0);
}

template <class Real>
Real junction_capacitance(double at_zero, const Real& voltage)
{
  using std::sqrt;
  constexpr double built_in = 0.87;
  if (voltage > 0.0) return at_zero * (1.0 + voltage / (2.0 * built_in));
  return at_zero / sqrt(1.0 - voltage / built_in);
}

// Periodic pulse of 5 V whose edges last 5 ns.
struct Pulse
{
  double period, rise, fall;  // rise, fall: where the edges begin

  template <class Real>
  Real value(const Real& t) const
  {
    const Real s = phase(t);
    if (s <= rise) return Real(0.0);
    if (s <= rise + 5.0) return s - rise;
    if (s <= fall) return Real(5.0);
    if (s <= fall + 5.0) return fall + 5.0 - s;
    return Real(0.0);
  }

  // At a corner the rate of the edge before it.
  template <class Real>
  double rate(const Real& t) const
  {
    const Real s = phase(t);
    if (s > rise && s <= rise + 5.0) return 1.0;
    if (s > fall && s <= fall + 5.0) return -1.0;
    return 0.0;
  }

 private:
  template <class Real>
  Real phase(const Real& t) const
  {
    using std::floor;
    return t - period * floor(t / period);
  }
};

}  // namespace catalogue::mos
