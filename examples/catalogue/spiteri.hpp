// Two small systems of Spiteri, chapter 10.
#pragma once

#include <cmath>
#include <ratio>

namespace catalogue {

// Example 10.1 with q = sin t. For Eta != 0 the signature matrix says index 1, but the system Jacobian is singular: the
// true index is 2 for every Eta. Eta = 0 drops the terms altogether, so that they do not show as structure.
template <class Eta>
struct Spiteri101
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    constexpr double eta = static_cast<double>(Eta::num) / static_cast<double>(Eta::den);
    r[0] = y[0] - sin(t);
    r[1] = yp[0] + (1.0 + eta) * y[1];
    if constexpr (Eta::num != 0) {
      r[0] += eta * t * y[1];
      r[1] += eta * t * yp[1];
    }
  }
};

// Section 10.1.4, Example 1: semi-explicit index 1.
struct SpiteriExample1
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::exp;
    using std::sin;
    r[0] = yp[0] + (y[0] + y[1]) / 2.0 - exp(-t);
    r[1] = (y[0] - y[1]) / 2.0 - sin(t);
  }
};

// The same in y1 = (u + v) / 2, y2 = (u - v) / 2: now y1' needs a differentiation although y1 is free.
struct SpiteriExample1Transformed
{
  template <class Real>
  static void residual(const Real& t, const Real* y, const Real* yp, Real* r)
  {
    using std::exp;
    using std::sin;
    r[0] = yp[0] + yp[1] + y[0] - exp(-t);
    r[1] = y[1] - sin(t);
  }
};

}  // namespace catalogue
