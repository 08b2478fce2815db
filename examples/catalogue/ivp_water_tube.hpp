// The network of water_tube.hpp with the signs of the IVP Test Set: inflow minus outflow at the nodes without a buffer.
#pragma once

#include "catalogue/water_tube.hpp"

namespace catalogue {

struct IvpWaterTube
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    WaterTube::residual(t, y, yp, r);
    Real* balance = r + 2 * WaterTube::edges.size() + WaterTube::buffer_nodes.size();
    for (std::size_t node = 0; node < WaterTube::normal_nodes.size(); ++node) balance[node] = -balance[node];
  }
};

}  // namespace catalogue
