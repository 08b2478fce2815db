// Small mechanisms and machines behind public reports of failed initialisations. Variables are y1, y2, ... in order.
#pragma once

#include <cmath>

namespace catalogue {

// Pendulum with its velocity constraint, index 2.
struct Field02a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[2] - yp[0];
    r[1] = y[3] - yp[1];
    r[2] = -y[0] * y[4] - yp[2];
    r[3] = -y[1] * y[4] - yp[3] - 1.0;
    r[4] = y[0] * y[2] + y[1] * y[3];
  }
};

// Pendulum with its length constraint, started at rest in horizontal position, index 3.
struct Field03a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[2] - yp[0];
    r[1] = y[3] - yp[1];
    r[2] = 2.0 * y[0] * y[4] + yp[2];
    r[3] = 2.0 * y[1] * y[4] + yp[3] + 49.0 / 5.0;
    r[4] = y[0] * y[0] + y[1] * y[1] - 1.0;
  }
};

// Pendulum whose length constraint has been differentiated twice and contains accelerations.
struct Field04
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = y[2] - yp[0];
    r[1] = y[3] - yp[1];
    r[2] = -y[0] * y[4] + yp[2];
    r[3] = -y[1] * y[4] + yp[3] + 981.0 / 100.0;
    r[4] = y[0] * yp[2] + y[1] * yp[3] + y[2] * y[2] + y[3] * yp[1];
  }
};

// Swing equation of a synchronous machine, also started from held rates (equilibrium).
struct Field28
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    using std::sin;
    r[0] = -377.0 * y[1] + yp[0];
    r[1] = 2.0 * y[1] + y[2] + 6.0 * yp[1] - 4.0 / 5.0;
    r[2] = y[2] - 11.0 * sin(y[0]) / 5.0;
  }
};

// Particle on a circle, all constraints of the index reduction stated as equations.
struct Field36a
{
  template <class Real>
  static void residual(const Real& /*t*/, const Real* y, const Real* yp, Real* r)
  {
    r[0] = -y[1] + yp[0];
    r[1] = -y[0] * y[4] + yp[1];
    r[2] = y[0] * y[0] + y[2] * y[2] - 25.0;
    r[3] = y[0] * y[1] + y[2] * y[3];
    r[4] = y[1] * y[1] - 10.0 * y[2] + y[3] * y[3] + 25.0 * y[4];
  }
};

}  // namespace catalogue
