// Network of 18 water tubes between 13 nodes (IVP Test Set; Estevez Schwarz 2010, section 3). Nodes 5 and 8 are buffers
// whose pressures are states; the pressures of the other nodes have index 2.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace catalogue {

struct WaterTube
{
  struct Edge
  {
    int from, to;
  };
  static constexpr std::array<Edge, 18> edges{{{1, 2},
                                               {2, 3},
                                               {2, 6},
                                               {3, 4},
                                               {3, 5},
                                               {4, 5},
                                               {5, 10},
                                               {6, 5},
                                               {7, 4},
                                               {7, 8},
                                               {8, 5},
                                               {8, 10},
                                               {9, 8},
                                               {11, 9},
                                               {11, 12},
                                               {12, 7},
                                               {12, 8},
                                               {13, 11}}};
  static constexpr std::array<int, 2> buffer_nodes{5, 8};
  static constexpr std::array<int, 11> normal_nodes{1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13};
  static constexpr int node_count = 13;

  static constexpr double nu = 131.0 / 100000000.0;  // kinematic viscosity
  static constexpr double rho = 1000.0;
  static constexpr double rcrit = 2300.0;                    // Reynolds number at which the flow becomes turbulent
  static constexpr double length = 1000.0, d = 1.0;          // of a tube
  static constexpr double k = 1.0 / 5000.0;                  // roughness
  static constexpr double a = std::numbers::pi / 4.0;        // cross section
  static constexpr double V = 4000000.0 / std::numbers::pi;  // inertia rho length / a
  static constexpr double Cb = 1.0 / 49.0;                   // buffer capacity b / (rho g)

  // Variables: flow of every edge, resistance of every edge, buffer pressures, pressures of the normal nodes.
  // Equations in the same order: momentum, resistance, buffer balances, node balances.
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    const Real* phi = y;
    const Real* lam = y + edges.size();
    const Real* buffer_pressure = lam + edges.size();
    const Real* normal_pressure = buffer_pressure + buffer_nodes.size();

    std::array<Real, node_count + 1> pressure{};  // by node number, from 1
    for (std::size_t b = 0; b < buffer_nodes.size(); ++b) pressure[buffer_nodes[b]] = buffer_pressure[b];
    for (std::size_t n = 0; n < normal_nodes.size(); ++n) pressure[normal_nodes[n]] = normal_pressure[n];

    std::array<Real, node_count + 1> balance = node_demand(t);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      balance[edges[e].from] += phi[e];
      balance[edges[e].to] -= phi[e];
      r[e] = V * yp[e] - (pressure[edges[e].from] - pressure[edges[e].to] - pressure_drop(phi[e], lam[e]));
      r[edges.size() + e] = resistance_law(phi[e], lam[e]);
    }
    const Real* buffer_pressure_rate = yp + 2 * edges.size();
    Real* node_equation = r + 2 * edges.size();
    for (std::size_t b = 0; b < buffer_nodes.size(); ++b)
      *node_equation++ = Cb * buffer_pressure_rate[b] + balance[buffer_nodes[b]];
    for (const int node : normal_nodes) *node_equation++ = balance[node];
  }

 private:
  template <class Real>
  static Real reynolds_number(const Real& phi)
  {
    using std::abs;
    return abs(phi) * d / (nu * a);
  }

  // The turbulent drop has phi^2 without a sign, as in the test set's own code; flows stay positive there.
  template <class Real>
  static Real pressure_drop(const Real& phi, const Real& lam)
  {
    if (reynolds_number(phi) > rcrit) return lam * rho * length * phi * phi / (a * a * d);
    return 32.0 * nu * rho * length * phi / (a * d * d);
  }

  // Colebrook's formula; written with "<" so that a NaN flow gives a NaN residual.
  template <class Real>
  static Real resistance_law(const Real& phi, const Real& lam)
  {
    using std::log;
    using std::sqrt;
    Real reynolds = reynolds_number(phi);
    if (reynolds < rcrit) reynolds = rcrit;
    const Real root = sqrt(lam);
    return 1.0 / root - 1.74 + 2.0 * log(2.0 * k / d + 18.7 / (reynolds * root)) / std::numbers::ln10;
  }

  // Outflow minus inflow through the surface: water enters at nodes 1 and 13 and leaves at node 10.
  template <class Real>
  static std::array<Real, node_count + 1> node_demand(const Real& t)
  {
    using std::cos;
    using std::exp;
    const Real hours = t / 3600.0;
    const Real inflow = 1.0 - cos(exp(-hours) - 1.0);
    std::array<Real, node_count + 1> demand{};
    demand[1] = -inflow / 200.0;
    demand[13] = -inflow / 80.0;
    demand[10] = hours * hours * (3.0 * hours * hours - 92.0 * hours + 720.0) / 1e6;
    return demand;
  }
};

}  // namespace catalogue
