// Charge pump of the IVP Test Set (Guenther, Denk, Feldmann): one MOS transistor, described by the charges of its gate,
// source and drain, and two capacitors. The current of the voltage source, y9, has index 2. SI units: charges are of
// size 1e-13, potentials of size 1, times of size 1e-9.
#pragma once

#include <cmath>

namespace catalogue {

struct IvpChargePump
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    constexpr double source_capacitance = 1.6e-12, drain_capacitance = 0.4e-12;
    const Charges<Real> charge = transistor_charges(y[5], y[6], y[7]);
    r[0] = yp[0] + y[8];
    r[1] = yp[1] + yp[2];
    r[2] = yp[3] + yp[4];
    r[3] = -y[5] + input(t);
    r[4] = y[0] - charge.gate;
    r[5] = y[1] - source_capacitance * y[6];
    r[6] = y[2] - charge.source;
    r[7] = y[3] - drain_capacitance * y[7];
    r[8] = y[4] - charge.drain;
  }

 private:
  template <class Real>
  struct Charges
  {
    Real gate, source, drain;
  };

  // 20 V between 60 and 110 ns of a period of 120 ns, with edges of 10 ns.
  template <class Real>
  static Real input(const Real& t)
  {
    using std::floor;
    constexpr double high = 20.0;
    const Real ns = t * 1e9;
    const Real phase = ns - 120.0 * floor(ns / 120.0);
    if (phase < 50.0) return Real(0.0);
    if (phase < 60.0) return high * (phase - 50.0) / 10.0;
    if (phase < 110.0) return Real(high);
    return high * (120.0 - phase) / 10.0;
  }

  // Accumulation, depletion, inversion. The comparisons send a NaN into the last branch, which contains all three
  // voltages, so that the probes for the pattern of F see every dependence.
  template <class Real>
  static Charges<Real> transistor_charges(const Real& gate, const Real& source, const Real& drain)
  {
    using std::sqrt;
    constexpr double oxide = 4e-12, threshold = 0.2, gamma = 0.035, phi = 1.01;
    const double flat_band = threshold - gamma * std::sqrt(phi) - phi;
    const Real nothing(0.0);
    if (gate < flat_band) return {oxide * (gate - flat_band), nothing, nothing};

    const bool reversed = drain < source;
    const Real lower_end = reversed ? drain : source, upper_end = reversed ? source : drain;
    const Real raised_threshold = threshold + gamma * (sqrt(phi + lower_end) - std::sqrt(phi));
    const Real overdrive = gate - lower_end - raised_threshold;
    if (overdrive <= 0.0)
      return {oxide * gamma * (sqrt(gamma * gamma / 4.0 + gate - flat_band) - gamma / 2.0), nothing, nothing};

    Real upper_overdrive = gate - upper_end - raised_threshold;
    if (upper_overdrive < 0.0) upper_overdrive = 0.0;
    const Real sum = upper_overdrive + overdrive;
    const Real inversion = sum - upper_overdrive * overdrive / sum;
    const Real end = -oxide * inversion / 3.0;
    return {oxide * (2.0 * inversion / 3.0 + gamma * sqrt(phi + lower_end)), end, end};
  }
};

}  // namespace catalogue
