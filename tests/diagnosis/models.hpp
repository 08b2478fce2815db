// The sound versions of the models; the tests break them.
#pragma once

#include "diagnosis/setup.hpp"

namespace diagnosis {

/// A mass on a rod of length 1: position, velocity, force in the rod. Index 3.
Setup pendulum();

/// Source over a resistor to node 1, a capacitor there, an inductor on to a resistor to ground. Index 1.
Setup ladder_circuit();

/// Two capacitors in parallel, fed by a current source: v1 = v2 makes a loop. Index 2.
Setup capacitor_loop();

/// A -> B -> C, closed by the sum of the concentrations. Index 1.
Setup closed_reactor();

/// Heated tank: concentration, temperature, Arrhenius rate, heat taken by the jacket. Index 1.
Setup heated_tank();

/// A reservoir feeds two parallel pipes into a junction with a demand: flows, pressure, level of the reservoir.
/// Index 1.
Setup pipe_network();

/// A point that has to follow a given path, driven over `lags` first-order lags. Index lags + 1.
Setup lagged_drive(int lags);

}  // namespace diagnosis
