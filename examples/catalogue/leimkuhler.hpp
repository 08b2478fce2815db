// Leimkuhler, Petzold, Gear, Example 2.5: index 1, yet y1' is known only after y2 = sin t has been differentiated.
#pragma once

#include <cmath>

namespace catalogue {

// The forcing is g1 = cos(frequency t).
template <int frequency>
struct Leimkuhler25
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::cos;
    using std::sin;
    r[0] = yp[0] + yp[1] + y[0] - cos(static_cast<double>(frequency) * t);
    r[1] = y[1] - sin(t);
  }
};

}  // namespace catalogue
